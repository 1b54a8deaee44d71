import { type BurnUpDay, sumBy, sumOf } from '@paceline/contract';
import { expectedSoFar, type PacingCurve, shareDue, weightOf, type WeekdayWeights } from './pacing.rules.ts';
import { type CampaignPeriod, type GoalPeriod } from '../periods/period-numbers.ts';
import { type Day, daysOf, type MonthBase } from '../periods/periods.ts';

type Value = number | null;

/** A campaign, as far as its projection is spread over the days that it has left. */
export type SpreadCampaign = Pick<CampaignPeriod, 'base' | 'days' | 'parts'> & {
  basis: Pick<CampaignPeriod['basis'], 'spendProjection'>;
};

/** What every line item has due by each day of the month, by its own curve: the last day's is the budget. */
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

/** Which share of what is to come has come by each day of the month, of a campaign with these days left. */
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
  // What is projected is there at the month's end, whatever the weights add up to.
  shares[length - 1] = 1;
  return shares;
};

/**
 * What is projected to come, added up through each day: each campaign's own projection, spread over its own days left by their
 * weekdays. One that a cap holds back goes on as it has until it meets the cap.
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
  /** Whose budgets the plan is. */
  goals: readonly Pick<GoalPeriod, 'parts' | 'pacingCurve'>[];
  /** The month's total as it is shown; its spend is through the last complete day. */
  total: Record<'spend' | 'projection' | 'low' | 'high', Value>;
  /** Spend of single days, as far as their sources have delivered them. */
  spendOf: ReadonlyMap<string, number>;
}

/** The days of the month that every source has delivered. */
const completeDays = (base: MonthBase, campaigns: readonly SpreadCampaign[]): number =>
  campaigns.reduce((least, one) => (one.days.inAll > 0 ? Math.min(least, one.base.done) : least), base.done);

/**
 * A month's spend added up day by day beside its plan and its projection. The last day with spend is the month to date, the last
 * projected one the projection, between the ends of its range: those of the total, never others.
 */
export const burnUp = ({ base, today, weights, campaigns, goals, total, spendOf }: BurnUpInput): BurnUpDay[] => {
  const planned = plannedByDay(goals, base, weights);
  const toCome = toComeByDay(campaigns, base.length, weights);
  const inAll = toCome.at(-1) ?? 0;
  // On the first day of a month there is only what today has so far.
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
    // Days that a late source has not delivered are projected on top of what the others have.
    const projected = (index < base.done ? spent : (total.spend ?? 0)) + come;
    return {
      ...at,
      projected,
      low: projected + ((total.low ?? projection) - projection) * share,
      high: projected + ((total.high ?? projection) - projection) * share,
    };
  });
};
