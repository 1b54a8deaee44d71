import { expect, test } from 'vitest';
import { rangeWords } from './projection-range.ts';

test('a projection shows its range; other columns and finished months do not', () => {
  const row = {
    spendProjectionLow: 61_000,
    spendProjectionHigh: 72_500.5,
    leadProjectionLow: 40,
    leadProjectionHigh: 40,
  };
  expect(rangeWords(row, 'spendProjection')).toBe('Likely range $61,000.00–$72,500.50 (80 %)');
  expect(rangeWords(row, 'leadProjection')).toBeUndefined();
  expect(rangeWords(row, 'mtdSpent')).toBeUndefined();
  expect(rangeWords({}, 'spendProjection')).toBeUndefined();
});
