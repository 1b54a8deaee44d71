import { roundHalfUp } from '../../values/formats.ts';
import { COVERED_KEYS, COVERED_PARTS, type CoveredPartKey, type PartKey, partOf, type Parts } from './facts.ts';
import { type Formula } from '../types.ts';

/** Null for a division by zero: an unknown value is never 0 or infinite. */
export const quotient = (top: number, bottom: number): number | null => (bottom === 0 ? null : top / bottom);

/** Null if the value is unknown: a missing part, a division by zero, or an overflow. */
export const evaluate = (formula: Formula, parts: Parts): number | null => {
  const sums: number[] = [];
  for (const key of formula.parts) {
    const sum = partOf(parts, key);
    if (sum === null || !Number.isFinite(sum)) return null;
    sums.push(sum);
  }
  const value = formula.derive(...sums);
  return value !== null && Number.isFinite(value) ? value : null;
};

/** Change from an earlier value, in percent of it. */
export const changePercent = (current: number | null, previous: number | null): number | null => {
  if (current === null || previous === null) return null;
  const change = quotient((current - previous) * 100, previous);
  return change !== null && Number.isFinite(change) ? change : null;
};

/** The database driver returns `numeric` and `bigint` as text. */
export const numberOf = (value: string | number | null | undefined): number | null => {
  if (value == null || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

/** Finer than any stored value; coarse enough to remove binary rounding errors. */
const SUM_DECIMALS = 6;

/**
 * Sum of the values; null if there are none. Compensated (Neumaier) and rounded to millionths, so that cents never drift and the order of
 * rows does not matter.
 */
export const sumBy = <Row>(rows: Iterable<Row>, pick: (row: Row) => number | null | undefined): number | null => {
  let sum = 0;
  let lost = 0;
  let seen = false;
  for (const row of rows) {
    const value = pick(row);
    if (value == null) continue;
    seen = true;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  const total = sum + lost;
  return seen && Number.isFinite(total) ? roundHalfUp(total, SUM_DECIMALS) : null;
};
export const sumOf = (values: Iterable<number | null | undefined>): number | null => sumBy(values, (value) => value);

/** The parts of a group or total, from those of its rows. */
export const sumParts = (rows: readonly Parts[], keys: readonly PartKey[]): Parts =>
  Object.fromEntries(keys.map((key) => [key, sumOf(rows.map((row) => partOf(row, key)))]));

/**
 * The covered parts of a group or total. As with run rates, a row without a value adds its value so far; the total is null only if no row
 * has a value.
 */
export const rollUpCovered = (rows: readonly Parts[]): Record<CoveredPartKey, number | null> => {
  const total = (key: CoveredPartKey): number | null => {
    const { soFar } = COVERED_PARTS[key];
    const values = rows.map((row) => partOf(row, key));
    if (soFar === undefined || values.every((value) => value === null)) return sumOf(values);
    return sumBy(rows, (row) => partOf(row, key) ?? partOf(row, soFar));
  };
  return Object.fromEntries(COVERED_KEYS.map((key) => [key, total(key)])) as Record<CoveredPartKey, number | null>;
};
