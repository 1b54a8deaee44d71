import {
  CRITERION_OPERATORS,
  criterionOf,
  type Goal,
  type GoalCriterion,
  KPIS,
  PACING_CURVES,
  TARGET_LABELS,
  type TargetField,
} from '@paceline/contract';
import type { Conflict } from '../../ui/conflict-dialog.tsx';
import { field, group, list, rows, type Rule, text, unasked, yesNo } from '../../shared/form/prepare-merge.ts';
import { NO_TEXTS, parseAmount, type TargetTexts } from './prepare-amounts.ts';
import type { GoalValues } from './prepare-goal-form.ts';
import { monthName } from './prepare-months.ts';

/** `5` and `5.00` are one amount; what is no number is only itself. */
const isSameAmount = (a: string, b: string): boolean => a === b || (parseAmount(a) ?? a) === (parseAmount(b) ?? b);
const amount = (label: string): Rule<string> => field<string>(label, (value) => value, { isSame: isSameAmount });

const criterionText = ({ criterionKey, operator, values }: GoalCriterion): string => {
  const choices = criterionOf(criterionKey);
  const words = values.map((value) => choices?.values?.find(({ code }) => code === value)?.label ?? String(value));
  return [choices?.label ?? criterionKey, CRITERION_OPERATORS[operator], words.join(', ')].filter(Boolean).join(' ');
};

/** A column that the owner does not have is in no row of the form. */
const whole = (texts: Partial<TargetTexts>): TargetTexts => ({ ...NO_TEXTS, ...texts });

const monthRule = (month: string): Rule<TargetTexts> => {
  const target = (name: TargetField): Rule<string> => amount(`${monthName(month)}, ${TARGET_LABELS[name]}`);
  const targets = group<TargetTexts>({
    monthlyDollarCap: target('monthlyDollarCap'),
    revisedSpendGoal: target('revisedSpendGoal'),
    inquiryGoal: target('inquiryGoal'),
    revisedInquiriesGoal: target('revisedInquiriesGoal'),
    cplGoal: target('cplGoal'),
  });
  return ({ base, theirs, mine }, place) =>
    targets({ base: whole(base), theirs: whole(theirs), mine: whole(mine) }, place);
};

type NameOf = (key: number) => string;

/** How a line item is merged with what somebody else has made of it. */
export const goalRule = (names: { model: NameOf; campus: NameOf; program: NameOf }): Rule<GoalValues> =>
  group<GoalValues>({
    // Set when the line item was created.
    clientKey: unasked(),
    clientModelKey: field<number | null>('Model', (key) => (key === null ? 'All models' : names.model(key))),
    goalName: text('Name'),
    channel: field<string>('Channel', (channel) => channel || 'All channels'),
    startMonth: field<string>('Start month', monthName),
    endMonth: field<string>('End month', (month) => (month === '' ? 'No end' : monthName(month))),
    kpi: field<GoalValues['kpi']>('KPI', (kpi) => KPIS[kpi]),
    cpeGoal: amount('CPE goal'),
    hardCap: yesNo('Stop at the spend goal'),
    fallbackUrl: text('Fallback URL'),
    pacingCurve: field<GoalValues['pacingCurve']>('Pacing', (curve) => PACING_CURVES[curve]),
    active: yesNo('Active'),
    criteria: list('Criteria', criterionText),
    campusKeys: list('Campuses', names.campus, { whenEmpty: 'All campuses' }),
    programKeys: list('Programs', names.program, { whenEmpty: 'All programs' }),
    months: rows(monthRule, NO_TEXTS),
  });

/** A month is saved by itself, and has an author of its own. */
export const savedBy = (goal: Goal, path: string): Pick<Conflict, 'by' | 'at'> => {
  const [head, month] = path.split('.');
  const row = head === 'months' ? goal.months.find((one) => one.month === month) : goal;
  return { by: row?.updatedBy ?? 'Paceline', at: row?.updatedAt ?? null };
};
