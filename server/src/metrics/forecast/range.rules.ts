import { type Tested, TESTED_HORIZON } from './backtest.rules.ts';

/** Eight of ten months should end inside the range: in tests, the tenths of a year's errors achieve that (docs/decisions/094). */
export const TAIL = 0.1;
/** Costs of rare outcomes vary more from year to year: with tenths their range held only 72 to 76 %. */
export const TAIL_OF_OUTCOME_COST = 0.075;
const EIGHTY = 1.28;
/** Months vary more than by chance alone. */
const OVER_DISPERSION = 2;
/** Minimum tested months; with fewer the range follows from the size of the count. */
const MIN_ORIGINS = 6;
/** Minimum count, so that a forecast of nearly nothing has a range too. */
const MIN_SIZE = 0.5;
/** Monthly growth of the uncertainty of a smoothed level: the square of its smoothing factor. */
const MONTHLY_GROWTH = 0.16;

/** Deviations below and above in units of forecast ÷ √count, by horizon from one month on, as far as there are enough tests. */
export type Spread = readonly (readonly [low: number, high: number])[];

export interface Range {
  low: number;
  high: number;
}

/**
 * Quantile of future values, estimated from a sample. With n values the next one is equally likely in each of the n + 1 gaps, so the k-th
 * stands for k ÷ (n + 1): the plain quantile of few values would be too narrow.
 */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const place = Math.min(sorted.length, Math.max(1, share * (sorted.length + 1)));
  const below = Math.floor(place);
  const at = sorted[below - 1] ?? 0;
  return at + (place - below) * ((sorted[below] ?? at) - at);
};

const BY_CHANCE: readonly [number, number] = [
  -EIGHTY * Math.sqrt(OVER_DISPERSION),
  EIGHTY * Math.sqrt(OVER_DISPERSION),
];

/**
 * Interval that contains eight of ten errors. All line items of an owner are pooled, each error scaled by the chance variation of its
 * count: a single line has six months, of which two would determine its range.
 */
export const spreadOf = (
  tested: readonly Pick<Tested, 'horizon' | 'actual' | 'auto' | 'size'>[],
  tail = TAIL,
): Spread => {
  const byHorizon = Map.groupBy(
    tested.filter(({ auto }) => auto > 0),
    ({ horizon }) => horizon,
  );
  const missesAt = (horizon: number): number[] =>
    (byHorizon.get(horizon) ?? []).map(
      ({ actual, auto, size }) => (actual / auto - 1) * Math.sqrt(Math.max(size, MIN_SIZE)),
    );
  const misses = Array.from({ length: TESTED_HORIZON }, (_, index) => missesAt(index + 1));
  const thin = misses.findIndex(({ length }) => length < MIN_ORIGINS);
  const enough = misses.slice(0, thin === -1 ? TESTED_HORIZON : thin);
  return enough.length === 0 ? [BY_CHANCE] : enough.map((all) => [quantile(all, tail), quantile(all, 1 - tail)]);
};

/**
 * The range around a forecast. `horizon` is in months; beyond the tested ones it keeps widening. For the current month only the share
 * `left` is uncertain: actuals are certain.
 */
export const rangeOf = (forecast: number, size: number, spread: Spread, horizon: number, left = 1): Range => {
  const tested = spread.length;
  const [low, high] = spread[Math.min(Math.max(1, horizon), tested) - 1] ?? BY_CHANCE;
  const beyond = Math.max(0, horizon - tested);
  const wider = Math.sqrt(1 + (beyond * MONTHLY_GROWTH) / (1 + (tested - 1) * MONTHLY_GROWTH));
  const unit = (forecast * wider * Math.sqrt(left)) / Math.sqrt(Math.max(size, MIN_SIZE));
  return { low: Math.max(0, forecast + Math.min(0, low) * unit), high: forecast + Math.max(0, high) * unit };
};
