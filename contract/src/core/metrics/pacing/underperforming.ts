import { roundHalfUp } from '../../values/formats.ts';
import { fillLabel, type Labels } from '../../access/label-sets.ts';

/** Thresholds from which a campaign's cost needs attention. */
export interface UnderperformingRule {
  /** Complete live days, without paused ones. */
  leastDays: number;
  /** Inquiries behind the judged cost. */
  leastInquiries: number;
  /** Percent above the enrollment cost goal; and, for campaigns without one, above the inquiry cost goal. */
  aboveCpe: number;
  aboveCpl: number;
}

export const UNDERPERFORMING: UnderperformingRule = { leastDays: 14, leastInquiries: 20, aboveCpe: 25, aboveCpl: 15 };

/** Cost per inquiry is judged over this many complete days: earlier months had another goal. */
export const UNDERPERFORMING_CPL_DAYS = 30;

export const UNDERPERFORMING_MEASURES = ['matureCpe', 'cpl'] as const;
export type UnderperformingMeasure = (typeof UNDERPERFORMING_MEASURES)[number];

interface Cost {
  value: number | null;
  /** Inquiries behind the value. */
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
  /** Values above this (exclusive) are listed. */
  limit: number;
  inquiries: number;
}

/** The deciding measure: cost per enrollment if it has a goal, else cost per inquiry. A goal of zero counts as none. */
export const judgedMeasure = (costs: Record<UnderperformingMeasure, Pick<Cost, 'goal'>>) =>
  UNDERPERFORMING_MEASURES.find((measure) => (costs[measure].goal ?? 0) > 0) ?? null;

/** A campaign's excess cost, or null. Binary rounding errors never decide. */
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

/** The rule in words, so that a reader knows why a campaign is listed or not. */
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

/** Text of an empty list. */
export const underperformingNone = ({ aboveCpe, aboveCpl }: UnderperformingRule, set: Labels): string =>
  `None. Every campaign that can be judged costs at most ${aboveCpe}% more than its goal, or ${aboveCpl}% more where the goal is for ${fillLabel('{inquiry.many}', set).toLowerCase()}. Campaigns without a goal are not judged.`;
