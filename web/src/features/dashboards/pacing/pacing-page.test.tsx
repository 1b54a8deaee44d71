import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../lib/session/session-store.ts';
import { type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { anException, anUnderperforming, aSummary } from '../../../testing/pacing.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { anAnswer } from '../../../testing/widgets.ts';
import { PacingPage } from './pacing-page.tsx';
import { readPacingSearch } from './pacing-search.ts';

// Each has its own tests.
vi.mock('../../../shared/filter-bar/filter-bar.tsx', () => ({
  FilterBar: ({ children }: { children: never }) => children,
}));
vi.mock('../../../lib/live/events.ts', () => ({ listenApi: () => Promise.resolve() }));
vi.mock('../../../ui/chart/us-map.ts', () => ({ registerUsMap: () => undefined, US_MAP: 'us' }));
vi.mock('../../../ui/chart/chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <button type="button">{label}</button>,
}));

const ROW = { goal: 'Midwest Search', budget: 1_700, mtdSpent: 1_128, spendProjection: 2_417, rowKey: '[7,null]' };
const ANSWERS = {
  '/reporting/pacing/summary': () => success(aSummary()),
  '/reporting/rows-behind': () =>
    success({ ...anAnswer({ data: [ROW], totals: ROW }), compared: undefined, by: ['goal'], through: [] }),
  '/recount': () => success(null),
  '/underperformingcampaigns/owner/2/get': () => success([anUnderperforming()]),
  '/owner/get': () => success({ ownerKey: 2, ownerName: 'Crestview', timeZone: 'America/Los_Angeles' }),
};

const open = async (at = '/', answers: Answers = {}) => {
  const requests = serve(answers, ANSWERS, { '': () => success(anAnswer({ data: [ROW], totals: ROW })) });
  const shown = await showPage(PacingPage, { at, readSearch: readPacingSearch });
  return { ...shown, requests };
};
const bodiesOf = (requests: { url: string; body: unknown }[], path: string) =>
  requests.filter((one) => one.url.endsWith(path)).map(({ body }) => body);

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-11T20:00:00Z'));
  signedIn({
    permissions: { reports: ['View'], campaigns: ['View'], allocations: ['View'] },
    owners: [
      { ownerKey: 1, name: 'Hartwell', variant: null },
      { ownerKey: 2, name: 'Crestview', variant: null },
    ],
  });
  useSession.getState().chooseOwner({ ownerKey: 2, name: 'Crestview', variant: null });
});
afterEach(() => {
  vi.useRealTimers();
  signedOut();
});

