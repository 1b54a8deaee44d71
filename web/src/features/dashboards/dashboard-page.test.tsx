import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveFile } from '../../lib/files/download.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { type Answers, refusal, serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { anAnswer } from '../../testing/widgets.ts';
import { readDashboardSearch } from './dashboard-search.ts';
import { AffiliatePage, ExecutivePage } from './dashboard-page.tsx';

// Each has its own tests.
vi.mock('../../shared/filter-bar/filter-bar.tsx', () => ({
  FilterBar: ({ children }: { children: never }) => children,
}));
vi.mock('../../lib/files/download.ts', () => ({ saveFile: vi.fn() }));
vi.mock('../../lib/live/events.ts', () => ({ listenApi: () => Promise.resolve() }));
vi.mock('../../ui/chart/us-map.ts', () => ({ registerUsMap: () => undefined }));
vi.mock('../../ui/chart/chart.tsx', () => ({ Chart: () => null }));

const BEHIND = {
  data: [
    {
      campaign: 'Nursing Texas',
      goal: 'Nursing',
      validLeads: 7,
      spend: 350,
      cpl: 50,
      campaignKey: 12,
      campaignChannel: 'ppc',
    },
  ],
  totals: { validLeads: 7, spend: 350, cpl: 50 },
  range: { from: '2026-11-01', to: '2026-11-10' },
  asOf: '2026-11-10',
  notes: ['Something is said beside it.'],
  by: ['campaign', 'goal'],
  through: [
    { kind: 'leads', name: 'Inquiries', day: '2026-11-10' },
    { kind: 'platform', name: 'Google Ads', day: '2026-11-08' },
    { kind: 'website', name: 'Website', day: '2026-11-09' },
  ],
};
const ANSWERS = {
  '/partner-performance': () =>
    success(
      anAnswer({
        data: [{ partner: 'BrightPath', validLeads: 7, cpl: 50, rowKey: '[4,null]' }],
        totals: { validLeads: 9, cpl: 40 },
      }),
    ),
  '/top-performing-state': () =>
    success(anAnswer({ data: [{ stateCode: 'US-TX', stateName: 'Texas', leadVolume: 7 }] })),
  '/pacing/brand': () =>
    success(
      anAnswer({
        data: [
          { brand: 'North', budget: 100 },
          { brand: null, budget: 5 },
        ],
      }),
    ),
  '/reporting/rows-behind': () => success(BEHIND),
  '/recount': () => success(null),
  '/filters/get': () =>
    success({
      brands: [],
      clients: [],
      models: [],
      campuses: [],
      programs: [],
      channels: [],
      customChannels: [],
      partners: [],
      lineItems: [],
    }),
  '/owner/get': () => success({ ownerKey: 2, ownerName: 'Crestview', timeZone: 'America/Los_Angeles' }),
};

const open = async (page: () => React.ReactNode, at = '/', answers: Answers = {}) => {
  const requests = serve(answers, ANSWERS, { '': () => success(anAnswer()) });
  const shown = await showPage(page, { at, readSearch: readDashboardSearch });
  const widgets = () => requests.filter(({ body }) => typeof body === 'object' && body !== null && !('rowKey' in body));
  return { ...shown, requests, widgets };
};
const titles = () => [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);

beforeEach(() => {
  signedIn({
    permissions: { reports: ['View'] },
    owners: [
      { ownerKey: 1, name: 'Hartwell', variant: null },
      { ownerKey: 2, name: 'Crestview', variant: null },
    ],
  });
  useSession.getState().chooseOwner({ ownerKey: 2, name: 'Crestview', variant: null });
});
afterEach(signedOut);

