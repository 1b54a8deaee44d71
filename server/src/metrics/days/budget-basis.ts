import { type AdditiveMetricKey, type BudgetLine, COVERED_KEYS, sumOf } from '@paceline/contract';
import { type GoalPeriod, type PeriodParts, rollUpClicks, rollUpMtd, rollUpPeriod } from '../periods/period-numbers.ts';

interface Told {
  parts: PeriodParts;
}

/** Parts of a line item itself; all others are sums of its campaigns. */
const OF_GOALS = ['budget', 'expectedSpend', 'inquiryGoal', 'expectedInquiries'] as const;

const difference = (goals: number | null, campaigns: number | null): number | null =>
  goals === null && campaigns === null ? null : sumOf([goals, campaigns === null ? null : -campaigns]);

interface DifferenceLine extends Told {
  line: BudgetLine;
}

/**
 * Line items' parts in excess of their campaigns', as a row without spend: added to the campaigns' rows it gives the line items' budget.
 * Null if there is no difference.
 */
export const differenceLine = (goals: readonly Told[], campaigns: readonly Told[]): DifferenceLine | null => {
  const [wanted, assigned] = [rollUpPeriod(goals), rollUpPeriod(campaigns)];
  const parts: PeriodParts = { ...rollUpPeriod([]), spend: 0, validLeads: 0 };
  // Spend of campaigns without a budget counts against their line item's: it reduces the unassigned part.
  for (const key of [...OF_GOALS, ...COVERED_KEYS]) parts[key] = difference(wanted[key] ?? null, assigned[key] ?? null);
  if (OF_GOALS.every((key) => (parts[key] ?? 0) === 0)) return null;
  return { line: (parts.budget ?? 0) < 0 ? 'aboveGoals' : 'notAssigned', parts };
};

/**
 * Line items restricted by a campaign filter. One with all its campaigns keeps its own budget; one with some of them gets the sum of their
 * parts; one with none is left out.
 */
export const goalsWithin = (
  goals: readonly GoalPeriod[],
  isLeft: (campaignKey: number) => boolean,
  facts: readonly AdditiveMetricKey[],
): GoalPeriod[] =>
  goals.flatMap((goal) => {
    const campaigns = goal.campaigns.filter(({ campaignKey }) => isLeft(campaignKey));
    if (campaigns.length === 0) return [];
    if (campaigns.length === goal.campaigns.length) return [goal];
    return [
      {
        ...goal,
        campaigns,
        parts: rollUpPeriod(campaigns),
        mtd: rollUpMtd(campaigns, facts),
        clickRunRate: rollUpClicks(campaigns),
      },
    ];
  });
