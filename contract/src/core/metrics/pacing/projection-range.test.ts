import { describe, expect, test } from 'vitest';
import { EMPTY_PLAN, type PlanBasis, planRanges } from './plan.ts';
import { projectionRange, rangeCell } from './projection-range.ts';

describe('the 80 % range of a projection', () => {
  const range = (daysDone: number, projected = 60_000, soFar = 20_000) =>
    projectionRange('spend', { soFar, projected, daysDone }) ?? { low: 0, high: 0 };

  test('contains the projection and is never below the amount so far', () => {
    for (const day of [0, 3, 5, 9, 14, 20, 25, 31]) {
      const { low, high } = range(day);
      expect(low).toBeGreaterThanOrEqual(20_000);
      expect(low).toBeLessThanOrEqual(60_000);
      expect(high).toBeGreaterThanOrEqual(60_000);
    }
  });

  test('narrows with each day, and is wider where little is still to come', () => {
    const width = ({ low, high }: { low: number; high: number }): number => high - low;
    expect(width(range(14))).toBeLessThan(width(range(3)));
    expect(width(range(9, 300, 100)) / 200).toBeGreaterThan(width(range(9)) / 40_000);
  });

  test('equals the result of a finished month, and is empty without a projection', () => {
    expect(range(30, 20_000)).toEqual({ low: 20_000, high: 20_000 });
    expect(projectionRange('leads', { soFar: 3, projected: null, daysDone: 3 })).toBeNull();
    expect(rangeCell('leads', 31, 1e9)).toEqual(['leads', 5, 4]);
  });

  test('ends at the hard cap', () => {
    const basis: PlanBasis = {
      isPpl: true,
      stopsAtCap: true,
      daysDone: 10,
      daysInAll: 30,
      daysPlanned: 30,
      share: { due: 10, of: 30 },
      price: 50,
      monthlyBudget: null,
      spend: 1_000,
      validLeads: 20,
      spentRunRate: 3_000,
      leadRunRate: 60,
      spendProjection: 3_000,
      leadProjection: 60,
    };
    const days = { spend: 10, leads: 10 };
    const open = planRanges({ ...EMPTY_PLAN, monthlyAllocation: 1_000 }, basis, days);
    expect(open.leadProjectionHigh).toBeGreaterThan(61);
    const capped = planRanges({ ...EMPTY_PLAN, monthlyAllocation: 61 }, basis, days);
    expect(capped).toMatchObject({ leadProjectionHigh: 61, spendProjectionHigh: 3_050 });
    expect(capped.leadProjectionLow).toBe(open.leadProjectionLow);
  });
});
