import { SEASON } from './shape.ts';

/** A month's worth of something: how much, and in which month of the year, 0 for January. */
export interface Actual {
  ofYear: number;
  value: number;
}

export interface Point {
  forecast: number;
  low80: number;
  high80: number;
}

export interface Accuracy {
  wape: number;
  bias: number;
  monthsTested: number;
  beatsNaive: boolean;
}

/** Smoothing of level and trend, and how much of the trend is left after each month: domain handbook, 2.29. */
const ALPHA = 0.4;
const BETA = 0.2;
const DAMPING = 0.9;
const ORIGINS = 6;
const HORIZON = 3;
/** Eight of ten lie within so many deviations. */
const EIGHTY = 1.28;

/** What the months after the last one should bring, season, level and trend taken together. */
export const extrapolate = (actuals: readonly Actual[], months: number): number[] => {
  const [first, ...rest] = actuals.map(({ ofYear, value }) => value / SEASON[ofYear]!);
  let level = first ?? 0;
  let trend = 0;
  for (const value of rest) {
    const next = ALPHA * value + (1 - ALPHA) * (level + DAMPING * trend);
    trend = BETA * (next - level) + (1 - BETA) * DAMPING * trend;
    level = next;
  }
  const last = actuals.at(-1)?.ofYear ?? 0;
  let reach = 0;
  return Array.from({ length: months }, (_, index) => {
    reach += DAMPING ** (index + 1);
    return Math.max(0, (level + reach * trend) * SEASON[(last + index + 1) % 12]!);
  });
};

interface Tried {
  actual: number;
  forecast: number;
  naive: number;
}

/** From each of the last months, what would have been foreseen for the next three, and what came. */
const tryOut = (actuals: readonly Actual[]): Tried[] =>
  Array.from({ length: ORIGINS }, (_, back) => actuals.length - HORIZON - back).flatMap((origin) =>
    extrapolate(actuals.slice(0, origin), HORIZON).map((forecast, index) => ({
      forecast,
      actual: actuals[origin + index]!.value,
      naive: actuals[origin + index - 12]?.value ?? 0,
    })),
  );

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

/** Needs two years: a year to look back to from the earliest month that is tried. */
export const accuracyOf = (actuals: readonly Actual[]): Accuracy => {
  const tried = tryOut(actuals);
  const whole = Math.max(1, sum(tried.map(({ actual }) => actual)));
  const missed = (by: (one: Tried) => number): number =>
    (100 * sum(tried.map((one) => Math.abs(by(one) - one.actual)))) / whole;
  const wape = missed(({ forecast }) => forecast);
  return {
    wape: Math.round(wape * 10) / 10,
    bias: Math.round((1000 * sum(tried.map(({ forecast, actual }) => forecast - actual))) / whole) / 10,
    monthsTested: ORIGINS,
    beatsNaive: wape < missed(({ naive }) => naive),
  };
};

/** With the range in which eight of ten months should end, by how far it was off before. */
export const pointsOf = (actuals: readonly Actual[], months: number): Point[] => {
  const errors = tryOut(actuals).map(({ actual, forecast }) => (forecast === 0 ? 0 : actual / forecast - 1));
  const deviation = Math.sqrt(sum(errors.map((error) => error ** 2)) / errors.length);
  return extrapolate(actuals, months).map((forecast) => ({
    forecast,
    low80: Math.max(0, forecast * (1 - EIGHTY * deviation)),
    high80: forecast * (1 + EIGHTY * deviation),
  }));
};
