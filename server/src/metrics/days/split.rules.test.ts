import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMoney, splitWhole } from './split.rules.ts';

test('the largest remainders get the rest, earlier ones first', () => {
  expect(splitWhole(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(splitWhole(100, [50, 30, 20])).toEqual([50, 30, 20]);
  expect(splitWhole(7, [0, 2, 1])).toEqual([0, 5, 2]);
  expect(splitWhole(4, [1, 2])).toEqual([1, 3]);
  expect(splitWhole(5, [0, 0])).toEqual([3, 2]);
  expect(splitWhole(-10, [1, 1, 1])).toEqual([-4, -3, -3]);
  expect(splitMoney(100, [1, 1, 1])).toEqual([33.34, 33.33, 33.33]);
  expect(splitWhole(3, [])).toEqual([]);
  expect(() => splitWhole(1.5, [1])).toThrow(RangeError);
});

const weights = fc.array(fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constant(0), fc.constant(Number.NaN)), {
  minLength: 1,
  maxLength: 40,
});

test('parts sum to the total, are within one unit of exact, and are zero for zero weights', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), weights, (total, by) => {
      const parts = splitWhole(total, by);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
      const finite = by.map((weight) => (Number.isFinite(weight) ? weight : 0));
      const largest = Math.max(...finite);
      if (largest === 0) return;
      const sum = finite.reduce((a, b) => a + b / largest, 0);
      parts.forEach((part, index) => {
        const share = (total * ((finite[index] ?? 0) / largest)) / sum;
        expect(Math.abs(part - share)).toBeLessThan(1.000_001);
        expect(finite[index] === 0 && part !== 0).toBe(false);
      });
    }),
  );
});

test('money sums to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), weights, (cents, by) => {
      const parts = splitMoney(cents / 100, by);
      expect(parts.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(cents);
    }),
  );
});
