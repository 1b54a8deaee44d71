import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeByPercent, distribute, type Taker } from './distribute.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const taker = (weight: number, most: number | null = null, least = 1000): Taker => ({ weight, most, least });

it('gives the remaining units to the largest remainders', () => {
  expect(distribute(10, [taker(1), taker(1), taker(1)])).toEqual({ parts: [4, 3, 3], left: 0 });
  expect(distribute(10, [taker(5), taker(3), taker(1)])).toEqual({ parts: [6, 3, 1], left: 0 });
});

it('redistributes what one row cannot take, and reports what none can', () => {
  expect(distribute(30, [taker(1, 5), taker(1), taker(1)])).toEqual({ parts: [5, 13, 12], left: 0 });
  expect(distribute(30, [taker(1, 5), taker(1, 10)])).toEqual({ parts: [5, 10], left: 15 });
  expect(distribute(30, [])).toEqual({ parts: [], left: 30 });
});

it('takes away no more than each row has', () => {
  expect(distribute(-10, [taker(1, null, 3), taker(1)])).toEqual({ parts: [-3, -7], left: 0 });
  expect(distribute(-10, [taker(1, null, 3), taker(1, null, 4)])).toEqual({ parts: [-3, -4], left: -3 });
});

it('splits equally where all weights are zero', () => {
  expect(distribute(4, [taker(0), taker(0)])).toEqual({ parts: [2, 2], left: 0 });
});

const takers = fc.array(
  fc.record({
    weight: fc.integer({ min: 0, max: 500 }),
    most: fc.option(fc.integer({ min: 0, max: 300 })),
    least: fc.integer({ min: 0, max: 300 }),
  }),
  { maxLength: 20 },
);

it('distributes the exact amount in whole units within all bounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 3000 }), takers, (amount, all) => {
      const { parts, left } = distribute(amount, all);
      expect(sum(parts) + left).toBe(amount);
      expect(parts.every(Number.isInteger)).toBe(true);
      for (const [index, part] of parts.entries()) {
        expect(part).toBeLessThanOrEqual(all[index]?.most ?? Number.POSITIVE_INFINITY);
        expect(-part).toBeLessThanOrEqual(amount < 0 ? (all[index]?.least ?? 0) : 0);
      }
      // A remainder is left only if all limits are reached.
      const isFull = parts.every((part, index) =>
        amount < 0 ? -part === all[index]?.least : part === all[index]?.most,
      );
      expect(left === 0 || isFull).toBe(true);
    }),
  );
});

it('a percentage change applies to the total exactly', () => {
  expect(changeByPercent([15, 15, 15], 10)).toEqual([17, 17, 16]);
  expect(changeByPercent([100], -10)).toEqual([90]);
  expect(changeByPercent([0, 10], 50)).toEqual([0, 15]);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: -100, max: 300 }),
      (values, percent) => {
        const changed = changeByPercent(values, percent);
        const exact = sum(values) * (1 + percent / 100);
        expect(Math.abs(sum(changed) - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        for (const [index, value] of changed.entries())
          expect(Math.abs(value - (values[index] ?? 0) * (1 + percent / 100))).toBeLessThan(1);
        expect(changed.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
      },
    ),
  );
});
