import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LAG_CURVES, type LagCurve } from '../maturity/maturity.rules.ts';
import { arrivalShares, dueIn, exposureOf, shrunkRate } from './arrivals.rules.ts';
import { costAt, fitExponent, inquiriesAt } from './curve.rules.ts';

describe('outcomes', () => {
  test('arrive in the same month without a lag, and half of them in the next with a lag of half a month', () => {
    const atOnce: LagCurve = [
      [0, 1],
      [365, 1],
    ];
    expect(arrivalShares(atOnce).slice(0, 2)).toEqual([expect.closeTo(1, 10), expect.closeTo(0, 10)]);
    const afterHalf: LagCurve = [
      [0, 0],
      [15.2, 0],
      [15.21, 1],
      [365, 1],
    ];
    expect(arrivalShares(afterHalf)[0]).toBeCloseTo(0.5, 1);
    expect(arrivalShares(afterHalf)[1]).toBeCloseTo(0.5, 1);
  });

  test('arrive once each: the shares of a curve sum to one', () => {
    for (const curves of Object.values(DEFAULT_LAG_CURVES))
      for (const curve of Object.values(curves)) {
        const shares = arrivalShares(curve);
        expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 8);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }
  });

  test('come from this month’s inquiries and earlier ones', () => {
    // 0.2 of 100, 0.5 of 80, 0.3 of 60.
    expect(dueIn([60, 80, 100], [0.2, 0.5, 0.3], 2)).toBeCloseTo(78, 10);
    expect(dueIn([60, 80, 100], [0.2, 0.5, 0.3], 0)).toBeCloseTo(12, 10);
  });
});

describe('a mature rate', () => {
  test('is outcomes divided by the inquiries that can have them', () => {
    // The first six months are ignored, as they lack earlier inquiries.
    const inquiries = Array(10).fill(100);
    const outcomes = [...Array(6).fill(0), 5, 5, 5, 5];
    expect(exposureOf(inquiries, outcomes, [0.5, 0.5])).toEqual({ outcomes: 20, exposed: 400 });
    expect(shrunkRate({ outcomes: 20, exposed: 400 }, null)).toBe(0.05);
  });

  test('shrinks towards its parent with a weight of fifty inquiries', () => {
    expect(shrunkRate({ outcomes: 3, exposed: 50 }, 0.1)).toBeCloseTo((3 + 5) / 100, 10);
    expect(shrunkRate({ outcomes: 0, exposed: 0 }, 0.1)).toBe(0.1);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (outcomes, exposed, parent) => {
          const rate = shrunkRate({ outcomes, exposed }, parent);
          const own = outcomes / exposed;
          expect(rate).toBeGreaterThanOrEqual(Math.min(own, parent) - 1e-12);
          expect(rate).toBeLessThanOrEqual(Math.max(own, parent) + 1e-12);
        },
      ),
    );
  });
});

describe('diminishing returns', () => {
  const spend = Array.from({ length: 14 }, (_, month) => 1_000 * 1.1 ** month);
  const inquiriesFor = (exponent: number): number[] => spend.map((value) => value / (40 * (value / 1_000) ** exponent));

  test('are fitted if a year of months agrees, within bounds', () => {
    expect(fitExponent(spend, inquiriesFor(0.3))).toEqual({ exponent: expect.closeTo(0.3, 8), isFitted: true });
    expect(fitExponent(spend, inquiriesFor(0.8))).toEqual({ exponent: 0.5, isFitted: true });
    expect(fitExponent(spend, inquiriesFor(-0.3))).toEqual({ exponent: 0, isFitted: true });
    expect(fitExponent(spend.slice(0, 11), inquiriesFor(0.3))).toEqual({ exponent: 0.15, isFitted: false });
    const noisy = spend.map((value, month) => value / (month % 2 === 0 ? 30 : 60));
    expect(fitExponent(spend, noisy)).toEqual({ exponent: 0.15, isFitted: false });
  });

  test('mean less than twice the inquiries for twice the spend', () => {
    const base = { spend: 10_000, cpl: 50, exponent: 0.15 };
    expect(costAt(base, 20_000)).toBeCloseTo(50 * 2 ** 0.15, 10);
    expect(inquiriesAt(base, 20_000)).toBeCloseTo(400 / 2 ** 0.15, 10);
    expect(inquiriesAt(base, 10_000)).toBe(200);
    expect(inquiriesAt({ ...base, spend: 0 }, 500)).toBe(10);
  });

  test('never mean fewer inquiries for more money', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (a, b, exponent) => {
          const base = { spend: 5_000, cpl: 40, exponent };
          const [less, more] = a < b ? [a, b] : [b, a];
          expect(inquiriesAt(base, more)).toBeGreaterThanOrEqual(inquiriesAt(base, less) - 1e-9);
        },
      ),
    );
  });
});
