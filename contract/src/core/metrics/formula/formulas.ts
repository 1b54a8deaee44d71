import { overSameCampaigns, type PartKey } from './facts.ts';
import { type Formula } from '../types.ts';
import { quotient, sumOf } from './sums.ts';

const times = (factor: number, value: number | null): number | null => (value === null ? null : value * factor);

/** Ratios and differences compare, so both halves cover the same campaigns. */
export const per = (top: PartKey, bottom: PartKey): Formula => ({
  parts: overSameCampaigns([top, bottom]),
  derive: quotient,
  words: (a, b) => `${a} ÷ ${b}`,
});

export const percentOf = (top: PartKey, bottom: PartKey): Formula => ({
  parts: overSameCampaigns([top, bottom]),
  derive: (a: number, b: number) => times(100, quotient(a, b)),
  words: (a, b) => `${a} ÷ ${b}, in percent`,
});

export const perThousand = (top: PartKey, bottom: PartKey): Formula => ({
  parts: overSameCampaigns([top, bottom]),
  derive: (a: number, b: number) => times(1000, quotient(a, b)),
  words: (a, b) => `${a} ÷ ${b} × 1,000`,
});

export const minus = (from: PartKey, part: PartKey): Formula => ({
  parts: overSameCampaigns([from, part]),
  derive: (a: number, b: number) => sumOf([a, -b]),
  words: (a, b) => `${a} − ${b}`,
});

/** The remainder in percent of the whole. */
export const percentLeft = (whole: PartKey, part: PartKey): Formula => ({
  parts: overSameCampaigns([whole, part]),
  derive: (a: number, b: number) => times(100, quotient(a - b, a)),
  words: (a, b) => `(${a} − ${b}) ÷ ${a}, in percent`,
});

/** Summands may cover different campaigns. */
export const together = (...parts: PartKey[]): Formula => ({
  parts,
  adds: true,
  derive: (...sums: number[]) => sumOf(sums),
  words: (...names) => names.join(' + '),
});
