import type { CampaignRow, GoalRow } from '@paceline/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../lib/session/session-store.ts';
import { aCalendar, aCampaign, aGoal } from '../../../testing/allocations.ts';
import { type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import type { LineItemFigureProps } from '../../../shared/line-item-figure.ts';
import { readMonthSearch } from '../month/month-search.ts';
import { OverviewPage } from './overview-page.tsx';

// It has its own tests.
vi.mock('../../../shared/filter-bar/filter-bar.tsx', () => ({
  FilterBar: ({ children }: { children: React.ReactNode }) => children,
}));

const GOALS = [
  aGoal({ budgetPlusMinus: -500 }),
  aGoal({ goalKey: 8, goalName: 'Northeast Search', projectionToBudget: 130, budgetPlusMinus: 900 }),
  aGoal({ goalKey: 9, goalName: 'Brand', budget: null, projectionToBudget: null, budgetPlusMinus: null }),
];
const OPTIONS = {
  brands: [],
  clients: [],
  models: [],
  campuses: [],
  programs: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [],
};
const lines = (rows: readonly CampaignRow[]) =>
  new Response(
    [...rows, { __end: true, count: rows.length, asOf: '2026-11-11T12:00:00Z' }]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );

const ANSWERS = (goals: GoalRow[]): Answers => ({
  '/goalsummary/list': () => success({ calendar: aCalendar(), goals }),
  '/campaignsummary/list': () =>
    lines([
      aCampaign(),
      aCampaign({ campaignKey: 2, name: 'Northeast Nursing', campaignCode: 'HTI-2', goalKey: 8 }),
      aCampaign({ campaignKey: 3, name: 'Northeast Trades', campaignCode: 'HTI-3', goalKey: 8 }),
    ]),
  '/filters/get': () => success(OPTIONS),
});
const open = async (goals: GoalRow[] = GOALS, answers: Answers = {}, at = '/') => {
  serve(answers, ANSWERS(goals));
  return showPage(() => <OverviewPage />, { at, readSearch: readMonthSearch });
};
const rows = () =>
  [...document.querySelectorAll('[role="row"]')]
    .filter((row) => row.querySelector('[role="gridcell"], [role="rowheader"]'))
    .map((row) => row.textContent);
const names = () =>
  rows().map((text) => /^(Midwest Pay per Lead|Northeast Search|Brand|Midwest All|Other|Total)/.exec(text)?.[0]);
const pacing = (label: string) => screen.getByText(label);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(3000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900);
  signedIn({ permissions: { allocations: ['View'], goals: ['View', 'Update'] } });
  useSession.getState().chooseOwner({ ownerKey: 1, name: 'Hartwell', variant: null });
});
afterEach(signedOut);

