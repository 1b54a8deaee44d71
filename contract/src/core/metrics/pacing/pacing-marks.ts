import { roundHalfUp } from '../../values/formats.ts';

export type PacingMark = 'over' | 'under' | 'on' | 'capped';
/** Never the only signal: the mark stands beside it in words. */
type PacingColour = 'darkAmber' | 'amber' | 'green' | 'red';

/** In percent of the budget, on each side: what an owner judges by that has set nothing else. */
export const USUAL_PACING_BAND = 10;

/** Late in the month there is less time to come back: the band closes from about ±19 % on the first days to ±3 %. */
export const tighteningHalfWidth = (daysLeft: number, daysOfMonth: number): number => 2 + (18 * daysLeft) / daysOfMonth;

/** A threshold is met by the number that people see, not by what binary fractions made of it. */
const seen = (percent: number): number => roundHalfUp(percent, 6);

/** How a row is judged: by where its spend is projected to end, in percent of its budget, unless its cap holds it back. */
interface Paced {
  projectionToBudget: number | null;
  capped: boolean;
}

/** As a row has it on the wire; only campaigns can be capped. */
export const pacedOf = (row: Readonly<Record<string, unknown>>): Paced => {
  const percent = row['projectionToBudget'];
  return { projectionToBudget: typeof percent === 'number' ? percent : null, capped: row['capped'] === true };
};

/** `halfWidth` is the band of the owner that the row is of. */
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

/** With a day or two of data everything looks extreme: shown, marked, and kept out of lists and alerts. */
export const isEarly = (daysDone: number): boolean => daysDone === 1 || daysDone === 2;

/** From the third complete day on, and from so many dollars on, is a row worth somebody's attention. */
export const LIST_FROM_DAY = 3;
export const LIST_FROM_BUDGET = 250;
const LIST_ROWS = 10;
const OVER_AND_DONE: ReadonlySet<string> = new Set(['DRAFT', 'ENDED', 'DELETED']);
/** Not begun, ended or deleted: nobody can change its pace any more. */
export const isOverAndDone = (subStatus: string): boolean => OVER_AND_DONE.has(subStatus);

interface PacedCampaign extends Paced {
  budget: number | null;
  budgetPlusMinus: number | null;
  subStatus: string;
}

/** Which way a campaign is off its budget, once it can be judged and is worth it; null otherwise. */
export const offPace = (campaign: PacedCampaign, daysDone: number, halfWidth: number): 'over' | 'under' | null => {
  if (daysDone < LIST_FROM_DAY || (campaign.budget ?? 0) < LIST_FROM_BUDGET || isOverAndDone(campaign.subStatus))
    return null;
  const mark = pacingMark(campaign, halfWidth);
  return mark === 'over' || mark === 'under' ? mark : null;
};

/** The campaigns that are furthest off, by dollars. */
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

/** What a column of judged rows says of itself. */
export const pacingBandNote = (halfWidth: number): string =>
  `Over: ${100 + halfWidth}% or more. Under: ${100 - halfWidth}% or less.`;
