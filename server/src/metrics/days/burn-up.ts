import { type BurnUpDay, sumBy, sumOf } from '@paceline/contract';
import { expectedSoFar, type PacingCurve, shareDue, weightOf, type WeekdayWeights } from './pacing.rules.ts';
import { type CampaignPeriod, type GoalPeriod } from '../periods/period-numbers.ts';
import { type Day, daysOf, type MonthBase } from '../periods/periods.ts';

type Value = number | null;

/** The inputs of a campaign for distributing its projection over its remaining days. */
export type SpreadCampaign = Pick<CampaignPeriod, 'base' | 'days' | 'parts'> & {
  basis: Pick<CampaignPeriod['basis'], 'spendProjection'>;
};

/** Sum of the line items' budgets due by each day of the month, by their own curves: the last day's is the budget. */
export const plannedByDay = (
  goals: readonly Pick<GoalPeriod, 'parts' | 'pacingCurve'>[],
  base: MonthBase,
  weights: WeekdayWeights,
): Value[] => {
  const days = daysOf(base.days);
  const budgets = [...Map.groupBy(goals, ({ pacingCurve }) => pacingCurve)].map(
    ([curve, own]): [PacingCurve, Value] => [curve, sumBy(own, ({ parts }) => parts.budget)],
  );
  return days.map((_, index) =>
    sumOf(budgets.map(([curve, budget]) => expectedSoFar(budget, shareDue(curve, { days, done: index + 1 }, weights)))),
  );
};

/** Cumulative share of the remaining amount by day of the month, for a campaign with these remaining days. */
const shareByDay = (daysLeft: readonly Day[], length: number, weights: WeekdayWeights): number[] => {
  const all = weightOf(daysLeft, weights);
  const shares = Array.from({ length }, () => 0);
  let weight = 0;
  let next = 0;
  for (let index = 0; index < length; index += 1) {
    while (next < daysLeft.length && (daysLeft[next]?.day ?? 0) <= index + 1) {
      weight += weights[(daysLeft[next]?.dayOfWeek ?? 1) - 1] ?? 0;
      next += 1;
    }
    shares[index] = all === 0 ? 0 : weight / all;
  }
  // Ends exactly at the projection, whatever the weights add up to.
  shares[length - 1] = 1;
  return shares;
};

/**
 * Cumulative projected amount by day: each campaign's own projection, distributed over its remaining days by weekday weight. A capped
 * campaign continues at its rate until it reaches the cap.
 */
export const toComeByDay = (
  campaigns: readonly SpreadCampaign[],
  length: number,
  weights: WeekdayWeights,
): number[] => {
  const shares = new Map<readonly Day[], number[]>();
  const sums = Array.from({ length }, () => 0);
  for (const { days, parts, basis } of campaigns) {
    if (parts.spendProjection === null) continue;
    const toCome = parts.spendProjection - (parts.spend ?? 0);
    const freely = (basis.spendProjection ?? parts.spendProjection) - (parts.spend ?? 0);
    const share = shares.get(days.daysLeft) ?? shareByDay(days.daysLeft, length, weights);
    shares.set(days.daysLeft, share);
    for (let index = 0; index < length; index += 1) {
      const part = share[index] ?? 0;
      sums[index] = (sums[index] ?? 0) + (freely > toCome ? Math.min(toCome, freely * part) : toCome * part);
    }
  }
  return sums;
};

interface BurnUpInput {
  base: MonthBase;
  today: Day;
  weights: WeekdayWeights;
  campaigns: readonly SpreadCampaign[];
  /** Line items whose budgets form the plan. */
  goals: readonly Pick<GoalPeriod, 'parts' | 'pacingCurve'>[];
  /** The month's total as displayed; spend through the last complete day. */
  total: Record<'spend' | 'projection' | 'low' | 'high', Value>;
  /** Spend of single days, as far as delivered by their sources. */
  spendOf: ReadonlyMap<string, number>;
}

/** Number of days of the month that every source has delivered. */
const completeDays = (base: MonthBase, campaigns: readonly SpreadCampaign[]): number =>
  campaigns.reduce((least, one) => (one.days.inAll > 0 ? Math.min(least, one.base.done) : least), base.done);

/**
 * A month's cumulative spend by day, with plan and projection. The last day with spend equals the month to date; the last projected day
 * equals the total's projection and its range.
 */
export const burnUp = ({ base, today, weights, campaigns, goals, total, spendOf }: BurnUpInput): BurnUpDay[] => {
  const planned = plannedByDay(goals, base, weights);
  const toCome = toComeByDay(campaigns, base.length, weights);
  const inAll = toCome.at(-1) ?? 0;
  // On the first day of a month only today's partial spend exists.
  const lastDay = base.done === 0 && base.state === 'current' ? today.day : base.done;
  const complete = completeDays(base, campaigns);
  const { projection } = total;

  let spent = 0;
  return daysOf(base.days).map((day, index): BurnUpDay => {
    spent = sumOf([spent, spendOf.get(day.toString())]) ?? 0;
    const at = {
      date: day.toString(),
      spent: index < lastDay ? spent : null,
      late: index >= complete && index < base.done,
      planned: planned[index] ?? null,
    };
    if (projection === null || complete === base.length || index < complete - 1)
      return { ...at, projected: null, low: null, high: null };
    const come = toCome[index] ?? 0;
    const share = inAll === 0 ? 1 : come / inAll;
    // Days missing from a late source are projected and added to what the others delivered.
    const projected = (index < base.done ? spent : (total.spend ?? 0)) + come;
    return {
      ...at,
      projected,
      low: projected + ((total.low ?? projection) - projection) * share,
      high: projected + ((total.high ?? projection) - projection) * share,
    };
  });
};
