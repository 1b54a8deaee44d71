import { describe, expect, test } from 'vitest';
import { EMPTY_PLAN, type PlanBasis, planNumbers, planParts } from './metric-plan.ts';

const basis: PlanBasis = {
  isPpl: true,
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
  projection: 6_000,
};
const plan = { ...EMPTY_PLAN, monthlyAllocation: 100 };

describe('a campaign’s budget', () => {
  test('is its cap at its price', () => {
    expect(planParts(plan, basis)).toMatchObject({
      budget: 4_800,
      expectedSpend: 1_600,
      effectiveMonthlyAllocation: 100,
    });
    expect(planParts({ ...plan, userDefinedMonthlyAllocation: 0 }, basis).budget).toBe(0);
    expect(planParts(EMPTY_PLAN, basis).budget).toBeNull();
  });

  test('is in dollars where leads have no price', () => {
    expect(planParts(EMPTY_PLAN, { ...basis, isPpl: false, price: null, monthlyBudget: 900 }).budget).toBe(900);
  });
});

describe('the projection', () => {
  test('ends at the cap, but not below what is spent', () => {
    expect(planParts(plan, basis).spendProjection).toBe(4_800);
    expect(planParts({ ...plan, userDefinedMonthlyAllocation: 5 }, basis).spendProjection).toBe(1_000);
    expect(planParts(EMPTY_PLAN, basis).spendProjection).toBe(6_000);
  });
});

test('what is shown follows what is typed', () => {
  const numbers = (monthly: number) => planNumbers({ ...plan, userDefinedMonthlyAllocation: monthly }, basis);
  expect(numbers(60)).toMatchObject({ mtdAllocation: 20, deliveryPercent: 100, diffToBudget: (3_000 / 2_880) * 100 });
  expect(numbers(120)).toMatchObject({ mtdAllocation: 40, deliveryPercent: 50 });
});
