import { describe, expect, test } from 'vitest';
import { type MonthPlan } from './allocation.ts';
import { EMPTY_PLAN, isCapped, type PlanBasis, planNumbers, planParts } from './plan.ts';

const basis: PlanBasis = {
  isPpl: true,
  stopsAtCap: true,
  daysDone: 10,
  daysInAll: 30,
  daysPlanned: 30,
  share: { due: 10, of: 30 },
  price: 48,
  monthlyBudget: null,
  spend: 1_000,
  validLeads: 20,
  spentRunRate: 3_000,
  leadRunRate: 60,
  spendProjection: 6_000,
  leadProjection: 120,
};
const plan = { ...EMPTY_PLAN, monthlyAllocation: 100 };

describe('a campaign’s budget', () => {
  test('is its cap times its price', () => {
    expect(planParts(plan, basis)).toMatchObject({
      budget: 4_800,
      expectedSpend: 1_600,
      effectiveMonthlyAllocation: 100,
    });
    expect(planParts({ ...plan, userDefinedMonthlyAllocation: 0 }, basis).budget).toBe(0);
    expect(planParts(EMPTY_PLAN, basis).budget).toBeNull();
  });

  test('is a dollar amount where leads have no price', () => {
    expect(planParts(EMPTY_PLAN, { ...basis, isPpl: false, price: null, monthlyBudget: 900 }).budget).toBe(900);
  });
});

describe('run rates and projections', () => {
  const capped = (monthly: number | null) => ({ ...plan, userDefinedMonthlyAllocation: monthly });
  const ends = (of: MonthPlan, more: Partial<PlanBasis> = {}) => {
    const parts = planParts(of, { ...basis, ...more });
    return [parts.spentRunRate, parts.spendProjection, parts.leadRunRate, parts.leadProjection];
  };

  test('are limited by the cap, in leads and at its price', () => {
    expect(ends(plan)).toEqual([3_000, 4_800, 60, 100]);
    expect(ends(capped(50))).toEqual([2_400, 2_400, 50, 50]);
    expect([isCapped(plan, basis), isCapped(capped(50), basis)]).toEqual([true, true]);
  });

  test('are never below what was delivered', () => {
    expect(ends(capped(5))).toEqual([1_000, 1_000, 20, 20]);
    expect(isCapped(capped(5), basis)).toBe(true);
  });

  test('are not limited without a cap, below a cap, or where leads above it are accepted', () => {
    expect(ends(EMPTY_PLAN)).toEqual([3_000, 6_000, 60, 120]);
    expect(ends(capped(130))).toEqual([3_000, 6_000, 60, 120]);
    expect(ends(capped(5), { stopsAtCap: false })).toEqual([3_000, 6_000, 60, 120]);
    expect([
      isCapped(EMPTY_PLAN, basis),
      isCapped(capped(130), basis),
      isCapped(capped(5), { ...basis, stopsAtCap: false }),
    ]).toEqual([false, false, false]);
  });

  test('equal the result in a finished month, whatever the cap', () => {
    const over = { spentRunRate: 1_000, spendProjection: 1_000, leadRunRate: 20, leadProjection: 20 };
    expect(ends(capped(5), over)).toEqual([1_000, 1_000, 20, 20]);
    expect(isCapped(capped(5), { ...basis, ...over })).toBe(false);
  });
});

test('follow the values being typed', () => {
  const numbers = (monthly: number) => planNumbers({ ...plan, userDefinedMonthlyAllocation: monthly }, basis);
  expect(numbers(60)).toMatchObject({ mtdAllocation: 20, deliveryPercent: 100, diffToBudget: 100 });
  expect(numbers(120)).toMatchObject({ mtdAllocation: 40, deliveryPercent: 50, projectionToBudget: 100 });
  expect(numbers(200)).toMatchObject({ projectionToBudget: 62.5 });
});
