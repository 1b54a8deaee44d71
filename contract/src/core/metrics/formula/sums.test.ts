import { expect, test } from 'vitest';
import { changePercent, numberOf, sumOf, sumParts } from './sums.ts';

test('sums of cents are exact', () => {
  expect(sumOf(Array.from({ length: 100_000 }, () => 0.1))).toBe(10_000);
  expect(sumOf([0.1, 0.2])).toBe(0.3);
  expect(sumOf([1e15, 0.01, -1e15])).toBe(0.01);
});

test('the sum of nothing is zero; missing values are skipped', () => {
  expect(sumOf([])).toBeNull();
  expect(sumOf([null, undefined])).toBeNull();
  expect(sumOf([null, 0])).toBe(0);
  expect(sumParts([{ spend: 1.1, budget: null }, { spend: 2.2 }], ['spend', 'budget'])).toEqual({
    spend: 3.3,
    budget: null,
  });
});

test('numeric values of the database arrive as text', () => {
  expect(numberOf('24310.00')).toBe(24_310);
  expect([numberOf(null), numberOf(''), numberOf('NaN')]).toEqual([null, null, null]);
});

test('a change from zero is null', () => {
  expect(changePercent(110, 100)).toBe(10);
  expect(changePercent(5, 0)).toBeNull();
  expect(changePercent(null, 3)).toBeNull();
});
