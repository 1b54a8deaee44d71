import {
  criterionOf,
  criterionProblem,
  type FieldError,
  type Goal,
  type GoalCriterion,
  type GoalForm,
  type GoalMonthTargets,
  TARGET_FIELDS,
} from '@paceline/contract';
import { isWithin, monthName } from './targets/targets.rules.ts';

/** The data a form is checked against: the stored line item, and the records behind the form's keys. */
export interface GoalFacts {
  current: Pick<Goal, 'clientKey' | 'active'> | null;
  months: readonly GoalMonthTargets[];
  clientName: string;
  modelKeys: readonly number[];
  campuses: readonly { campusKey: number; clientKey: number; clientModelKey: number }[];
  programs: readonly { programKey: number; campusKey: number; clientKey: number }[];
  subjects: readonly string[];
  channels: readonly string[];
  isNameTaken: boolean;
  liveCampaigns: readonly string[];
}

const problem = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** The first few by name, the number of the others. */
export const namesOf = (names: readonly string[], most = 5): string => {
  const shown = names.slice(0, most);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
};

const basicProblems = (form: GoalForm, facts: GoalFacts): FieldError[] => {
  const problems: FieldError[] = [];
  if (facts.current !== null && facts.current.clientKey !== form.clientKey)
    problems.push(problem('clientKey', 'fixed', 'The client of a line item cannot be changed.'));
  if (form.clientModelKey !== null && !facts.modelKeys.includes(form.clientModelKey))
    problems.push(problem('clientModelKey', 'otherClient', `This model is not one of ${facts.clientName}.`));
  if (facts.isNameTaken) {
    const message = `${facts.clientName} already has a line item with the name ${form.goalName}.`;
    problems.push(problem('goalName', 'taken', message));
  }
  if (form.channel !== null && !facts.channels.includes(form.channel))
    problems.push(problem('channel', 'unknown', 'There is no such channel.'));
  if (form.endMonth !== null && form.endMonth < form.startMonth)
    problems.push(problem('endMonth', 'order', 'The end month must not be before the start month.'));
  return problems;
};

/** The months with targets after the form is saved. */
const targetMonths = (form: GoalForm, months: readonly GoalMonthTargets[]): string[] => {
  const edits = new Map(form.months.map(({ month, changes }) => [month, changes]));
  const targetMonthSet = new Set([...months.map(({ month }) => month), ...edits.keys()]);
  return [...targetMonthSet].filter((month) => {
    const after = { ...months.find((row) => row.month === month), ...edits.get(month) };
    return TARGET_FIELDS.some((field) => (after[field] ?? null) !== null);
  });
};

/** Targets outside the line item's months would be added up by every report, but not shown in the form. */
const spanProblems = (form: GoalForm, { months }: GoalFacts): FieldError[] => {
  const outside = targetMonths(form, months)
    .filter((month) => !isWithin(month, form))
    .toSorted();
  const early = outside.filter((month) => month < form.startMonth);
  const late = outside.filter((month) => month >= form.startMonth);
  const tell = (field: string, list: readonly string[]): FieldError[] => {
    if (list.length === 0) return [];
    const message = `${namesOf(list.map(monthName), 3)} ${list.length === 1 ? 'has' : 'have'} targets. They must lie within the line item’s months.`;
    return [problem(field, 'targets', message)];
  };
  return [...tell('startMonth', early), ...tell('endMonth', late)];
};

const namedPrograms = ({ criteria }: GoalForm): number[] =>
  criteria
    .filter(({ criterionKey }) => criterionOf(criterionKey)?.dataType === 'program')
    .flatMap(({ values }) => values.map(Number).filter(Number.isSafeInteger));

/** Every program of the form, its own or in a criterion. */
export const programKeysIn = (form: GoalForm): number[] => [...new Set([...form.programKeys, ...namedPrograms(form)])];

const placeProblems = (form: GoalForm, { campuses, programs, clientName }: GoalFacts): FieldError[] => {
  const problems: FieldError[] = [];
  if (campuses.some(({ clientKey }) => clientKey !== form.clientKey))
    problems.push(problem('campusKeys', 'otherClient', `Some of the campuses are not of ${clientName}.`));
  else if (
    form.clientModelKey !== null &&
    campuses.some(({ clientModelKey }) => clientModelKey !== form.clientModelKey)
  )
    problems.push(problem('campusKeys', 'otherModel', 'Some of the campuses are not of the chosen model.'));
  const chosen = new Set(form.campusKeys);
  const own = programs.filter(({ programKey }) => form.programKeys.includes(programKey));
  if (own.some(({ clientKey }) => clientKey !== form.clientKey))
    problems.push(problem('programKeys', 'otherClient', `Some of the programs are not of ${clientName}.`));
  else if (chosen.size > 0 && own.some(({ campusKey }) => !chosen.has(campusKey)))
    problems.push(problem('programKeys', 'otherCampus', 'Some of the programs are not at the chosen campuses.'));
  return problems;
};

const oneCriterion = (criterion: GoalCriterion, form: GoalForm, { subjects, programs }: GoalFacts): string | null => {
  const wrong = criterionProblem(criterion);
  if (wrong !== null) return wrong;
  const { label, dataType, onlyForSubject } = criterionOf(criterion.criterionKey)!;
  if (onlyForSubject !== null && !subjects.includes(onlyForSubject))
    return `${label} can only be asked where a program in ${onlyForSubject} is on offer.`;
  const isOwn = (key: number): boolean =>
    form.programKeys.length > 0
      ? form.programKeys.includes(key)
      : programs.some(({ programKey, clientKey }) => programKey === key && clientKey === form.clientKey);
  const isForeign = dataType === 'program' && !criterion.values.map(Number).every(isOwn);
  return isForeign ? `${label} can only name programs of the line item.` : null;
};

const criteriaProblems = (form: GoalForm, facts: GoalFacts): FieldError[] => {
  const keys = form.criteria.map(({ criterionKey }) => criterionKey);
  return form.criteria.flatMap((criterion, index): FieldError[] => {
    const isTwice = keys.indexOf(criterion.criterionKey) < index;
    const message = isTwice ? 'Each criterion can be asked once.' : oneCriterion(criterion, form, facts);
    return message === null ? [] : [problem(`criteria.${index}`, isTwice ? 'duplicate' : 'value', message)];
  });
};

const activeProblems = (form: GoalForm, { current, liveCampaigns }: GoalFacts): FieldError[] => {
  if (form.active || current?.active !== true || liveCampaigns.length === 0) return [];
  const verb = liveCampaigns.length === 1 ? 'is' : 'are';
  const message = `${namesOf(liveCampaigns)} ${verb} still running on this line item. End or move ${liveCampaigns.length === 1 ? 'it' : 'them'} first.`;
  return [problem('active', 'inUse', message)];
};

export const goalProblems = (form: GoalForm, facts: GoalFacts): FieldError[] => [
  ...basicProblems(form, facts),
  ...spanProblems(form, facts),
  ...placeProblems(form, facts),
  ...criteriaProblems(form, facts),
  ...activeProblems(form, facts),
];
