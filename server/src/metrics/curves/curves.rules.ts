import { type LagCurve, shareMatured } from '../maturity/maturity.rules.ts';
import { DEFAULT_WEEKDAY_WEIGHTS, type WeekdayWeights } from '../days/pacing.rules.ts';

/** Outcomes of one stage, counted two ways. The index is days; inquiries older than the curve are in no age. */
export interface Delays {
  /** By delay after the inquiry; later outcomes count on the last day of the curve. */
  byDelay: readonly number[];
  /** By today's age of the inquiry. */
  byAge: readonly number[];
}

/** A curve is complete after a year. */
export const LAST_AGE = 365;

/** Weight of the prior curve, in outcomes. */
const PRIOR_OUTCOMES = 200;

/** Ages of a fitted curve's points. They include all of the default curves', so that without data the default results. */
const KNOTS = [
  0, 1, 2, 3, 5, 7, 10, 14, 18, 21, 25, 30, 37, 45, 52, 60, 75, 90, 105, 120, 135, 150, 165, 180, 210, 240, 270, 300,
  330, 365,
] as const;

/**
 * Share of all outcomes that has arrived, by days since the inquiry. A plain average would be too fast, because recent inquiries have only
 * their quick outcomes so far. The product-limit estimate for right-censored data goes backwards from the last age: of the outcomes that
 * arrived by an age, among inquiries at least that old, it takes the share that arrived on that day. It needs no rate, so that better or
 * worse months do not distort it. The prior is added as complete outcomes: without data the result is the prior, with much data the data.
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
/** At most a year: weekday patterns change. */
export const MAX_WEEKS = 52;
/** Minimum inquiries for a weekday pattern. */
const MIN_INQUIRIES = 200;

interface FittedWeek {
  weights: WeekdayWeights;
  weeks: number;
  inquiries: number;
}

/**
 * Weights from Monday to Sunday, the mean of the owner's own and the default, summing to 7. `days` are inquiries from a Monday to a Sunday,
 * latest last; weeks before the first inquiry do not count.
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
