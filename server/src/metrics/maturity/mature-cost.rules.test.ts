import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMatureParts, ageWeights, leanOf, matureCost, type MatureParts } from './mature-cost.rules.ts';
import { DEFAULT_LAG_CURVES } from './maturity.rules.ts';

const { enrollment } = DEFAULT_LAG_CURVES.career;
/** This many outcomes from today at this cost, with plenty of inquiries. */
const of = (outcomes: number, cost: number, inquiries = 1000): MatureParts => ({
  weightedSpend: outcomes * cost,
  weightedOutcomes: outcomes,
  squaredOutcomes: outcomes,
  weightedInquiries: inquiries,
  maturedInquiries: inquiries,
  spend: outcomes * cost,
  inquiries,
  outcomes,
});

test('an inquiry’s weight is its maturity, halved every 120 days', () => {
  expect(ageWeights(enrollment, 0)).toEqual({ recent: 100_000, recentSquared: 100_000, matured: 0, weight: 0 });
  expect(ageWeights(enrollment, 120)).toEqual({
    recent: 50_000,
    recentSquared: 25_000,
    matured: 96_000,
    weight: 48_000,
  });
  expect(ageWeights(enrollment, 60).weight).toBe(Math.round(0.82 * 0.5 ** 0.5 * 100_000));
});

describe('a cost', () => {
  test('is spend per outcome with enough outcomes, whatever its parent', () => {
    expect(matureCost(of(20, 500), 9000)).toMatchObject({ value: 500, shrunk: false, outcomes: 20 });
    expect(matureCost(of(20, 500), null)).toMatchObject({ value: 500, shrunk: false });
  });

  test('with fewer than three outcomes adds three of its parent’s, and without any equals its parent’s', () => {
    expect(matureCost(of(2, 500), 1000)).toMatchObject({ value: (2 * 500 + 3 * 1000) / 5, shrunk: true });
    expect(matureCost(of(0, 0), 1000)).toMatchObject({ value: 1000, shrunk: true });
    expect(matureCost(of(20, 500, 29), 1000)).toMatchObject({ value: (20 * 500 + 3 * 1000) / 23, shrunk: true });
    expect(matureCost(of(2, 500), null)).toMatchObject({ value: null, low: null, high: null });
    expect(matureCost(of(4, 500), null)).toMatchObject({ value: 500, shrunk: false });
  });

  test('depends on the parent less and less, without a step', () => {
    expect([2, 3, 6, 9, 12].map((outcomes) => leanOf(of(outcomes, 500)))).toEqual([1, 1, 0.5, 0, 0]);
    expect([29, 30, 45, 60].map((inquiries) => leanOf(of(20, 500, inquiries)))).toEqual([1, 1, 0.5, 0]);
    const values = Array.from({ length: 2000 }, (_, step) => matureCost(of(step / 100 + 0.01, 500), 1500).value ?? 0);
    expect(Math.max(...values.map((value, step) => Math.abs(value / (values[step - 1] ?? value) - 1)))).toBeLessThan(
      0.005,
    );
  });

  test('has a range around it that narrows with more outcomes', () => {
    const parts = fc.record({
      outcomes: fc.double({ min: 0, max: 500, noNaN: true }),
      cost: fc.integer({ min: 1, max: 9999 }),
    });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 9999 }), ({ outcomes, cost }, parent) => {
        const { value, low, high } = matureCost(of(outcomes, cost), parent);
        expect(low!).toBeLessThan(value!);
        expect(high!).toBeGreaterThan(value!);
      }),
    );
    const widthOf = (outcomes: number): number => {
      const { low, high } = matureCost(of(outcomes, 100), null);
      return high! - low!;
    };
    // For 100 outcomes (Poisson) the 80 % range is 87 to 113.
    expect(matureCost(of(100, 100), null).low).toBeCloseTo(100 / 1.13, 0);
    expect(matureCost(of(100, 100), null).high).toBeCloseTo(100 / 0.873, 0);
    expect(widthOf(10)).toBeGreaterThan(2 * widthOf(100));
  });
});

test('parts sum to the total', () => {
  expect(matureCost(addMatureParts([of(10, 500), of(30, 900)]), null)).toMatchObject({ value: 800, outcomes: 40 });
  expect(addMatureParts([]).outcomes).toBe(0);
});
