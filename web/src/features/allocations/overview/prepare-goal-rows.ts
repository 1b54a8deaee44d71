import {
  type CampaignRow,
  columnFormat,
  formatMetricValue,
  GOAL_COLUMNS,
  type GoalRow,
  metricValue,
  type MonthCalendar,
  sumOf,
} from '@paceline/contract';
import { type Cells, typedRow } from '../sheet/sheet-rows.ts';

type Value = number | null;
const numberAt = (row: Readonly<Record<string, unknown>>, key: string): Value => (row[key] ?? null) as Value;

/** Sums over a line item's campaigns. */
interface CampaignSums {
  /** Sum of their budgets; null if none has one. */
  planned: Value;
  /** Change of their projections against the saved ones. */
  shift: number;
}

const projectionOf = (row: CampaignRow): number => numberAt(row, 'spendProjection') ?? numberAt(row, 'mtdSpent') ?? 0;

/** `edited` are the rows of `saved` including unsaved edits. */
export const campaignSums = (
  saved: readonly CampaignRow[],
  edited: readonly CampaignRow[],
): ReadonlyMap<number, CampaignSums> => {
  const sums = new Map<number, CampaignSums>();
  for (const [index, row] of edited.entries()) {
    const before = saved[index] ?? row;
    const budget = numberAt(row, 'budget');
    const { planned, shift } = sums.get(row.goalKey) ?? { planned: null, shift: 0 };
    sums.set(row.goalKey, {
      planned: budget === null ? planned : (planned ?? 0) + budget,
      shift: before === row ? shift : shift + projectionOf(row) - projectionOf(before),
    });
  }
  return sums;
};

/** Share of the month's spend due by now: from the saved row, else by the calendar. */
const shareDue = (goal: GoalRow, { daysDone, days }: MonthCalendar): number => {
  const [budget, spent, delta] = ['budget', 'mtdSpent', 'delta'].map((key) => numberAt(goal, key));
  return budget && spent != null && delta != null ? (spent - delta) / budget : daysDone / days;
};

const PACED = [
  'diffToBudget',
  'projectionToBudget',
  'budgetRemaining',
  'budgetPlusMinus',
  'delta',
  'pacingIndex',
  'goalInPercentage',
  'goalAttainedPercent',
] as const;

const pacedNumbers = (goal: GoalRow, budget: Value, share: number, calendar: MonthCalendar): Record<string, Value> => {
  const spend = numberAt(goal, 'mtdSpent');
  const parts = {
    spend,
    budget,
    validLeads: numberAt(goal, 'mtdInquiries'),
    spentRunRate: numberAt(goal, 'spentRunRate'),
    leadRunRate: numberAt(goal, 'runRateInquiries'),
    spendProjection: numberAt(goal, 'spendProjection'),
    inquiryGoal: numberAt(goal, 'revisedInquiriesGoal') ?? numberAt(goal, 'inquiryGoal'),
    expectedSpend: budget === null ? null : budget * share,
  };
  const left = budget === null || spend === null ? null : Math.max(0, budget - spend);
  return {
    ...Object.fromEntries(PACED.map((key) => [key, metricValue(key, parts)])),
    dailySpendRemaining: left === null || calendar.daysFromToday === 0 ? null : left / calendar.daysFromToday,
  };
};

/** A line item recomputed with its unsaved targets. */
export const followTargets = (goal: GoalRow, cells: Cells, calendar: MonthCalendar): GoalRow => {
  const typed = typedRow(goal, cells);
  const budget = numberAt(typed, 'revisedSpendGoal') ?? numberAt(typed, 'monthlyDollarCap');
  // A month that has not begun has no pacing: only its budget changes.
  const isAhead = calendar.month > calendar.today;
  const share = shareDue(goal, calendar);
  return {
    ...typed,
    budget,
    ...(isAhead ? { budgetRemaining: budget } : pacedNumbers(typed, budget, share, calendar)),
  };
};

/** A line item including its campaigns' unsaved edits; projections are limited by caps. */
export const withCampaigns = (goal: GoalRow, sums: CampaignSums | undefined): GoalRow => {
  const row = { ...goal, plannedSpend: sums?.planned ?? null };
  const projection = numberAt(goal, 'spendProjection');
  const budget = numberAt(goal, 'budget');
  if (!sums?.shift || projection === null) return row;
  const spendProjection = projection + sums.shift;
  return {
    ...row,
    spendProjection,
    budgetPlusMinus: metricValue('budgetPlusMinus', { spendProjection, budget }),
    projectionToBudget: metricValue('projectionToBudget', { spendProjection, budget }),
  };
};

export const plannedTotal = (rows: readonly GoalRow[]): string => {
  const planned = sumOf(rows.map((row) => numberAt(row, 'plannedSpend')));
  return planned === null ? '' : formatMetricValue({ kind: 'dollar' }, planned);
};

/** A target formatted as in its column. */
export const goalText = (field: string, value: number | null): string => {
  const column = GOAL_COLUMNS.find(({ key }) => key === field);
  return formatMetricValue((column && columnFormat(column)) ?? { kind: 'dollar' }, value);
};

export const goalKeyOf = ({ goalKey }: GoalRow): number => goalKey;
export const goalLabelOf = ({ goalName }: GoalRow): string => goalName;
