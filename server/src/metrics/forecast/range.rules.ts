import { type Tested, TESTED_HORIZON } from './backtest.rules.ts';

/** Eight of ten months should end inside the range: measured, tenths of a year's misses hold as many (docs/decisions/094). */
export const TAIL = 0.1;
/** What is divided by a handful of outcomes scatters more from year to year: of such costs tenths held 72 to 76 %. */
export const TAIL_OF_OUTCOME_COST = 0.075;
const EIGHTY = 1.28;
/** Months scatter more than chance alone would have it. */
const OVER_DISPERSION = 2;
/** From so many months tested; with fewer the range comes from the size of the count. */
const MIN_ORIGINS = 6;
/** A forecast of nearly nothing has a range as well. */
const MIN_SIZE = 0.5;
/** By how much the level of a smoothed series can be off grows with each month: the square of its smoothing. */
const MONTHLY_GROWTH = 0.16;

/** How far below and above, in units of forecast ÷ √count, by the horizon from one month on, as far as enough was tested. */
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
 * The range around a forecast. `horizon` is in months; beyond those that were tested it goes on widening. Of the running month,
 * `left` of it is still open: what has come cannot be missed any more.
 */
export const rangeOf = (forecast: number, size: number, spread: Spread, horizon: number, left = 1): Range => {
  const tested = spread.length;
  const [low, high] = spread[Math.min(Math.max(1, horizon), tested) - 1] ?? BY_CHANCE;
  const beyond = Math.max(0, horizon - tested);
  const wider = Math.sqrt(1 + (beyond * MONTHLY_GROWTH) / (1 + (tested - 1) * MONTHLY_GROWTH));
  const unit = (forecast * wider * Math.sqrt(left)) / Math.sqrt(Math.max(size, MIN_SIZE));
  return { low: Math.max(0, forecast + Math.min(0, low) * unit), high: forecast + Math.max(0, high) * unit };
};
