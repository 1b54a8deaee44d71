import { expect, test } from 'vitest';
import { fileValue, formatMetricValue, NO_VALUE, roundHalfUp } from './formats.ts';

test.each([
  [1.005, 2, 1.01],
  [1.1 * 1.15, 2, 1.27],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [0.285, 2, 0.29],
  [8.345, 2, 8.35],
  [1.0049999, 2, 1],
  [-0.001, 2, 0],
  [1e-9, 2, 0],
  [1e21, 2, 1e21],
  [1e307, 2, 1e307],
  [66_300.000_000_000_01, 2, 66_300],
])('%s to %s decimals is %s', (value, decimals, rounded) => {
  expect(roundHalfUp(value, decimals)).toBe(rounded);
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

test('what is not known is a dash, in a file an empty cell, and never 0', () => {
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
