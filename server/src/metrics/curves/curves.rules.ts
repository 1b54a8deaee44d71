import { type LagCurve, shareMatured } from '../maturity/maturity.rules.ts';
import { DEFAULT_WEEKDAY_WEIGHTS, type WeekdayWeights } from '../days/pacing.rules.ts';

/** The outcomes of one stage, counted twice. Index is days; inquiries that are older than the curve are in no age. */
export interface Delays {
  /** By how long after the inquiry they came; what came later than the last day of the curve is counted on it. */
  byDelay: readonly number[];
  /** By how old their inquiry is today. */
  byAge: readonly number[];
}

/** A curve is complete after a year. */
export const LAST_AGE = 365;

/** As many outcomes as the curve that is fitted from is worth. */
const PRIOR_OUTCOMES = 200;

/** Where a fitted curve has a point. All of the default curves' are among them, so that without data it is the default. */
const KNOTS = [
  0, 1, 2, 3, 5, 7, 10, 14, 18, 21, 25, 30, 37, 45, 52, 60, 75, 90, 105, 120, 135, 150, 165, 180, 210, 240, 270, 300,
  330, 365,
] as const;

/**
 * The share of all outcomes that has come in, by days since the inquiry. Young inquiries have only their quick outcomes so far,
 * so that a plain average would be too quick. The product-limit estimate for data cut off on the right goes backwards from
 * the last age: of the outcomes that had come by an age, among inquiries that are at least that old, it takes the share that
 * came on that very day. It needs no rate, so that better and worse months do not bend it. The prior is added as complete
 * outcomes: with no data the result is the prior, with much data the data.
 */
export const fitLagCurve = (prior: LagCurve, { byDelay, byAge }: Delays): LagCurve => {
  const shares = Array.from({ length: LAST_AGE + 1 }, () => 1);
  let came = byDelay.reduce((sum, outcomes) => sum + outcomes, 0);
  let tooYoung = byAge.slice(0, LAST_AGE).reduce((sum, outcomes) => sum + outcomes, 0);
  for (let age = LAST_AGE; age > 0; age -= 1) {
    const before = shareMatured(prior, age - 1);
    const until = shareMatured(prior, age);
    const onTheDay = (byDelay[age] ?? 0) + PRIOR_OUTCOMES * (until - before);
    const byThen = came - tooYoung + PRIOR_OUTCOMES * until;
    shares[age - 1] = byThen <= 0 ? 0 : (shares[age] ?? 1) * Math.max(0, 1 - onTheDay / byThen);
    came -= byDelay[age] ?? 0;
    tooYoung -= byAge[age - 1] ?? 0;
  }
  return KNOTS.map((age) => [age, Number((shares[age] ?? 1).toFixed(6))] as const);
};

const MIN_WEEKS = 12;
/** A year at most: a week's shape changes. */
export const MAX_WEEKS = 52;
/** Fewer than these say nothing about seven days. */
const MIN_INQUIRIES = 200;

interface FittedWeek {
  weights: WeekdayWeights;
  weeks: number;
  inquiries: number;
}

/**
 * Monday to Sunday, halfway between the owner's own and the default, summing to 7. `days` are the inquiries of the days up to a
 * Sunday, the latest last, from a Monday on; weeks before the first inquiry do not count.
 */
export const fitWeekdays = (days: readonly number[]): FittedWeek | null => {
  const first = days.findIndex((inquiries) => inquiries > 0);
  if (first === -1) return null;
  const weeks = Math.min(MAX_WEEKS, Math.floor((days.length - first) / 7));
  const own = Array.from({ length: 7 }, () => 0);
  for (const [index, inquiries] of days.slice(days.length - weeks * 7).entries()) {
    own[index % 7] = (own[index % 7] ?? 0) + inquiries;
  }
  const inquiries = own.reduce((sum, count) => sum + count, 0);
  if (weeks < MIN_WEEKS || inquiries < MIN_INQUIRIES) return null;
  const weight = (day: number): number =>
    ((own[day] ?? 0) * 7) / inquiries / 2 + (DEFAULT_WEEKDAY_WEIGHTS[day] ?? 1) / 2;
  return { weights: [weight(0), weight(1), weight(2), weight(3), weight(4), weight(5), weight(6)], weeks, inquiries };
};
