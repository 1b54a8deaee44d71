import {
  criterionProblem,
  type Goal,
  type GoalCriterion,
  type GoalFormInput,
  goalFormSchema,
  type Kpi,
  TARGET_FIELDS,
} from '@paceline/contract';
import type { UseFormReturn } from 'react-hook-form';
import { type FieldProblem, schemaProblems } from '../../shared/form/prepare-refusal.ts';
import { amountProblem, amountText, parseAmount, targetsOf, type TargetTexts, textsOf } from './prepare-amounts.ts';
import type { MonthTexts } from './prepare-months.ts';

/** A line item as the form has it; an empty text stands for nothing chosen. */
export interface GoalValues {
  clientKey: number | null;
  clientModelKey: number | null;
  goalName: string;
  channel: string;
  startMonth: string;
  endMonth: string;
  kpi: Kpi;
  cpeGoal: string;
  hardCap: boolean;
  fallbackUrl: string;
  pacingCurve: 'EVEN' | 'SEASONAL';
  active: boolean;
  criteria: GoalCriterion[];
  campusKeys: number[];
  programKeys: number[];
  months: MonthTexts;
}

export type GoalFormApi = UseFormReturn<GoalValues>;

export const newValues = (currentMonth: string, clientKey: number | null): GoalValues => ({
  clientKey,
  clientModelKey: null,
  goalName: '',
  channel: '',
  startMonth: currentMonth,
  endMonth: '',
  kpi: 'inquiries',
  cpeGoal: '',
  hardCap: false,
  fallbackUrl: '',
  pacingCurve: 'EVEN',
  active: true,
  criteria: [],
  campusKeys: [],
  programKeys: [],
  months: {},
});

export const valuesOf = (goal: Goal): GoalValues => ({
  clientKey: goal.clientKey,
  clientModelKey: goal.clientModelKey,
  goalName: goal.goalName,
  channel: goal.channel ?? '',
  startMonth: goal.startMonth,
  endMonth: goal.endMonth ?? '',
  kpi: goal.kpi,
  cpeGoal: amountText('cpeGoal', goal.cpeGoal),
  hardCap: goal.hardCap,
  fallbackUrl: goal.fallbackUrl ?? '',
  pacingCurve: goal.pacingCurve,
  active: goal.active,
  criteria: goal.criteria,
  campusKeys: goal.campusKeys,
  programKeys: goal.programKeys,
  months: Object.fromEntries(goal.months.map((month) => [month.month, textsOf(month)])),
});

/** Every save of it, or of a month of it, raises one of the versions. */
export const versionOf = ({ rowVersion, months }: Goal): number =>
  months.reduce((sum, month) => sum + month.rowVersion, rowVersion);

/** The months whose numbers differ from what is stored, each with the version that it was read in. */
const monthEdits = (months: MonthTexts, goal: Goal | null): GoalFormInput['months'] => {
  const stored = new Map((goal?.months ?? []).map((month) => [month.month, month]));
  return Object.entries(months)
    .map(([month, texts]) => {
      const current = stored.get(month);
      const targets = targetsOf(texts);
      const changed = TARGET_FIELDS.filter((field) => targets[field] !== (current?.[field] ?? null));
      const changes = Object.fromEntries(changed.map((field) => [field, targets[field]]));
      return { month, rowVersion: current?.rowVersion ?? 0, changes };
    })
    .filter(({ changes }) => Object.keys(changes).length > 0)
    .toSorted((a, b) => a.month.localeCompare(b.month));
};

export const toForm = (values: GoalValues, goal: Goal | null): GoalFormInput => ({
  goalKey: goal?.goalKey ?? null,
  rowVersion: goal?.rowVersion ?? null,
  clientKey: values.clientKey,
  clientModelKey: values.clientModelKey,
  goalName: values.goalName.trim(),
  channel: values.channel || null,
  startMonth: values.startMonth,
  endMonth: values.endMonth || null,
  kpi: values.kpi,
  cpeGoal: parseAmount(values.cpeGoal) ?? null,
  hardCap: values.hardCap,
  fallbackUrl: values.fallbackUrl.trim() || null,
  pacingCurve: values.pacingCurve,
  criteria: values.criteria,
  campusKeys: values.campusKeys,
  programKeys: values.programKeys,
  active: values.active,
  months: monthEdits(values.months, goal),
});

const monthProblems = (months: MonthTexts): FieldProblem[] =>
  Object.entries(months).flatMap(([month, texts]) =>
    (Object.entries(texts) as [keyof TargetTexts, string][]).flatMap(([field, text]) => {
      const message = amountProblem(field, text);
      return message === null ? [] : [{ path: `months.${month}.${field}`, message }];
    }),
  );

/** What can be said before the server is asked: the schema of the call itself, and what it cannot see. */
export const formProblems = (values: GoalValues, goal: Goal | null): FieldProblem[] => {
  const issues = schemaProblems(goalFormSchema, toForm(values, goal));
  return [
    // What is wrong with those is said below, at their own fields.
    ...issues
      .map(({ path, message }) => ({ path: path.split('.')[0] ?? path, message }))
      .filter(({ path }) => path !== 'months' && path !== 'criteria'),
    ...(parseAmount(values.cpeGoal) === undefined ? [{ path: 'cpeGoal', message: 'Enter a number.' }] : []),
    ...(values.endMonth !== '' && values.endMonth < values.startMonth
      ? [{ path: 'endMonth', message: 'The end month must not be before the start month.' }]
      : []),
    ...values.criteria.flatMap((criterion, index) => {
      const message = criterionProblem(criterion);
      return message === null ? [] : [{ path: `criteria.${index}`, message }];
    }),
    ...monthProblems(values.months),
  ];
};

const MONTH_FIELD = /^months\.(\d+)\.changes\.(\w+)$/;

/** Where the form has the field that the server names: it counts the months that were sent, the form goes by their names. */
export const pathOfServerField = (field: string, values: GoalValues, goal: Goal | null): string | null => {
  const [, index = '', target = ''] = MONTH_FIELD.exec(field) ?? [];
  if (index === '') return Object.hasOwn(values, field.split('.')[0] ?? '') ? field : null;
  const month = monthEdits(values.months, goal)[Number(index)]?.month;
  return month === undefined ? null : `months.${month}.${target}`;
};