describe('a dashboard', () => {
  it('loads every widget with the owner and the address’s dates and filters', async () => {
    const { widgets } = await open(
      AffiliatePage,
      '/?range=custom&from=2026-10-01&to=2026-10-05&brand=4&compare=previous',
    );
    await waitFor(() => expect(widgets()).toHaveLength(6));
    for (const { body } of widgets())
      expect(body).toEqual({
        ownerKey: 2,
        startDate: '2026-10-01',
        endDate: '2026-10-05',
        grain: 'day',
        brandKeys: [4],
        compare: 'previous',
      });
  });

  it('writes dates and comparison into the address, and removes them', async () => {
    const { user, address } = await open(AffiliatePage, '/?brand=4');
    await user.click(screen.getByRole('button', { name: 'Dates: Default ranges' }));
    await user.click(await screen.findByText('Last month'));
    await waitFor(() => expect(address()).toContain('range=lastMonth'));
    await user.click(screen.getByRole('button', { name: /^Dates: Last month, / }));
    await user.click(await screen.findByText('Custom dates'));
    await waitFor(() => expect(address()).toMatch(/range=custom&from=\d{4}-\d\d-01&to=/));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-10-01' } });
    await waitFor(() => expect(address()).toContain('from=2026-10-01'));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-10-07' } });
    await user.click(screen.getByRole('button', { name: 'Compare to: Default comparison' }));
    await user.click(await screen.findByText('Oct 1 – 7, 2025'));
    await waitFor(() => expect(address()).toContain('compare=lastYear'));
    screen.getByRole('button', { name: 'Compare to: Last year, Oct 1 – 7, 2025' });
    await user.click(screen.getByRole('button', { name: 'Dates: Custom dates, Oct 1 – 7, 2026' }));
    await user.click(await screen.findByText('Default ranges'));
    await waitFor(() => expect(address()).not.toContain('range='));
    expect(address()).not.toContain('from=');
    expect(address()).toContain('brand=4');
    expect(screen.queryByLabelText('From')).toBeNull();
  });

  it('reports a reversed range at its field, and loads nothing', async () => {
    const { user, widgets } = await open(AffiliatePage, '/?range=custom&from=2026-10-05&to=2026-10-01');
    const message = 'The end date is before the start date, Oct 5, 2026.';
    const to = screen.getByLabelText('To');
    expect(to.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(widgets()).toEqual([]);
    await user.click(to);
    fireEvent.change(to, { target: { value: '2026-10-07' } });
    await waitFor(() => expect(widgets()).toHaveLength(6));
    expect(screen.queryByText(message)).toBeNull();
  });

  it('has weekly or monthly charts as chosen', async () => {
    const { user, widgets, address } = await open(AffiliatePage, '/?range=custom&from=2026-07-01&to=2026-09-30');
    await waitFor(() => expect(widgets()).toHaveLength(6));
    expect(widgets()[0]?.body).toMatchObject({ grain: 'week' });
    await user.click(screen.getByText('Month'));
    await waitFor(() => expect(address()).toContain('grain=month'));
    await waitFor(() => expect(widgets().at(-1)?.body).toMatchObject({ grain: 'month' }));
  });

  it('of an owner with a single one is Executive Overview; the others lead there', async () => {
    useSession.getState().chooseOwner({ ownerKey: 2, name: 'Apex', variant: 'APEX CODING ACADEMY' });
    const { widgets } = await open(AffiliatePage);
    expect(screen.getByText('Apex has no other dashboards')).not.toBeNull();
    const link = screen.getByRole('link', { name: 'Open Executive Overview' });
    expect(link.getAttribute('href')).toMatch(/dashboard\/executiveoverview/);
    expect(widgets()).toEqual([]);
    cleanup();
    const executive = await open(ExecutivePage);
    await waitFor(() => expect(executive.widgets()).not.toEqual([]));
  });

  it('is arranged by its reader: hidden widgets can be shown again, and everything reset', async () => {
    const { user } = await open(AffiliatePage);
    const before = titles();
    await user.click(screen.getByText('Edit layout'));
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    await user.click(screen.getByLabelText(`Hide ${before[0]}`));
    await user.click(screen.getByLabelText(`Move ${before[1]} down`));
    expect(titles()).toEqual([before[2], before[1], ...before.slice(3)]);
    await user.click(screen.getByText(`Show ${before[0]}`));
    expect(titles()).toContain(before[0]);
    await user.click(screen.getByText('Reset'));
    await user.click(screen.getByText('Done'));
    expect(titles()).toEqual(before);
  });

  it('omits what the owner’s preset hides', async () => {
    useSession.getState().chooseOwner({ ownerKey: 2, name: 'Crestview', variant: 'HOMERIGHT REMODELING' });
    const { widgets } = await open(AffiliatePage);
    await waitFor(() => expect(widgets()).toHaveLength(4));
    expect(titles().join()).not.toMatch(/Degree/);
  });
});

describe('a clicked figure', () => {
  const question = (requests: { url: string; body: unknown }[]) =>
    requests.findLast(({ url }) => url.includes('/reporting/rows-behind'))?.body;

  it('is explained for the page’s filters and dates and its row', async () => {
    const { user, requests } = await open(AffiliatePage, '/?range=custom&from=2026-10-01&to=2026-10-05&brand=4');
    await user.click(await screen.findByRole('button', { name: '$50.00' }));
    await within(await screen.findByRole('dialog')).findByText('Nursing Texas');
    const whole = { ownerKey: 2, startDate: '2026-10-01', endDate: '2026-10-05', grain: 'day', brandKeys: [4] };
    expect(question(requests)).toEqual({
      ...whole,
      widget: 'affiliatePartnerPerformance',
      rowKey: '[4,null]',
      compared: false,
    });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '$40.00' }));
    await screen.findByRole('dialog', { name: 'Performance By Partner: Total' });
    expect(question(requests)).toMatchObject({ ...whole, rowKey: null });
  });

  it('shows its formula, days, basis, last days of the sources and its rows', async () => {
    signedIn({ permissions: { reports: ['View'], campaigns: ['View'] }, owners: [] });
    useSession.getState().chooseOwner({ ownerKey: 2, name: 'Crestview', variant: null });
    const { user } = await open(AffiliatePage);
    await user.click(await screen.findByRole('button', { name: '$50.00' }));
    const panel = await screen.findByRole('dialog', { name: 'Performance By Partner: BrightPath' });
    const link = await within(panel).findByRole('link', { name: 'Nursing Texas' });
    expect(link.getAttribute('href')).toBe('#/s/cl/allocations/campaigns/summary/12?owner=2');
    const terms = [...panel.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(terms).toEqual([
      'FormulaSpend ÷ valid inquiries',
      'DaysNov 1, 2026 – Nov 10, 2026',
      'BasisCounted on the day it happened.',
      'DataInquiries through Nov 10, 2026, Google Ads through Nov 8, 2026',
    ]);
    const [head, row, total] = within(panel).getAllByRole('row');
    expect(head?.textContent).toMatch(/^CampaignLine ItemCPL/);
    expect(row?.textContent).toMatch(/^Nursing TexasNursing\$50\.00/);
    expect(total?.textContent).toMatch(/^Total\$50\.00/);
    expect(panel.textContent).toContain('Something is said beside it.');

    await user.click(within(panel).getByRole('button', { name: 'Download CSV' }));
    expect(vi.mocked(saveFile).mock.lastCall?.[0].name).toBe(
      'crestview-performance-by-partner-brightpath-2026-11-01-to-2026-11-10.csv',
    );
  });

  it('has no link to a campaign without the right', async () => {
    const { user } = await open(AffiliatePage);
    await user.click(await screen.findByText('BrightPath'));
    const panel = await screen.findByRole('dialog');
    await within(panel).findByText('Nursing Texas');
    expect(within(panel).queryByRole('link')).toBeNull();
  });

  it('shows why it could not be loaded', async () => {
    const { user } = await open(AffiliatePage, '/', {
      '/reporting/rows-behind': () => refusal(500, 'INTERNAL', 'It broke.'),
    });
    await user.click(await screen.findByText('BrightPath'));
    expect((await within(await screen.findByRole('dialog')).findByRole('alert')).textContent).toContain('It broke.');
  });
});
