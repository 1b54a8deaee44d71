import { type Proposal, type ProposalCampaign, proposalTotals } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { conflictWords, moveGroups, nothingWords, rowsToApply, rowsToUndo, totalLines } from './prepare-proposal.ts';

const expected = (inquiries: number, rate: number) => ({
  inquiries,
  spend: inquiries * 50,
  enrollments: inquiries * rate,
  inquiriesVariance: 4,
  enrollmentsVariance: 1,
});
const campaign = (campaignKey: number, before: number, after: number, rate: number): ProposalCampaign => ({
  campaignKey,
  name: `Campaign ${campaignKey}`,
  vendor: 'Partner',
  goalKey: 1,
  groupKey: 9,
  rowVersion: 3,
  price: 50,
  before,
  after,
  least: 0,
  most: 100,
  changes: before === after ? {} : { userDefinedMonthlyAllocation: after },
  former: before === after ? {} : { userDefinedMonthlyAllocation: null },
  cost: { value: 50 / rate, low: 40 / rate, high: 60 / rate },
  young: false,
  why: [],
  expectedBefore: expected(before, rate),
  expectedAfter: expected(after, rate),
});
const proposal = (campaigns: ProposalCampaign[]): Proposal => ({
  month: '2026-03-01',
  objective: 'enrollments',
  groups: [{ groupKey: 9, name: 'Client', perThousand: 0.84 }],
  lineItems: [{ goalKey: 1, goalName: 'Line item', groupKey: 9, budget: 5_100, others: 0 }],
  campaigns,
  leftAlone: [],
  decidedBy: [],
  timedOut: false,
});
const moved = proposal([campaign(1, 60, 40, 0.02), campaign(2, 40, 60, 0.08), campaign(3, 0, 0, 0.05)]);

describe('a selection of moves', () => {
  it('has the sums of the selected moves, with a range', () => {
    const totals = proposalTotals(moved, new Set([1, 2]));
    expect(totalLines(totals, moved).map(({ label, change }) => [label, change])).toEqual([
      ['Allocated units', '0'],
      ['Planned spend', '0'],
      ['Expected spend', '0'],
      ['Expected inquiries', '0'],
      ['Expected matured enrollments', '+1.2'],
      ['Cost per matured enrollment', '−$244'],
    ]);
    expect(totals.after.enrollmentsRange[0]).toBeCloseTo(5.6 - 1.2816 * Math.sqrt(3), 6);
    expect(totals).toMatchObject({ problems: [], dearer: [] });
  });

  it('without reductions shows its cost, and is limited to the budget', () => {
    const totals = proposalTotals(moved, new Set([2]));
    expect(totals.dearer).toEqual([{ groupKey: 9, name: 'Client', more: 1_000 }]);
    expect(totals.lineItems).toMatchObject([{ before: 5_000, after: 6_000, over: 900 }]);
    expect(totals.problems).toEqual(['Line item would be $900 above its budget.']);
    expect(proposalTotals(moved, new Set([1])).problems).toEqual([]);
  });

  it('for a line item above its budget matches the table and shows the addition', () => {
    const above = {
      ...moved,
      lineItems: [{ goalKey: 1, goalName: 'Line item', groupKey: 9, budget: 4_415, others: 0 }],
    };
    const { lineItems, problems } = proposalTotals(above, new Set([2]));
    expect(lineItems).toMatchObject([{ before: 5_000, after: 6_000, over: 1_585, more: 1_000 }]);
    expect(problems).toEqual(['Line item would be $1,585 above its budget, $1,000 more than now.']);
  });

  it('is saved on the versions it was based on, and undone on those of the save', () => {
    expect(rowsToApply(moved, new Set([2]))).toEqual([
      { campaignKey: 2, rowVersion: 3, changes: { userDefinedMonthlyAllocation: 60 } },
    ]);
    expect(rowsToUndo(moved, [{ campaignKey: 2, rowVersion: 4 }])).toEqual([
      { campaignKey: 2, rowVersion: 4, changes: { userDefinedMonthlyAllocation: null } },
    ]);
  });
});

it('lists reductions before additions, and the effect of more budget', () => {
  const [group] = moveGroups(moved);
  expect(group?.decreases.map(({ campaignKey }) => campaignKey)).toEqual([1]);
  expect(group?.increases.map(({ campaignKey }) => campaignKey)).toEqual([2]);
  expect(group?.more).toBe('At the margin, $1,000 more would bring 0.8 matured enrollments.');
});

it('says why there are no moves', () => {
  expect(nothingWords(proposal([]))).toContain('No campaign this month');
  expect(nothingWords(proposal([{ ...campaign(1, 100, 100, 0.1), most: 100 }]))).toContain('at its capacity');
  expect(nothingWords(proposal([{ ...campaign(1, 50, 50, 0.1), least: 50 }]))).toContain('are delivered or kept');
  expect(nothingWords(proposal([campaign(1, 50, 50, 0.1)]))).toContain('would improve');
});

it('shows both values of a campaign changed meanwhile', () => {
  const sent = rowsToApply(moved, new Set([1, 2]));
  const conflict = { theirs: 35, mine: 40, by: 'Dana Reed', at: '2026-03-10T15:00:00Z', rowVersion: 4 };
  const errors = [
    { field: 'rows.0.changes.userDefinedMonthlyAllocation', code: 'conflict', message: '', conflict },
    { field: 'rows.0.changes.userDefinedMonthlySoftAllocation', code: 'conflict', message: '', conflict },
  ];
  expect(conflictWords(errors, sent, moved, 'current')).toEqual([
    'Campaign 1: Dana Reed saved 35; the proposal has 40.',
  ]);
});
