import { expect, it } from 'vitest';
import { aCalendar, aCampaign, aGoal } from '../../../testing/allocations.ts';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import { followPlan } from './campaigns/prepare-campaign-rows.ts';
import { campaignSums, followTargets, withCampaigns } from '../overview/prepare-goal-rows.ts';

const cells = (values: Record<string, unknown>) => new Map(Object.entries(values));

it('updates values that depend on an edited cap', () => {
  const row = followPlan(aCampaign(), cells({ userDefinedMonthlyAllocation: 60 }));
  expect(row).toMatchObject({
    userDefinedMonthlyAllocation: 60,
    mtdAllocation: 20,
    deliveryPercent: 100,
    budget: 3000,
    // The projection of 3,500 is limited by the cap.
    spendProjection: 3000,
    diffToBudget: 100,
    budgetPlusMinus: 0,
  });
  expect(row['dailyBOMAllocation']).toBe(4);
});

it('applies an edited price to next month, and the current price if it is cleared', () => {
  expect(followPlan(aCampaign(), cells({ clientBidPrice: 40 }))['budget']).toBe(4000);
  expect(followPlan(aCampaign(), cells({ clientBidPrice: null }))['budget']).toBe(5000);
});

it('uses the saved plan while the input is invalid', () => {
  const row = followPlan(aCampaign(), cells({ userDefinedMonthlyAllocation: new InvalidEntry('x', 'no number') }));
  expect(row['budget']).toBe(5000);
});

it('sums the campaigns of a line item', () => {
  const saved = [aCampaign(), aCampaign({ campaignKey: 2 }), aCampaign({ campaignKey: 3, goalKey: 8, budget: null })];
  const [first, ...others] = saved;
  const edited = [followPlan(first ?? aCampaign(), cells({ userDefinedMonthlyAllocation: 60 })), ...others];
  const sums = campaignSums(saved, edited);
  expect(sums.get(7)).toEqual({ planned: 8000, shift: -500 });
  expect(sums.get(8)).toEqual({ planned: null, shift: 0 });
  const goal = withCampaigns(aGoal(), sums.get(7));
  expect(goal).toMatchObject({ plannedSpend: 8000, spendProjection: 3000, budgetPlusMinus: -1000, spentRunRate: 3000 });
});

it('paces a line item by edited goals', () => {
  const goal = followTargets(aGoal(), cells({ revisedSpendGoal: 3000, revisedInquiriesGoal: 40 }), aCalendar());
  expect(goal).toMatchObject({
    budget: 3000,
    diffToBudget: 100,
    budgetRemaining: 2000,
    budgetPlusMinus: 500,
    dailySpendRemaining: 100,
    goalInPercentage: 150,
    goalAttainedPercent: 50,
  });
  expect(goal['delta']).toBeCloseTo(0, 9);
  const cleared = followTargets(aGoal(), cells({ monthlyDollarCap: null }), aCalendar());
  expect(cleared).toMatchObject({ budget: null, diffToBudget: null, dailySpendRemaining: null });
});

it('shows only budgets for a month that has not begun', () => {
  const ahead = aCalendar({ month: '2026-12-01', daysDone: 0, days: 31 });
  const goal = followTargets(aGoal({ diffToBudget: null }), cells({ monthlyDollarCap: 500 }), ahead);
  expect(goal).toMatchObject({ budget: 500, budgetRemaining: 500, diffToBudget: null });
});
