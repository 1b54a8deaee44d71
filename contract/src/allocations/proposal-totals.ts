import { formatMetricValue } from '../core/values/formats.ts';
import { type Proposal, type ProposalCampaign, type ProposalExpected } from './proposal.ts';

interface ProposalFigures {
  units: number;
  /** Units times price: the cost of the allocations if fully delivered. */
  planned: number;
  inquiries: number;
  inquiriesRange: readonly [number, number];
  spend: number;
  enrollments: number;
  enrollmentsRange: readonly [number, number];
}

/** 90th percentile of the normal distribution: 10 % lie beyond it on each side, 80 % between. */
const NORMAL_90 = 1.2816;
const rangeOf = (value: number, variance: number): readonly [number, number] => {
  const off = NORMAL_90 * Math.sqrt(variance);
  return [Math.max(0, value - off), value + off];
};

type Side = (campaign: ProposalCampaign) => { units: number; expected: ProposalExpected };
const now: Side = ({ before, expectedBefore }) => ({ units: before, expected: expectedBefore });
const withAccepted =
  (accepted: ReadonlySet<number>): Side =>
  (campaign) =>
    accepted.has(campaign.campaignKey)
      ? { units: campaign.after, expected: campaign.expectedAfter }
      : { units: campaign.before, expected: campaign.expectedBefore };

const figuresOf = (campaigns: readonly ProposalCampaign[], side: Side): ProposalFigures => {
  const sum = { units: 0, planned: 0, inquiries: 0, spend: 0, enrollments: 0, ofInquiries: 0, ofEnrollments: 0 };
  for (const campaign of campaigns) {
    const { units, expected } = side(campaign);
    sum.units += units;
    sum.planned += units * campaign.price;
    sum.inquiries += expected.inquiries;
    sum.spend += expected.spend;
    sum.enrollments += expected.enrollments;
    sum.ofInquiries += expected.inquiriesVariance;
    sum.ofEnrollments += expected.enrollmentsVariance;
  }
  const { units, planned, inquiries, spend, enrollments } = sum;
  return {
    units,
    planned,
    inquiries,
    inquiriesRange: rangeOf(inquiries, sum.ofInquiries),
    spend,
    enrollments,
    enrollmentsRange: rangeOf(enrollments, sum.ofEnrollments),
  };
};

/** Half a cent: the server sums the dollars in a different order. */
const TOLERANCE = 0.005;

interface LineItemTotal {
  goalKey: number;
  goalName: string;
  budget: number | null;
  /** Allocations and budgets of all its campaigns, including unchanged ones. */
  before: number;
  after: number;
  /** Dollars over budget if the chosen changes add to it; 0 if they add none. */
  over: number;
  /** The part of `over` that the chosen changes add. */
  more: number;
}

export interface ProposalTotals {
  before: ProposalFigures;
  after: ProposalFigures;
  lineItems: LineItemTotal[];
  /** Groups whose planned spend rises with the chosen changes, in dollars. */
  dearer: { groupKey: number; name: string; more: number }[];
  /** Reasons why the chosen changes cannot be applied; empty if they can. */
  problems: string[];
}

export const changedCampaigns = ({ campaigns }: Pick<Proposal, 'campaigns'>): ProposalCampaign[] =>
  campaigns.filter(({ before, after }) => before !== after);

const dollars = (value: number): string => formatMetricValue({ kind: 'dollar', decimals: 0 }, Math.ceil(value));

/** Totals of the accepted changes, and the limits they would break. */
export const proposalTotals = (proposal: Proposal, accepted: ReadonlySet<number>): ProposalTotals => {
  const { campaigns } = proposal;
  const chosen = withAccepted(accepted);
  const planned = (own: readonly ProposalCampaign[], side: Side): number =>
    own.reduce((total, campaign) => total + side(campaign).units * campaign.price, 0);
  const ofGoal = Map.groupBy(campaigns, ({ goalKey }) => goalKey);
  const ofGroup = Map.groupBy(campaigns, ({ groupKey }) => groupKey);
  const lineItems = proposal.lineItems.map(({ goalKey, goalName, budget, others }): LineItemTotal => {
    const own = ofGoal.get(goalKey) ?? [];
    const before = others + planned(own, now);
    const after = others + planned(own, chosen);
    // A line item already above its budget may stay there but not exceed it further.
    const more = budget === null ? 0 : after - Math.max(budget, before);
    const isOver = budget !== null && more > TOLERANCE;
    return { goalKey, goalName, budget, before, after, over: isOver ? after - budget : 0, more: isOver ? more : 0 };
  });
  const dearer = proposal.groups.flatMap(({ groupKey, name }) => {
    const own = ofGroup.get(groupKey) ?? [];
    const more = planned(own, chosen) - planned(own, now);
    return more > TOLERANCE ? [{ groupKey, name, more }] : [];
  });
  return {
    before: figuresOf(campaigns, now),
    after: figuresOf(campaigns, chosen),
    lineItems,
    dearer,
    problems: lineItems
      .filter(({ over }) => over > 0)
      .map(({ goalName, over, more }) =>
        over - more > TOLERANCE
          ? `${goalName} would be ${dollars(over)} above its budget, ${dollars(more)} more than now.`
          : `${goalName} would be ${dollars(over)} above its budget.`,
      ),
  };
};
