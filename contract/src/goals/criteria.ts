import {
  AREAS_OF_INTEREST,
  type CodedValue,
  DEGREE_LEVELS,
  DESIRED_STARTS,
  DEVICES,
  EDUCATION_LEVELS,
  LEAD_SOURCE_TYPES,
  MILITARY_BRANCHES,
  MILITARY_STATUSES,
  MODALITIES,
  YES_NO,
} from '../core/leads/lead-values.ts';
import { US_STATE_CODES, US_STATES } from '../core/geo/us-states.ts';

export const CRITERION_OPERATORS = {
  atLeast: 'at least',
  in: 'is one of',
  notIn: 'is none of',
  between: 'between',
  atMost: 'at most',
  is: 'is',
} as const;
export type CriterionOperator = keyof typeof CRITERION_OPERATORS;

/** `choice`: one of `values`; `program`: one of the line item's programs, by key; the others are typed. */
type CriterionDataType = 'choice' | 'number' | 'year' | 'zip' | 'program';

export interface Criterion {
  criterionKey: string;
  label: string;
  dataType: CriterionDataType;
  operators: readonly CriterionOperator[];
  values: readonly CodedValue[] | null;
  /** The range of a typed number. */
  range: readonly [least: number, most: number] | null;
  /** Applies only if a program of this subject is offered. */
  onlyForSubject: string | null;
}

const choice = (
  criterionKey: string,
  label: string,
  operators: readonly CriterionOperator[],
  values: readonly CodedValue[],
  onlyForSubject: string | null = null,
): Criterion => ({ criterionKey, label, dataType: 'choice', operators, values, range: null, onlyForSubject });

const typed = (
  criterionKey: string,
  label: string,
  dataType: 'number' | 'year' | 'zip' | 'program',
  operators: readonly CriterionOperator[],
  range: readonly [number, number] | null = null,
): Criterion => ({ criterionKey, label, dataType, operators, values: null, range, onlyForSubject: null });

const STATES = US_STATE_CODES.map((code) => ({ code, label: US_STATES[code] }));

/** Criteria of a line item for inquiries. Its campaigns inherit them and may only narrow them. */
export const GOAL_CRITERIA: readonly Criterion[] = [
  choice('highestEducationLevel', 'Highest education level', ['atLeast', 'in'], EDUCATION_LEVELS),
  typed('gradYear', 'HS / GED graduation year', 'year', ['between', 'atMost'], [1940, 2100]),
  typed('age', 'Age', 'number', ['between'], [16, 99]),
  choice('state', 'US state', ['in', 'notIn'], STATES),
  typed('zip', 'ZIP list', 'zip', ['in', 'notIn']),
  typed('radius', 'Radius from campus (miles)', 'number', ['atMost'], [1, 500]),
  typed('programOfInterest', 'Program of interest', 'program', ['in']),
  choice('degreeLevel', 'Degree level', ['in'], DEGREE_LEVELS),
  choice('subjectArea', 'Subject area', ['in'], AREAS_OF_INTEREST),
  choice('modality', 'Modality', ['in'], MODALITIES),
  choice('militaryStatus', 'Military status', ['in'], MILITARY_STATUSES),
  choice('militaryBranch', 'Military branch', ['in'], MILITARY_BRANCHES),
  choice('desiredStart', 'Desired start', ['in'], DESIRED_STARTS),
  choice('eligibleToStudy', 'Citizenship / eligible to study', ['is'], YES_NO),
  choice('rnLicence', 'RN licence', ['is'], YES_NO, 'Nursing'),
  choice('device', 'Device', ['in'], DEVICES),
  choice('leadSourceType', 'Lead source type', ['is'], LEAD_SOURCE_TYPES),
];

const catalogue: ReadonlyMap<string, Criterion> = new Map(
  GOAL_CRITERIA.map((criterion) => [criterion.criterionKey, criterion]),
);
export const criterionOf = (criterionKey: string): Criterion | null => catalogue.get(criterionKey) ?? null;

export interface GoalCriterion {
  criterionKey: string;
  operator: CriterionOperator;
  values: (string | number)[];
}

/** A criterion in words: `Age between 17, 65`. */
export const criterionText = ({ criterionKey, operator, values }: GoalCriterion): string => {
  const criterion = criterionOf(criterionKey);
  const words = values.map((value) => criterion?.values?.find(({ code }) => code === value)?.label ?? String(value));
  return [criterion?.label ?? criterionKey, CRITERION_OPERATORS[operator], words.join(', ')].filter(Boolean).join(' ');
};

const countProblem = (operator: CriterionOperator, count: number): string | null => {
  if (operator === 'between') return count === 2 ? null : 'needs two values.';
  if (operator === 'in' || operator === 'notIn') return count > 0 ? null : 'needs at least one value.';
  return count === 1 ? null : 'needs one value.';
};

const isWithin = ([least, most]: readonly [number, number], value: string | number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

const valueProblem = ({ dataType, values, range }: Criterion, value: string | number): string | null => {
  if (values !== null) return values.some(({ code }) => code === value) ? null : `does not know the value ${value}.`;
  if (dataType === 'zip')
    return typeof value === 'string' && /^\d{5}$/.test(value) ? null : `needs ZIP codes of five digits, not ${value}.`;
  if (dataType === 'program') return typeof value === 'number' ? null : 'needs programs.';
  if (range === null || isWithin(range, value)) return null;
  return `needs whole numbers from ${range[0]} to ${range[1]}.`;
};

/** The problem with a line item's criterion, as a sentence, or null. */
export const criterionProblem = ({ criterionKey, operator, values }: GoalCriterion): string | null => {
  const criterion = criterionOf(criterionKey);
  if (criterion === null) return `There is no criterion ${criterionKey}.`;
  const { label } = criterion;
  if (!criterion.operators.includes(operator))
    return `${label} cannot be asked with “${CRITERION_OPERATORS[operator]}”.`;
  const problem =
    countProblem(operator, values.length) ?? values.map((one) => valueProblem(criterion, one)).find(Boolean);
  if (problem) return `${label} ${problem}`;
  if (operator === 'between' && Number(values[0]) > Number(values[1]))
    return `${label}: the first value must not be above the second.`;
  return new Set(values).size < values.length && operator !== 'between' ? `${label} names a value twice.` : null;
};