describe('the overview', () => {
  it('orders line items by distance from plan', async () => {
    await open();
    await screen.findByText('Northeast Search');
    expect(names().filter((name) => name !== undefined && name !== 'Total')).toEqual([
      'Northeast Search',
      'Midwest Pay per Lead',
      'Brand',
    ]);
  });

  it('formats totals like the cells above', async () => {
    await open([aGoal({ budget: 3000, spentRunRate: 1000, mtdSpent: 400, spendProjection: 2400 })]);
    await screen.findByText('Midwest Pay per Lead');
    const total = [...document.querySelectorAll('[role="row"]')].at(-1)?.textContent;
    expect(total).toContain('33.3%');
    expect(total).toContain('-$600.00');
    expect(total).not.toMatch(/33(?!\.3%)/);
  });

  it('counts over and under, and filters by either', async () => {
    const { user } = await open();
    await screen.findByText('Northeast Search');
    await user.click(pacing('Over 1'));
    await waitFor(() => expect(names()).not.toContain('Midwest Pay per Lead'));
    expect(names()).toContain('Northeast Search');
    await user.click(pacing('Under 1'));
    await waitFor(() => expect(names()).toContain('Midwest Pay per Lead'));
    expect(names()).not.toContain('Northeast Search');
    expect(names()).not.toContain('Brand');
  });

  it('expands a line item to its campaigns', async () => {
    signedIn({ permissions: { allocations: ['View'], campaigns: ['View'] } });
    useSession.getState().chooseOwner({ ownerKey: 1, name: 'Hartwell', variant: null });
    const { user } = await open();
    await screen.findByText('Northeast Search');
    expect(screen.queryByText('Northeast Nursing')).toBeNull();
    // By keyboard, since there is no layout to click in.
    document.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
    await user.keyboard('{Control>}{Home}{/Control}{Enter}');
    // The start they share is left out, and kept for screen readers.
    await screen.findByText('…Nursing');
    expect(screen.getByRole('link', { name: 'Northeast Trades' }).getAttribute('href')).toMatch(/\/3(\?|$)/);
    expect(screen.getByText('HTI-3')).toBeTruthy();
    expect(screen.queryByText('Midwest All Programs')).toBeNull();
  });

  it('lets the agency create and open line items, and a client only read', async () => {
    const { unmount } = await open();
    await screen.findByText('Northeast Search');
    expect(screen.getByText('New line item').closest('a')?.getAttribute('href')).toMatch(/^#\/s\/cl/);
    expect(screen.getByLabelText('Edit Brand').getAttribute('href')).toMatch(/9\?owner=1$/);
    unmount();
    signedIn({ userType: 'client', permissions: { allocations: ['View'], goals: ['View', 'Update'] } });
    useSession.getState().chooseOwner({ ownerKey: 1, name: 'Hartwell', variant: null });
    await open();
    await screen.findByText('Northeast Search');
    expect(screen.queryByText('New line item')).toBeNull();
    expect(screen.queryByLabelText('Edit Brand')).toBeNull();
  });

  it('explains a line item’s figure, but not a campaign’s', async () => {
    const Panel = ({ ownerKey, figure, onClose }: LineItemFigureProps) => (
      <button
        type="button"
        onClick={onClose}
      >{`${ownerKey} ${figure?.goalName} ${figure?.key} ${figure?.value}`}</button>
    );
    signedIn({ permissions: { allocations: ['View'], reports: ['View'] } });
    useSession.getState().chooseOwner({ ownerKey: 1, name: 'Hartwell', variant: null });
    serve(ANSWERS([aGoal({ mtdSpent: 1234.5, runRateInquiries: 40 })]));
    const { user } = await showPage(() => <OverviewPage figurePanel={Panel} />, {
      at: '/',
      readSearch: readMonthSearch,
    });
    await user.click(await screen.findByRole('button', { name: /^MTD Spend of Midwest Pay per Lead/ }));
    await user.click(await screen.findByText('1 Midwest Pay per Lead mtdSpent 1234.5'));
    expect(screen.queryByText(/mtdSpent 1234/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Run Rate Inquiries of Midwest/ }));
    await screen.findByText('1 Midwest Pay per Lead leadRunRate 40');
    await user.click(screen.getByRole('button', { name: 'Expand Midwest Pay per Lead' }));
    expect(screen.queryByRole('button', { name: /of Midwest All/ })).toBeNull();
  });

  it('reports missing line items, or none off pace', async () => {
    const { unmount } = await open([]);
    await screen.findByText('No line items match these filters in this month.');
    unmount();
    const { user } = await open([aGoal({ projectionToBudget: 100 })]);
    await screen.findByText('Midwest Pay per Lead');
    await user.click(pacing('Over 0'));
    await screen.findByText('All line items are on pace.');
    expect(names()).not.toContain('Midwest Pay per Lead');
  });

  it('shows a load error with a retry', async () => {
    const answers = [
      () => refusal(500, 'INTERNAL', 'It broke.'),
      () => success({ calendar: aCalendar(), goals: GOALS }),
    ];
    const { user } = await open(GOALS, {
      '/goalsummary/list': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? success(null),
    });
    await screen.findByText(/It broke\./);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Northeast Search');
    expect(screen.queryByText(/It broke\./)).toBeNull();
  });
});
