import { roundHalfUp } from '../../values/formats.ts';
import { COVERED_KEYS, COVERED_PARTS, type CoveredPartKey, type PartKey, partOf, type Parts } from './facts.ts';
import { type Formula } from '../types.ts';

/** Nothing is divided by zero: what cannot be told is null, never 0 and never infinite. */
export const quotient = (top: number, bottom: number): number | null => (bottom === 0 ? null : top / bottom);

/** Whatever cannot be told is null: a missing part, a division by zero, a result beyond what a number holds. */
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

/** Against an earlier time, in percent of the earlier value. */
export const changePercent = (current: number | null, previous: number | null): number | null => {
  if (current === null || previous === null) return null;
  const change = quotient((current - previous) * 100, previous);
  return change !== null && Number.isFinite(change) ? change : null;
};

/** What the driver gives for `numeric` and `bigint` is text. */
export const numberOf = (value: string | number | null | undefined): number | null => {
  if (value == null || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};

/** Finer than anything that is stored; coarse enough to swallow what binary fractions leave behind. */
const SUM_DECIMALS = 6;

/**
 * The sum of what there is; null where there is nothing. Compensated (Neumaier) and then set on millionths, so that cents
 * never drift, and the same rows give the same sum in any order.
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

/** The parts of a group or a total, from those of its rows. */
export const sumParts = (rows: readonly Parts[], keys: readonly PartKey[]): Parts =>
  Object.fromEntries(keys.map((key) => [key, sumOf(rows.map((row) => partOf(row, key)))]));

/**
 * The covered parts of a group or a total. Like a run rate, one that a row cannot tell yet is what the row has so far; only
 * where no row can tell it, the total cannot.
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
