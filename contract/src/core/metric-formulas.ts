import { type PartKey } from './metric-facts.ts';
import { type Formula } from './metric-types.ts';
import { quotient } from './metric-sums.ts';

const times = (factor: number, value: number | null): number | null => (value === null ? null : value * factor);

export const per = (top: PartKey, bottom: PartKey): Formula => ({ parts: [top, bottom], derive: quotient });

export const percentOf = (top: PartKey, bottom: PartKey): Formula => ({
  parts: [top, bottom],
  derive: (a: number, b: number) => times(100, quotient(a, b)),
});

export const perThousand = (top: PartKey, bottom: PartKey): Formula => ({
  parts: [top, bottom],
  derive: (a: number, b: number) => times(1000, quotient(a, b)),
});

export const minus = (from: PartKey, taken: PartKey): Formula => ({
  parts: [from, taken],
  derive: (a: number, b: number) => a - b,
});

/** How much of the whole is left, in percent of the whole. */
export const percentLeft = (whole: PartKey, taken: PartKey): Formula => ({
  parts: [whole, taken],
  derive: (a: number, b: number) => times(100, quotient(a - b, a)),
});

export const together = (...parts: PartKey[]): Formula => ({
  parts,
  derive: (...sums: number[]) => sums.reduce((total, sum) => total + sum, 0),
});
