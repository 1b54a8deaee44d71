import { eligibleDays, projectionDays } from '@paceline/server/src/metrics/days/eligible-days.ts';
import {
  DEFAULT_WEEKDAY_WEIGHTS,
  projection,
  type ProjectionWindow,
  runRate,
} from '@paceline/server/src/metrics/days/pacing.rules.ts';
import { type Day, type MonthBase } from '@paceline/server/src/metrics/periods/periods.ts';
import { type PastCampaign } from './projection-history.ts';

export const RULES = ['new', 'linear', 'sevenDays', 'weekdayMonth'] as const;
export type Rule = (typeof RULES)[number];
export const MEASURES = ['spend', 'leads'] as const;
export type Measure = (typeof MEASURES)[number];

/** A month of a campaign, of a line item or of an owner as it was projected on a day, and what came. */
export interface Guess {
  soFar: number;
  actual: number;
  projected: Record<Rule, number>;
}

const OLD_WINDOW = 7;
const OLD_LOOK_BACK = 21;

/** What the product, and each of the rules before, would have said after the base's complete days. */
export const guess = (
  campaign: PastCampaign,
  base: MonthBase,
  placeOf: (day: Day) => number,
): Record<Measure, Guess> => {
  const isOpen = (day: Day): boolean => campaign.open[placeOf(day)] ?? false;
  const days = eligibleDays(base, base.through.add({ days: 1 }), isOpen);
  const window = projectionDays(base.days, base.through, isOpen);
  const first = placeOf(base.days.from);
  const last = placeOf(base.through);
  const cap = campaign.stopsAtCap ? (campaign.caps.get(base.days.from.toString()) ?? null) : null;
  const lastSeven = [...window.before, ...window.ofMonth]
    .filter((day) => last - placeOf(day) < OLD_LOOK_BACK)
    .slice(-OLD_WINDOW);
  const bounded = (values: Float64Array, most: number | null, change: number | null): Guess => {
    const soFar = values.subarray(first, last + 1).reduce((sum, value) => sum + value, 0);
    const actual = values.subarray(first, first + base.length).reduce((sum, value) => sum + value, 0);
    const linear = runRate(soFar, days);
    const sum = (of: readonly Day[]): number => of.reduce((total, day) => total + (values[placeOf(day)] ?? 0), 0);
    const by = (wanted: ProjectionWindow, planChange: number | null): number | null =>
      projection({
        soFar,
        runRate: linear,
        window: wanted,
        inMonth: sum(wanted.ofMonth),
        before: sum(wanted.before),
        planChange,
        daysLeft: days.daysLeft,
        weights: DEFAULT_WEEKDAY_WEIGHTS,
      });
    const limit = (value: number | null): number =>
      most === null ? (value ?? soFar) : Math.min(value ?? soFar, Math.max(soFar, most));
    return {
      soFar,
      actual,
      projected: {
        new: limit(by(window, change)),
        linear: limit(linear),
        sevenDays: limit(by({ ofMonth: lastSeven, before: [] }, null)),
        weekdayMonth: limit(by({ ofMonth: window.ofMonth, before: [] }, null)),
      },
    };
  };
  const changes = campaign.planChanges.get(base.days.from.toString()) ?? { spend: null, leads: null };
  const leads = bounded(campaign.leads, cap, changes.leads);
  const spent = campaign.spend.subarray(first, last + 1).reduce((sum, value) => sum + value, 0);
  const price = leads.soFar > 0 ? spent / leads.soFar : null;
  return { leads, spend: bounded(campaign.spend, cap === null || price === null ? null : cap * price, changes.spend) };
};

export const addUp = (guesses: readonly Guess[]): Guess => {
  const total: Guess = { soFar: 0, actual: 0, projected: { new: 0, linear: 0, sevenDays: 0, weekdayMonth: 0 } };
  for (const one of guesses) {
    total.soFar += one.soFar;
    total.actual += one.actual;
    for (const rule of RULES) total.projected[rule] += one.projected[rule];
  }
  return total;
};
