import { roundHalfUp } from '../../values/formats.ts';
import { fillLabel, type Labels } from '../../access/label-sets.ts';

/** From when on a campaign costs so much more than it was to that somebody should look at it. */
export interface UnderperformingRule {
  /** Complete days that it has been live, without those that it was paused on. */
  leastDays: number;
  /** Inquiries behind the cost that it is judged by. */
  leastInquiries: number;
  /** In percent above the goal for an enrollment; and above that for an inquiry, where there is none for enrollments. */
  aboveCpe: number;
  aboveCpl: number;
}

export const UNDERPERFORMING: UnderperformingRule = { leastDays: 14, leastInquiries: 20, aboveCpe: 25, aboveCpl: 15 };

/** A cost per inquiry is that of so many complete days: the months before had another goal. */
export const UNDERPERFORMING_CPL_DAYS = 30;

export const UNDERPERFORMING_MEASURES = ['matureCpe', 'cpl'] as const;
export type UnderperformingMeasure = (typeof UNDERPERFORMING_MEASURES)[number];

interface Cost {
  value: number | null;
  /** What it is told from. */
  inquiries: number;
  goal: number | null;
}

export interface JudgedCosts extends Record<UnderperformingMeasure, Cost> {
  liveDays: number;
}

interface Underperforming {
  measure: UnderperformingMeasure;
  value: number;
  target: number;
  /** From which value on, exclusive, it is listed. */
  limit: number;
  inquiries: number;
}

/** The measure that decides: the cost of an enrollment where it has a goal, else that of an inquiry. A goal of nothing is none. */
export const judgedMeasure = (costs: Record<UnderperformingMeasure, Pick<Cost, 'goal'>>) =>
  UNDERPERFORMING_MEASURES.find((measure) => (costs[measure].goal ?? 0) > 0) ?? null;

/** What is wrong with a campaign's cost, or null. What binary fractions made of an amount decides nothing. */
export const judgeCosts = (costs: JudgedCosts, rule: UnderperformingRule): Underperforming | null => {
  const measure = judgedMeasure(costs);
  if (measure === null || costs.liveDays < rule.leastDays) return null;
  const { value, goal, inquiries } = costs[measure];
  if (value === null || goal === null || inquiries < rule.leastInquiries) return null;
  const above = measure === 'matureCpe' ? rule.aboveCpe : rule.aboveCpl;
  const limit = roundHalfUp((goal * (100 + above)) / 100, 6);
  return roundHalfUp(value, 6) > limit ? { measure, value, target: goal, limit, inquiries } : null;
};

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** The rule as a reader needs it to know why a campaign is listed, and why another is not. */
export const underperformingWords = (rule: UnderperformingRule, set: Labels): string => {
  const lower = (label: string): string => fillLabel(label, set).toLowerCase();
  const least = `${rule.leastInquiries} ${lower(rule.leastInquiries === 1 ? '{inquiry.one}' : '{inquiry.many}')}`;
  return [
    `Campaigns that have been live for at least ${days(rule.leastDays)}, with at least ${least},`,
    `whose mature cost per ${lower('{enrollment.per}')} is more than ${rule.aboveCpe}% above the goal of their line item.`,
    `Where a line item has no such goal: whose cost per ${lower('{inquiry.per}')} of the last ${UNDERPERFORMING_CPL_DAYS} days is more than`,
    `${rule.aboveCpl}% above this month’s goal.`,
  ].join(' ');
};

/** What an empty list says, and what it does not. */
export const underperformingNone = ({ aboveCpe, aboveCpl }: UnderperformingRule, set: Labels): string =>
  `None. Every campaign that can be judged costs at most ${aboveCpe}% more than its goal, or ${aboveCpl}% more where the goal is for ${fillLabel('{inquiry.many}', set).toLowerCase()}. Campaigns without a goal are not judged.`;
