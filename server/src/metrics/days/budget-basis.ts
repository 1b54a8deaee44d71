import { type AdditiveMetricKey, type BudgetLine, COVERED_KEYS, sumOf } from '@paceline/contract';
import { type GoalPeriod, type PeriodParts, rollUpClicks, rollUpMtd, rollUpPeriod } from '../periods/period-numbers.ts';

interface Told {
  parts: PeriodParts;
}

/** The parts that a line item has of its own; all others are the sums of its campaigns. */
const OF_GOALS = ['budget', 'expectedSpend', 'inquiryGoal', 'expectedInquiries'] as const;

const difference = (goals: number | null, campaigns: number | null): number | null =>
  goals === null && campaigns === null ? null : sumOf([goals, campaigns === null ? null : -campaigns]);

interface DifferenceLine extends Told {
  line: BudgetLine;
}

/**
 * What line items have beyond what their campaigns have, as a row that spends nothing: added to the campaigns' rows it gives
 * the line items' budget. Null where there is no difference.
 */
export const differenceLine = (goals: readonly Told[], campaigns: readonly Told[]): DifferenceLine | null => {
  const [wanted, assigned] = [rollUpPeriod(goals), rollUpPeriod(campaigns)];
  const parts: PeriodParts = { ...rollUpPeriod([]), spend: 0, validLeads: 0 };
  // What campaigns without a budget spend is held against their line item's: it goes from what is not assigned.
  for (const key of [...OF_GOALS, ...COVERED_KEYS]) parts[key] = difference(wanted[key] ?? null, assigned[key] ?? null);
  if (OF_GOALS.every((key) => (parts[key] ?? 0) === 0)) return null;
  return { line: (parts.budget ?? 0) < 0 ? 'aboveGoals' : 'notAssigned', parts };
};

/**
 * Line items as a filter of campaigns leaves them. One whose campaigns are all left is whole and has its own budget; of one that
 * is cut, what the campaigns that are left have together is all there is; one with none of them is not there.
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
