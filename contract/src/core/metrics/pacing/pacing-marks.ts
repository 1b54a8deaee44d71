import { roundHalfUp } from '../../values/formats.ts';

export type PacingMark = 'over' | 'under' | 'on' | 'capped';
/** Colour is never the only signal: the mark is also shown in words. */
type PacingColour = 'darkAmber' | 'amber' | 'green' | 'red';

/** Default pacing band: percent of the budget on each side. */
export const USUAL_PACING_BAND = 10;

/** Late in the month there is less time to recover: the band narrows from about ±19 % on the first days to ±3 %. */
export const tighteningHalfWidth = (daysLeft: number, daysOfMonth: number): number => 2 + (18 * daysLeft) / daysOfMonth;

/** Thresholds compare the displayed number, without binary rounding errors. */
const seen = (percent: number): number => roundHalfUp(percent, 6);

/** Pacing compares projected spend with the budget, unless the cap limits the row. */
interface Paced {
  projectionToBudget: number | null;
  capped: boolean;
}

/** Reads wire fields; only campaigns can be capped. */
export const pacedOf = (row: Readonly<Record<string, unknown>>): Paced => {
  const percent = row['projectionToBudget'];
  return { projectionToBudget: typeof percent === 'number' ? percent : null, capped: row['capped'] === true };
};

/** `halfWidth` is the band of the row's owner. */
export const pacingMark = ({ projectionToBudget, capped }: Paced, halfWidth: number): PacingMark | null => {
  if (capped) return 'capped';
  if (projectionToBudget === null) return null;
  const percent = seen(projectionToBudget);
  if (percent >= seen(100 + halfWidth)) return 'over';
  return percent <= seen(100 - halfWidth) ? 'under' : 'on';
};

export const pacingColour = (paced: Paced, halfWidth: number): PacingColour | null => {
  const mark = pacingMark(paced, halfWidth);
  if (mark === null || mark === 'capped') return null;
  if (mark === 'over') return 'red';
  if (mark === 'on') return 'green';
  return seen(paced.projectionToBudget ?? 0) <= seen(100 - 2 * halfWidth) ? 'darkAmber' : 'amber';
};

/** One or two days of data look extreme: such rows are shown and marked, but kept out of lists and alerts. */
export const isEarly = (daysDone: number): boolean => daysDone === 1 || daysDone === 2;

/** Minimum complete days and minimum budget in dollars for a row in the attention lists. */
export const LIST_FROM_DAY = 3;
export const LIST_FROM_BUDGET = 250;
const LIST_ROWS = 10;
const OVER_AND_DONE: ReadonlySet<string> = new Set(['DRAFT', 'ENDED', 'DELETED']);
/** Not begun, ended or deleted: its pace cannot be changed. */
export const isOverAndDone = (subStatus: string): boolean => OVER_AND_DONE.has(subStatus);

interface PacedCampaign extends Paced {
  budget: number | null;
  budgetPlusMinus: number | null;
  subStatus: string;
}

/** Whether a campaign is over or under budget; null if it cannot be judged yet or is too small. */
const offPace = (campaign: PacedCampaign, daysDone: number, halfWidth: number): 'over' | 'under' | null => {
  if (daysDone < LIST_FROM_DAY || (campaign.budget ?? 0) < LIST_FROM_BUDGET || isOverAndDone(campaign.subStatus))
    return null;
  const mark = pacingMark(campaign, halfWidth);
  return mark === 'over' || mark === 'under' ? mark : null;
};

/** The campaigns furthest off budget, by dollars. */
export const pacingList = <C extends PacedCampaign>(
  campaigns: readonly C[],
  wanted: 'over' | 'under',
  daysDone: number,
  halfWidth: number,
): C[] =>
  campaigns
    .filter((campaign) => offPace(campaign, daysDone, halfWidth) === wanted)
    .toSorted((a, b) => Math.abs(b.budgetPlusMinus ?? 0) - Math.abs(a.budgetPlusMinus ?? 0))
    .slice(0, LIST_ROWS);

/** Note for a column of pacing marks. */
export const pacingBandNote = (halfWidth: number): string =>
  `Over: ${100 + halfWidth}% or more. Under: ${100 - halfWidth}% or less.`;
