import {
  criterionProblem,
  type Goal,
  type GoalForm,
  goalRecord,
  heldProblems,
  heldValues,
  type HeldValues,
  newValues,
  sentValues,
  TARGET_FIELDS,
} from '@paceline/contract';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldProblem } from '../../shared/form/prepare-refusal.ts';
import { amountProblem, targetsOf, type TargetTexts, textsOf } from './prepare-amounts.ts';
import type { MonthTexts } from './prepare-months.ts';

/** A line item in the form, with its months as text. */
export type GoalValues = HeldValues<typeof goalRecord.fields> & { months: MonthTexts };
export type GoalFormApi = UseFormReturn<GoalValues>;

export const startValues = (currentMonth: string, clientKey: number | null): GoalValues => ({
  ...newValues(goalRecord),
  clientKey: String(clientKey ?? ''),
  startMonth: currentMonth,
  months: {},
});

export const valuesOf = (goal: Goal): GoalValues => ({
  ...heldValues(goalRecord, goal),
  months: Object.fromEntries(goal.months.map((month) => [month.month, textsOf(month)])),
});

/** Every save of the line item or one of its months increases one of these versions. */
export const versionOf = ({ rowVersion, months }: Goal): number =>
  months.reduce((sum, month) => sum + month.rowVersion, rowVersion);

/** The months that differ from the stored ones, each with the version read. */
const monthEdits = (months: MonthTexts, goal: Goal | null): GoalForm['months'] => {
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

export const toForm = (values: GoalValues, goal: Goal | null): GoalForm => ({
  goalKey: goal?.goalKey ?? null,
  rowVersion: goal?.rowVersion ?? null,
  ...sentValues(goalRecord, values),
  months: monthEdits(values.months, goal),
});

const monthProblems = (months: MonthTexts): FieldProblem[] =>
  Object.entries(months).flatMap(([month, texts]) =>
    (Object.entries(texts) as [keyof TargetTexts, string][]).flatMap(([field, text]) => {
      const message = amountProblem(field, text);
      return message === null ? [] : [{ path: `months.${month}.${field}`, message }];
    }),
  );

/** Client-side checks: the record's schemas, and rules they cannot express. */
export const formProblems = (values: GoalValues): FieldProblem[] => [
  ...heldProblems(goalRecord, { ...values, criteria: [] }),
  ...(values.endMonth !== '' && values.endMonth < values.startMonth
    ? [{ path: 'endMonth', message: 'The end month must not be before the start month.' }]
    : []),
  ...values.criteria.flatMap((criterion, index) => {
    const message = criterionProblem(criterion);
    return message === null ? [] : [{ path: `criteria.${index}`, message }];
  }),
  ...monthProblems(values.months),
];

const MONTH_FIELD = /^months\.(\d+)\.changes\.(\w+)$/;

/** The form path of a server field: the server numbers the months sent, the form keys them by month. */
export const pathOfServerField = (field: string, values: GoalValues, goal: Goal | null): string | null => {
  const [, index = '', target = ''] = MONTH_FIELD.exec(field) ?? [];
  if (index === '') return Object.hasOwn(values, field.split('.')[0] ?? '') ? field : null;
  const month = monthEdits(values.months, goal)[Number(index)]?.month;
  return month === undefined ? null : `months.${month}.${target}`;
};
