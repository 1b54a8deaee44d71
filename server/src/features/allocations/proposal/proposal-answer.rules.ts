import {
  capField,
  type EditField,
  effectivePlan,
  planOfRow,
  type Proposal,
  type ProposalCampaign,
  type ProposalExpected,
  type ProposalSettings,
} from '@paceline/contract';
import { costAtPrice } from '../../../metrics/maturity/mature-rate.rules.ts';
import { type Candidate, type Candidates, type OwnerMonth } from './candidates.rules.ts';
import { type CandidateGroup } from './groups.rules.ts';
import { type GroupAnswer } from './model/group-answer.rules.ts';
import { inquiriesAt } from './model/program.rules.ts';
import { decidedBy, whyOf } from './why.rules.ts';

const expectedAt = ({ campaign, spendSoFar, rate }: Candidate, units: number, spread: number): ProposalExpected => {
  const inquiries = inquiriesAt(campaign, units);
  const coming = inquiries - campaign.delivered;
  const enrollments = campaign.rate * inquiries;
  const inquiriesVariance = (spread * coming) ** 2;
  return {
    inquiries,
    spend: spendSoFar + campaign.price * coming,
    enrollments,
    inquiriesVariance,
    // Three uncertainties: the rate, the inquiries, and which of them enroll.
    enrollmentsVariance:
      (rate ? enrollments ** 2 / rate.shape : 0) + campaign.rate ** 2 * inquiriesVariance + enrollments,
  };
};

type Cells = Partial<Record<EditField, number | null>>;

/**
 * The cells a change writes. A soft allocation above the new one is lowered in proportion; in a future month without an allocation the
 * rollover is written too, since saving one cell stops the rest from rolling over.
 */
const cellsOf = (
  { month }: OwnerMonth,
  { row, plan, isRolledOver }: Candidate,
  after: number,
): { changes: Cells; former: Cells } => {
  const { monthly, monthlySoft } = effectivePlan(plan);
  const soft = month === 'next' ? 'monthlySoftAllocation' : 'userDefinedMonthlySoftAllocation';
  const changes: Cells = { [capField(month)]: after };
  if (monthlySoft !== null && monthlySoft > after)
    changes[soft] = Math.floor((after * monthlySoft) / Math.max(1, monthly ?? after));
  else if (isRolledOver && monthlySoft !== null) changes[soft] = monthlySoft;
  if (isRolledOver) {
    changes.monthlyCapacity = plan.monthlyCapacity;
    changes.clientMonthlyAllocation = plan.clientMonthlyAllocation;
  }
  const stored = planOfRow(row) as unknown as Cells;
  const former = Object.fromEntries(Object.keys(changes).map((field) => [field, stored[field as EditField] ?? null]));
  return { changes, former };
};

const toCampaign = (
  ownerMonth: OwnerMonth,
  settings: ProposalSettings,
  group: CandidateGroup,
  candidate: Candidate,
  after: number,
): ProposalCampaign => {
  const { row, campaign, bounds, rate } = candidate;
  return {
    campaignKey: row.campaignKey,
    name: row.name,
    vendor: row.vendor,
    goalKey: row.goalKey,
    groupKey: group.groupKey,
    rowVersion: row.rowVersion,
    price: campaign.price,
    before: campaign.before,
    after,
    least: bounds.least,
    most: bounds.most,
    ...(after === campaign.before ? { changes: {}, former: {} } : cellsOf(ownerMonth, candidate, after)),
    cost: rate === null ? null : costAtPrice(campaign.price, rate),
    young: rate?.young ?? true,
    why: whyOf(ownerMonth, settings, group, candidate, after),
    expectedBefore: expectedAt(candidate, campaign.before, ownerMonth.measured.spread),
    expectedAfter: expectedAt(candidate, after, ownerMonth.measured.spread),
  };
};

interface Parts {
  ownerMonth: OwnerMonth;
  settings: ProposalSettings;
  candidates: Candidates;
  groups: readonly CandidateGroup[];
  answers: readonly GroupAnswer[];
}

export const toProposal = ({ ownerMonth, settings, candidates, groups, answers }: Parts): Proposal => ({
  month: ownerMonth.monthStart,
  objective: settings.objective,
  groups: groups.map(({ groupKey, name }, index) => {
    const perDollar = settings.objective === 'cost' ? null : (answers[index]?.perDollar ?? null);
    return { groupKey, name, perThousand: perDollar === null ? null : perDollar * 1_000 };
  }),
  lineItems: groups.flatMap(({ groupKey, lineItems }) => lineItems.map((lineItem) => ({ ...lineItem, groupKey }))),
  campaigns: groups.flatMap((group, index) =>
    group.candidates.map((candidate, place) =>
      toCampaign(ownerMonth, settings, group, candidate, answers[index]?.units[place] ?? candidate.campaign.before),
    ),
  ),
  leftAlone: candidates.leftAlone,
  decidedBy: decidedBy(ownerMonth, settings),
  timedOut: answers.some(({ isTimedOut }) => isTimedOut),
});
