import { roundHalfUp } from './formats.ts';

export type PacingMark = 'over' | 'under' | 'on';
/** Never the only signal: the mark stands beside it in words. */
export type PacingColour = 'darkAmber' | 'amber' | 'green' | 'red';

const FIXED_HALF_WIDTH = 10;

/** Late in the month there is less time to come back: the band closes from about ±19 % on the first days to ±3 %. */
export const tighteningHalfWidth = (daysLeft: number, daysOfMonth: number): number => 2 + (18 * daysLeft) / daysOfMonth;

/** A threshold is met by the number that people see, not by what binary fractions made of it. */
const seen = (percent: number): number => roundHalfUp(percent, 6);

export const pacingMark = (diffToBudget: number | null, halfWidth = FIXED_HALF_WIDTH): PacingMark | null => {
  if (diffToBudget === null) return null;
  const percent = seen(diffToBudget);
  if (percent >= seen(100 + halfWidth)) return 'over';
  return percent <= seen(100 - halfWidth) ? 'under' : 'on';
};

export const pacingColour = (diffToBudget: number | null, halfWidth = FIXED_HALF_WIDTH): PacingColour | null => {
  const mark = pacingMark(diffToBudget, halfWidth);
  if (mark === null || diffToBudget === null) return null;
  if (mark === 'over') return 'red';
  if (mark === 'on') return 'green';
  return seen(diffToBudget) <= seen(100 - 2 * halfWidth) ? 'darkAmber' : 'amber';
};

/** With a day or two of data everything looks extreme: shown, marked, and kept out of lists and alerts. */
export const isEarly = (daysDone: number): boolean => daysDone === 1 || daysDone === 2;

const LIST_FROM_DAY = 3;
const LIST_FROM_BUDGET = 250;
const LIST_ROWS = 10;
const OVER_AND_DONE: ReadonlySet<string> = new Set(['DRAFT', 'ENDED', 'DELETED']);

export interface PacedCampaign {
  diffToBudget: number | null;
  budget: number | null;
  budgetPlusMinus: number | null;
  subStatus: string;
}

/** The campaigns that are furthest off, by dollars. */
export const pacingList = <C extends PacedCampaign>(
  campaigns: readonly C[],
  wanted: 'over' | 'under',
  daysDone: number,
  halfWidth = FIXED_HALF_WIDTH,
): C[] => {
  if (daysDone < LIST_FROM_DAY) return [];
  return campaigns
    .filter(
      ({ budget, diffToBudget, subStatus }) =>
        (budget ?? 0) >= LIST_FROM_BUDGET &&
        !OVER_AND_DONE.has(subStatus) &&
        pacingMark(diffToBudget, halfWidth) === wanted,
    )
    .toSorted((a, b) => Math.abs(b.budgetPlusMinus ?? 0) - Math.abs(a.budgetPlusMinus ?? 0))
    .slice(0, LIST_ROWS);
};