describe('the pacing overview', () => {
  it('shows first whether the month is on plan, then exceptions, then line items', async () => {
    const { requests } = await open();
    await screen.findByText('Over by $300: projected $3K of $2.7K');
    expect(screen.getByText('On pace: projected 58 of 60')).toBeTruthy();
    expect(screen.getByText('Data through Nov 10, 2026')).toBeTruthy();
    const needs = screen.getByRole('region', { name: 'Needs attention (1)' });
    expect(within(needs).getByText('Over')).toBeTruthy();
    expect(within(needs).getByText('Automotive Google Ads').getAttribute('href')).toContain('/campaigns/summary/12');
    expect(within(needs).getByText('Open campaign').closest('a')?.getAttribute('aria-label')).toBe(
      'Open campaign: Automotive Google Ads',
    );
    const table = await screen.findByRole('region', { name: 'Pacing by Line Item' });
    await within(table).findByText('Midwest Search');
    expect(bodiesOf(requests, '/pacing/summary')).toEqual([{ ownerKey: 2 }]);
    expect(bodiesOf(requests, '/pacing/goal')).toEqual([{ ownerKey: 2 }]);
  });

  it('lists campaigns above their goal with rule and reason, in the running month only', async () => {
    await open();
    const list = await screen.findByRole('region', { name: 'Campaigns that cost more than their goal (1)' });
    expect(within(list).getByText(/live for at least 14 days, with at least 20 inquiries/)).toBeTruthy();
    expect(within(list).getByText('Cost per inquiry, last 30 days: $60.00, goal $50.00')).toBeTruthy();
    expect(within(list).getByText('20% above goal')).toBeTruthy();
    expect(within(list).getByText('Nursing Leads').getAttribute('href')).toContain('12');
  });

  it('explains an empty list, and is silent for a past month or a campus', async () => {
    const none = { '/underperformingcampaigns/owner/2/get': () => success([]) };
    const { unmount } = await open('/', none);
    expect(await screen.findByText(/^None\. Every campaign that can be judged costs at most 25% more/)).toBeTruthy();
    unmount();
    const other = await open('/?campus=3');
    expect(await screen.findByText(/^Goals are set by line item/)).toBeTruthy();
    expect(screen.queryByText('Nursing Leads')).toBeNull();
    other.unmount();
    await open('/?range=2026-10');
    await screen.findByRole('region', { name: 'Pacing by Line Item' });
    expect(screen.queryByRole('region', { name: /cost more than their goal/ })).toBeNull();
  });

  it('shows unattributed spend once, above the table that includes it in its answer', async () => {
    const unattributed = { spend: 400, campaigns: 2, channels: ['ppc' as const] };
    await open('/', {
      '/pacing/summary': () => success(aSummary({ unattributed })),
      '/pacing/goal': () => success(anAnswer({ data: [ROW], totals: ROW, unattributed })),
    });
    const table = await screen.findByRole('region', { name: 'Pacing by Line Item' });
    await within(table).findByText('Midwest Search');
    expect(screen.getAllByText(/^Unattributed, not in the total/)).toHaveLength(1);
  });

  it('shows a finished month as final', async () => {
    const past = aSummary({
      month: '2026-10-01',
      state: 'past',
      ended: true,
      daysLeft: 0,
      exceptions: [],
      exceptionCount: 0,
    });
    const { user, address, requests } = await open('/?brand=4', {
      '/reporting/pacing/summary': ({ body }) =>
        success((body as { month?: string }).month === '2026-10' ? past : aSummary()),
    });
    await user.click(await screen.findByRole('button', { name: 'Month: November 2026' }));
    await user.click(await screen.findByRole('button', { name: 'October 2026' }));
    await waitFor(() => expect(address()).toContain('range=2026-10'));
    expect(address()).toContain('brand=4');
    await screen.findByText('Ended at $1K, 63% under');
    expect(screen.getByText('Every campaign ended within 10% of its budget.')).toBeTruthy();
    expect(screen.queryByText('Projected')).toBeNull();
    expect(bodiesOf(requests, '/pacing/goal').at(-1)).toEqual({ ownerKey: 2, brandKeys: [4], month: '2026-10' });
  });

  it('has all tables as tabs with their own addresses', async () => {
    const { user, address } = await open('/?by=campusLeadsPpl');
    await screen.findByRole('region', { name: 'MTD PPL Leads by Campus' });
    await user.click(screen.getByRole('tab', { name: 'Brand' }));
    await screen.findByRole('region', { name: 'Pacing by Brand' });
    expect(address()).toContain('by=pacingBrand');
    await user.click(screen.getByRole('button', { name: 'More tables' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Yesterday Snapshot' }));
    await screen.findByRole('region', { name: 'Yesterday Snapshot' });
    await user.click(screen.getByRole('tab', { name: 'Line Item' }));
    await waitFor(() => expect(address()).not.toContain('by='));
  });

  it('shows the chart’s numbers on t, and the rows behind a figure', async () => {
    const { user, requests } = await open();
    const chart = await screen.findByText(/^Spend by day: \$1,000 by Nov 10/);
    chart.focus();
    await user.keyboard('t');
    const days = await screen.findByRole('group', { name: 'Spend against plan, by day' });
    expect(within(days).getByText('Nov 30, 2026').closest('tr')?.textContent).toContain('$3,000');
    await user.click(screen.getByRole('button', { name: 'View as chart' }));
    await user.click(screen.getByRole('button', { name: '$1,000' }));
    await screen.findByText('Pacing: Total');
    expect(bodiesOf(requests, '/rows-behind')).toEqual([
      { ownerKey: 2, widget: 'pacingGoal', rowKey: null, compared: false },
    ]);
  });

  it('shows the first exceptions, and all on request', async () => {
    const exceptions = Array.from({ length: 9 }, (_, index) =>
      anException({ campaignKey: index + 1, campaign: `Campaign ${index + 1}` }),
    );
    const { user } = await open('/', {
      '/reporting/pacing/summary': () => success(aSummary({ exceptions, exceptionCount: 120 })),
    });
    const needs = await screen.findByRole('region', { name: 'Needs attention (120)' });
    expect(within(needs).getAllByRole('listitem')).toHaveLength(6);
    await user.click(within(needs).getByRole('button', { name: 'Show all 9' }));
    expect(within(needs).getAllByRole('listitem')).toHaveLength(9);
    expect(within(needs).getByText('First 9 of 120. Filter to see the others.')).toBeTruthy();
  });

  it('says the rule with its minimum, and lists small budgets and snoozed rows apart', async () => {
    const small = [anException({ campaignKey: 31, campaign: 'Little one', budget: 120, dollars: 40 })];
    const work = { assigneeKey: 4, assignee: 'Dana Whitfield', state: 'OPEN' as const, note: '', rowVersion: 1 };
    const snoozed = [
      anException({ campaignKey: 32, campaign: 'Later one', work: { ...work, snoozedUntil: '2026-11-20' } }),
    ];
    const { user } = await open('/', {
      '/reporting/pacing/summary': () => success(aSummary({ small, smallCount: 1, snoozed, snoozedCount: 1 })),
    });
    const needs = within(await screen.findByRole('region', { name: 'Needs attention (1)' }));
    expect(needs.getByText(/10% or more off their budget.*\$250 or more, after 3 complete days/)).toBeTruthy();
    expect(needs.queryByText('Little one')).toBeNull();
    await user.click(needs.getByRole('button', { name: 'Small, budget below $250 (1)' }));
    expect(needs.getByText('Little one')).toBeTruthy();
    await user.click(needs.getByRole('button', { name: 'Snoozed (1)' }));
    expect(needs.getByText('Snoozed until Nov 20, 2026 · Dana Whitfield')).toBeTruthy();
  });

  it('saves who works on a row, and says at its field what is wrong', async () => {
    signedIn({ permissions: { reports: ['View'], allocations: ['View', 'Update'] } });
    useSession.getState().chooseOwner({ ownerKey: 2, name: 'Crestview', variant: null });
    const answers = [
      () =>
        refusal(422, 'VALIDATION', 'Please correct the marked fields.', {
          errors: [{ field: 'snoozedUntil', code: 'invalid', message: 'Choose a day after today.' }],
        }),
      () => success({ rowVersion: 1 }),
    ];
    const { user, requests } = await open('/', {
      '/attention/people': () => success([{ userKey: 4, name: 'Dana Whitfield' }]),
      '/attention/save': () => answers.shift()?.() ?? success(null),
    });
    const needs = within(await screen.findByRole('region', { name: 'Needs attention (1)' }));
    await user.click(needs.getByRole('button', { name: 'Assign: Automotive Google Ads' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Automotive Google Ads' }));
    await drawer.findByRole('option', { name: 'Dana Whitfield' });
    await user.selectOptions(drawer.getByLabelText('Assigned to'), '4');
    await user.click(drawer.getByLabelText('In progress'));
    await user.type(drawer.getByLabelText('Note'), 'Asked');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await drawer.findByText('Choose a day after today.');
    await user.click(drawer.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodiesOf(requests, '/attention/save').at(-1)).toEqual({
      subject: 'campaign',
      recordKey: 12,
      rowVersion: null,
      assigneeKey: 4,
      state: 'IN_PROGRESS',
      note: 'Asked',
      snoozedUntil: null,
    });
  });

  it('says why it could not be read, and that a month is empty', async () => {
    const answers = [
      () => refusal(500, 'INTERNAL', 'It broke.'),
      () => success(aSummary({ totals: {}, days: [], exceptions: [], exceptionCount: 0 })),
    ];
    const { user } = await open('/', {
      '/reporting/pacing/summary': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? success(null),
    });
    await screen.findByText(/It broke\./);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No budget and no spend in November 2026');
    expect(screen.queryByText(/It broke\./)).toBeNull();
  });

  it('explains why there is no plan under a filter of leads', async () => {
    await open('/?campus=3', {
      '/reporting/pacing/summary': () =>
        success(aSummary({ days: [], blank: 'A campus has no budget.', exceptions: [] })),
    });
    await screen.findByText('A campus has no budget.');
    expect(screen.queryByRole('heading', { name: /Needs attention/ })).toBeNull();
  });
});
