import { expect, test } from 'vitest';
import { rangeWords } from './projection-range.ts';

test('a projection shows its range; other columns and finished months do not', () => {
  const row = {
    spendProjectionLow: 61_000,
    spendProjectionHigh: 72_500.5,
    leadProjectionLow: 40,
    leadProjectionHigh: 40,
  };
  expect(rangeWords(row, 'spendProjection')).toBe('8 months of 10 end between $61,000.00 and $72,500.50');
  expect(rangeWords(row, 'leadProjection')).toBeUndefined();
  expect(rangeWords(row, 'mtdSpent')).toBeUndefined();
  expect(rangeWords({}, 'spendProjection')).toBeUndefined();
});
