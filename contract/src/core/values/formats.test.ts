import { expect, test } from 'vitest';
import { fileValue, formatMetricValue, NO_VALUE, roundHalfUp } from './formats.ts';

test.each([
  [1.005, 2, 1.01],
  [1.1 * 1.15, 2, 1.27],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [0.285, 2, 0.29],
  [1.28, 1, 1.3],
  [142.9, 0, 143],
  [8.345, 2, 8.35],
  [1.0049999, 2, 1],
  [-0.001, 2, 0],
  [1e-9, 2, 0],
  [1e21, 2, 1e21],
  [1e307, 2, 1e307],
  [66_300.000_000_000_01, 2, 66_300],
  // Ties whose lower neighbour is even: rounding to even or cutting off would give the lower one.
  [0.5, 0, 1],
  [4.5, 0, 5],
  [-4.5, 0, -5],
  [0.125, 2, 0.13],
  [-0.125, 2, -0.13],
  [2.345, 2, 2.35],
  [1_234.5, 0, 1_235],
  // Ties whose lower neighbour is odd: cutting off would give the lower one.
  [3.5, 0, 4],
  [-3.5, 0, -4],
  [0.375, 2, 0.38],
  [0.000_000_5, 6, 0.000_001],
  [999_999_999_999.5, 0, 1_000_000_000_000],
])('%s to %s decimals is %s', (value, decimals, rounded) => {
  expect(roundHalfUp(value, decimals)).toBe(rounded);
});

test('arithmetic and digit-based rounding agree on both sides of every half', () => {
  /** Rounds by decimal digits only, without shortcuts. */
  const byDigits = (value: number, decimals: number): number => {
    const [whole = '', part = ''] = Math.abs(Number(value.toPrecision(15)))
      .toFixed(decimals + 6)
      .split('.');
    const digits = BigInt(whole + part.slice(0, decimals)) + (Number(part[decimals]) >= 5 ? 1n : 0n);
    return (Math.sign(value) * Number(digits)) / 10 ** decimals || 0;
  };
  let state = 4600;
  for (let round = 0; round < 2_000; round += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const decimals = round % 3;
    const tie = (Math.floor(state / 4096) + 0.5) / 10 ** decimals;
    for (const value of [tie, -tie, tie + 0.000_01, tie - 0.000_01, -tie - 0.000_01])
      expect([value, roundHalfUp(value, decimals)]).toEqual([value, byDigits(value, decimals)]);
  }
});

test('money has cents in tables and none in tiles', () => {
  expect(formatMetricValue({ kind: 'dollar' }, 24_310)).toBe('$24,310.00');
  expect(formatMetricValue({ kind: 'dollar' }, 24_310.5, { place: 'tile' })).toBe('$24,311');
  expect(formatMetricValue({ kind: 'dollar' }, -1_200.005)).toBe('-$1,200.01');
  expect(formatMetricValue({ kind: 'dollar' }, 2_310, { signed: true })).toBe('+$2,310.00');
});

test('counts are whole, percentages have one decimal, rates two', () => {
  expect(formatMetricValue({ kind: 'count' }, 1_328.18)).toBe('1,328');
  expect(formatMetricValue({ kind: 'percent' }, 110.45)).toBe('110.5%');
  expect(formatMetricValue({ kind: 'percent', decimals: 2 }, 0.115)).toBe('0.12%');
  expect(formatMetricValue({ kind: 'number' }, 2.345)).toBe('2.35');
});

test('unknown values are a dash, in files an empty cell, never 0', () => {
  for (const value of [null, undefined, Number.NaN, Infinity]) {
    expect(formatMetricValue({ kind: 'dollar' }, value)).toBe(NO_VALUE);
    expect(fileValue({ kind: 'dollar' }, value)).toBe('');
  }
  expect(fileValue({ kind: 'dollar' }, 1.005)).toBe(1.01);
});

test('blank when zero is blank when zero or not known', () => {
  const format = { kind: 'dollar', blankWhenZero: true } as const;
  expect([0, null, 3].map((value) => formatMetricValue(format, value))).toEqual(['', '', '$3.00']);
  expect(fileValue(format, 0)).toBe('');
});
