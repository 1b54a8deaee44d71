import { type Goal, goalRecord, parseAmount, TARGET_LABELS, type TargetField } from '@paceline/contract';
import type { Conflict } from '../../ui/dialogs/conflict-dialog.tsx';
import { field, group, rows, type Rule } from '../../shared/form/prepare-merge.ts';
import { type Names, recordRules } from '../../shared/form/prepare-record.ts';
import { NO_TEXTS, type TargetTexts } from './prepare-amounts.ts';
import type { GoalValues } from './prepare-goal-form.ts';
import { monthName } from './prepare-months.ts';

/** `5` and `5.00` are one amount; other texts are compared as they are. */
const isSameAmount = (a: string, b: string): boolean => a === b || (parseAmount(a) ?? a) === (parseAmount(b) ?? b);
const amount = (label: string): Rule<string> => field<string>(label, (value) => value, { isSame: isSameAmount });

/** Columns the owner does not have are missing in the form. */
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

/** The merge rules for a line item that somebody else has saved. */
export const goalRule = (names: Names<typeof goalRecord.fields>): Rule<GoalValues> =>
  group<GoalValues>({
    ...recordRules(goalRecord, { startMonth: monthName, endMonth: monthName, ...names }),
    months: rows(monthRule, NO_TEXTS),
  });

/** Months are saved separately and have their own author. */
export const savedBy = (goal: Goal, path: string): Pick<Conflict, 'by' | 'at'> => {
  const [head, month] = path.split('.');
  const row = head === 'months' ? goal.months.find((one) => one.month === month) : goal;
  return { by: row?.updatedBy ?? 'Paceline', at: row?.updatedAt ?? null };
};
