import { type FieldError, type ProposalObjective, type ProposalSettings } from '@paceline/contract';
import { type Candidate, type OwnerMonth } from './candidates.rules.ts';
import { groupCost, isDearer, type Limit, type MovableGroup } from './model/program.rules.ts';

/** Campaigns that exchange units, with the limits of their line items. */
export interface CandidateGroup extends MovableGroup {
  groupKey: number;
  name: string;
  candidates: readonly Candidate[];
  lineItems: { goalKey: number; goalName: string; budget: number | null; others: number }[];
}

const dollarsBefore = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { campaign }) => sum + campaign.price * campaign.before, 0);

const lineItemOf = (ownerMonth: OwnerMonth, goalKey: number, own: readonly Candidate[]) => {
  const moved = new Set(own.map(({ row }) => row.campaignKey));
  const others = ownerMonth.rows
    .filter((row) => row.goalKey === goalKey && !moved.has(row.campaignKey))
    .reduce((sum, row) => sum + ((row['budget'] ?? 0) as number), 0);
  return { goalKey, goalName: own[0]?.row.goalName ?? '', budget: ownerMonth.budgets.get(goalKey) ?? null, others };
};

/** Campaigns that cost more than their group get nothing, unless the buyer set a floor. */
const toBetterOnly = (candidates: readonly Candidate[], objective: ProposalObjective): Candidate[] => {
  const cost = groupCost(
    candidates.map(({ campaign }) => campaign),
    objective,
  );
  return candidates.map((candidate) => {
    const { campaign, bounds } = candidate;
    const most = Math.max(campaign.before, bounds.least);
    if (bounds.most <= most || !isDearer(campaign, cost, objective)) return candidate;
    return { ...candidate, bounds: { ...bounds, most, mostBy: 'dearer' }, campaign: { ...campaign, most } };
  });
};

export const groupsOf = (
  ownerMonth: OwnerMonth,
  { within, maxShareMoved, objective }: ProposalSettings,
  movable: readonly Candidate[],
): CandidateGroup[] => {
  const byGroup = Map.groupBy(movable, ({ row }) => (within === 'client' ? row.clientKey : row.goalKey));
  return [...byGroup].map(([groupKey, own]) => {
    const candidates = toBetterOnly(own, objective);
    const lineItems = [...Map.groupBy(candidates, ({ row }) => row.goalKey)].map(([goalKey, ofGoal]) => ({
      ofGoal,
      ...lineItemOf(ownerMonth, goalKey, ofGoal),
    }));
    const units = candidates.reduce((sum, { campaign }) => sum + campaign.before, 0);
    const [first] = candidates;
    return {
      groupKey,
      name: (within === 'client' ? first?.row.clientName : first?.row.goalName) ?? '',
      candidates,
      campaigns: candidates.map(({ campaign }) => campaign),
      mostMoved: Math.max(1, Math.floor((units * maxShareMoved) / 100)),
      lineItems: lineItems.map(({ ofGoal: _, ...lineItem }) => lineItem),
      // A line item already above its budget may stay there, but not rise.
      dollarsOf: new Map(
        lineItems.flatMap(({ goalKey, budget, others, ofGoal }) =>
          budget === null ? [] : [[goalKey, Math.max(budget - others, dollarsBefore(ofGoal))] as const],
        ),
      ),
    };
  });
};

const WORDS: Record<Limit | 'bounds', (name: string) => string> = {
  share: (name) => `${name}: your floors and caps move more units than the share that may be moved.`,
  enrollments: (name) => `${name}: with your floors and caps the enrollments of now cannot be kept.`,
  spend: (name) => `${name}: your floors cost more than is planned now, and the others are as low as they can be.`,
  lineItems: (name) => `${name}: your floors cost more than the budget of their line item.`,
  bounds: (name) => `${name}: your floors and caps cannot all be kept.`,
};
const FIELDS: Record<Limit | 'bounds', string> = {
  share: 'maxShareMoved',
  enrollments: 'objective',
  spend: 'limits',
  lineItems: 'limits',
  bounds: 'limits',
};

export const cannotKeep = (limit: Limit | 'bounds', { name }: { name: string }): FieldError => ({
  field: FIELDS[limit],
  code: 'cannotKeep',
  message: WORDS[limit](name),
});
