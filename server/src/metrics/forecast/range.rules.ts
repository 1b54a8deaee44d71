import { type Tested, TESTED_HORIZON } from './backtest.rules.ts';

/**
 * Eight of ten months should end inside the range. The tested months share their luck, so that tenths of what they missed by hold fewer
 * of the months to come: measured, elevenths of it hold eight of ten (docs/decisions/063, 069).
 */
const TAIL = 0.09;
const EIGHTY = 1.28;
/** Months scatter more than chance alone would have it. */
const OVER_DISPERSION = 2;
/** From so many months tested; with fewer the range comes from the size of the count. */
export const LEAST_ORIGINS = 6;
/** A forecast of nearly nothing has a range as well. */
const LEAST_SIZE = 0.5;
/** By how much the level of a smoothed series can be off grows with each month: the square of its smoothing. */
const GROWTH_A_MONTH = 0.16;

/** How far below and above, in units of forecast ÷ √count, by the horizon: 1, 2 and 3 months. */
export type Spread = readonly (readonly [low: number, high: number])[];

export interface Range {
  low: number;
  high: number;
}

/**
 * The value below which a share of all to come lies, from those that were seen. With n of them the next one is as likely in each of
 * the n + 1 gaps, so that the k-th stands for k ÷ (n + 1): the plain quantile of a few values would be too narrow.
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
 * Where eight of ten of the misses lie. All line items of an owner are asked together, each miss told in units of what chance does to
 * a count of its size: one line alone has six months, of which two would make its range.
 */
export const spreadOf = (tested: readonly Pick<Tested, 'horizon' | 'actual' | 'auto' | 'size'>[]): Spread =>
  Array.from({ length: TESTED_HORIZON }, (_, index) => {
    const misses = tested
      .filter(({ horizon, auto }) => horizon === index + 1 && auto > 0)
      .map(({ actual, auto, size }) => (actual / auto - 1) * Math.sqrt(Math.max(size, LEAST_SIZE)));
    return misses.length < LEAST_ORIGINS ? BY_CHANCE : ([quantile(misses, TAIL), quantile(misses, 1 - TAIL)] as const);
  });

/**
 * The range around a forecast. `horizon` is in months; beyond the third it goes on widening. Of the running month, `left` of it
 * is still open: what has come cannot be missed any more.
 */
export const rangeOf = (forecast: number, size: number, spread: Spread, horizon: number, left = 1): Range => {
  const [low, high] = spread[Math.min(Math.max(1, horizon), TESTED_HORIZON) - 1] ?? BY_CHANCE;
  const beyond = Math.max(0, horizon - TESTED_HORIZON);
  const wider = Math.sqrt(1 + (beyond * GROWTH_A_MONTH) / (1 + (TESTED_HORIZON - 1) * GROWTH_A_MONTH));
  const unit = (forecast * wider * Math.sqrt(left)) / Math.sqrt(Math.max(size, LEAST_SIZE));
  return { low: Math.max(0, forecast + Math.min(0, low) * unit), high: forecast + Math.max(0, high) * unit };
};
