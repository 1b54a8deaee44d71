import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../../lib/api/query-client.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { aCampaign, campaignParts as parts } from '../../../testing/campaign-parts.ts';
import { json, success } from '../../../testing/fetch.ts';
import { aSession, signedOut } from '../../../testing/session.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { readEditorSearch } from './editor-search.ts';
import type { CampaignParts } from './prepare/prepare-values.ts';

const TAKEN = 'Campaign code NURS-TX-09 is already used by Nursing North.';
const versioned = { rowVersion: parts.versions.targeting };
const options = {
  brands: [],
  clients: [{ key: 10, name: 'North College', active: true, brandKey: 1 }],
  models: [],
  campuses: [],
  programs: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [{ key: 5, name: 'Nursing', active: true, clientKey: 10, channel: 'ppl' }],
};
/** Answers by the end of the call's path. */
const answers: Record<string, () => Response> = {
  'filters/get': () => success(options),
  'draft/list': () => success([]),
  'draft/save': () => success({ draftKey: 1, updatedAt: '2026-03-02T12:00:00.000Z' }),
  'mp/search': () => success([]),
  isUnique: () => success({ campaignCode: 'NURS-TX-09' }),
  'campaign/saveAll': () =>
    json(409, {
      status: 'error',
      code: 'DUPLICATE_CODE',
      message: TAKEN,
      errors: [{ field: 'campaign.campaignCode', code: 'taken', message: TAKEN }],
      requestId: 'r-1',
    }),
  'campaign/7/get': () => success(aCampaign),
  'allocation/get': () => success(parts.allocation),
  'program/list': () => success({ programs: parts.programs, ...versioned }),
  'audience/list': () =>
    success({ audience: { match: 'ALL', rules: parts.rules }, inherited: parts.inherited, ...versioned }),
  'geo/list': () => success({ geo: parts.geo, ...versioned }),
  'dayparting/get': () =>
    success({ dayParting: parts.dayParting, defaultTimeZone: parts.defaultTimeZone, ...versioned }),
  'sources/list': () => success({ mode: parts.sourceMode, sources: parts.sources, ...versioned }),
  'tracking/get': () => success({ urls: parts.urls, clickLink: parts.clickLink, rowVersion: parts.versions.tracking }),
};

afterEach(signedOut);

/** Request bodies by the end of the path. */
let sent: Record<string, unknown[]> = {};

const RIGHTS = { campaigns: ['View', 'Update', 'Price'], allocations: ['View', 'Update'] };

const show = async (
  step: string,
  own: Record<string, () => Response> = {},
  { shown = parts, rights = RIGHTS }: { shown?: CampaignParts; rights?: Record<string, string[]> } = {},
) => {
  sent = {};
  const all = { ...answers, ...own };
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const name = Object.keys(all).find((end) => url.split('?')[0]!.endsWith(end));
    if (name === undefined) return Promise.resolve(json(404, {}));
    if (typeof init.body === 'string') (sent[name] ??= []).push(JSON.parse(init.body));
    return Promise.resolve(all[name]!());
  });
  useSession.getState().begin(aSession({ permissions: rights }));
  const route = createRootRoute({
    validateSearch: readEditorSearch,
    component: () => <CampaignEditor ownerKey={1} parts={shown} />,
  });
  const router = createRouter({
    routeTree: route,
    history: createMemoryHistory({ initialEntries: [`/?step=${step}`] }),
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('button', { name: /^Review/ });
  return userEvent.setup();
};

it('opens the step with the server’s error at its field, and keeps the input', async () => {
  const user = await show('basics');
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Campaign code/ });
  await user.clear(code);
  await user.type(code, 'NURS-TX-09');
  await user.click(screen.getByRole('button', { name: /^Prices/ }));
  await user.click(await screen.findByRole('button', { name: 'Save draft' }));
  await screen.findAllByText(TAKEN);
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Campaign code/ });
  expect(again.value).toBe('NURS-TX-09');
  expect(again.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(again);
  expect(screen.getByRole('button', { name: /^Basics.*has errors/ }).getAttribute('aria-current')).toBe('step');
  await act(() => user.type(again, '2'));
  expect(screen.getByRole('button', { name: /^Basics.*done/ })).toBeTruthy();
});

it('saves changes with their versions, and asks about a URL changed on both sides', async () => {
  const [first] = parts.urls;
  const errors = [{ field: 'urls', code: 'conflict', message: 'Someone else changed this row.' }];
  const stale = { status: 'error', code: 'STALE_ROW', message: 'Someone else changed this row.', errors };
  const theirs = { urls: [{ ...first!, name: 'Their page' }], rowVersion: 8 };
  const user = await show('tracking', {
    'tracking/get': () => success(theirs),
    'campaign/saveAll': () => (sent['campaign/saveAll']!.length === 1 ? json(409, stale) : success(aCampaign)),
  });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'My page');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByText(/^Mine: My page/));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect.poll(() => sent['campaign/saveAll']).toHaveLength(2);
  // No other part of the campaign was sent.
  const save = { campaignKey: 7, urls: [{ ...first, name: 'My page' }], activate: false };
  expect(sent['campaign/saveAll']).toEqual([
    { ...save, versions: parts.versions },
    { ...save, versions: { ...parts.versions, tracking: 8 } },
  ]);
});

it('sets an allocation beside the line item’s remaining budget, and sends it alone, whatever else is missing', async () => {
  const unplanned = { ...parts.allocation!.current!, plan: null, rowVersion: 0 };
  const shown: CampaignParts = {
    ...parts,
    campaign: {
      ...aCampaign,
      // Older campaigns lack this code: it is required only when the basics are saved.
      clientCampaignCode: '',
      subStatus: 'NO_ALLOCATION',
      statusReasons: [{ code: 'NO_ALLOCATION', message: 'No allocation: nothing is planned for March 2026.' }],
    },
    allocation: { current: unplanned, next: null },
    versions: { ...parts.versions, current: 0 },
  };
  const user = await show('prices', { 'campaign/saveAll': () => success(shown.campaign) }, { shown });
  const banner = await screen.findByRole('region', { name: 'Status' });
  await user.click(within(banner).getByRole('button', { name: 'Set allocation' }));
  const box = await screen.findByRole('textbox', { name: 'Monthly allocation, this month' });
  expect(screen.getByText('$5,500.00 (100 leads)')).toBeTruthy();
  await user.type(box, '110');
  expect(screen.getByText('Over by $550.00')).toBeTruthy();
  expect(banner.textContent).toContain('The allocation takes effect when you save.');
  await user.clear(box);
  await user.type(box, '40');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => sent['campaign/saveAll']).toHaveLength(1);
  expect(sent['campaign/saveAll']).toEqual([
    {
      campaignKey: 7,
      versions: shown.versions,
      allocation: { current: { userDefinedMonthlyAllocation: 40 } },
      activate: false,
    },
  ]);
});

it('shows margins only with the right, and sends all prices in any case', async () => {
  const margin = () => screen.queryByRole('columnheader', { name: 'Margin' });
  await show('prices', {}, { rights: { ...RIGHTS, reports: ['Margin'] } });
  expect(margin()).not.toBeNull();
  cleanup();
  const user = await show('prices', { 'campaign/saveAll': () => success(aCampaign) });
  expect(margin()).toBeNull();
  expect(document.body.textContent).not.toContain('argin');
  const client = screen.getByRole('textbox', { name: 'Client price, desktop' });
  await user.clear(client);
  await user.type(client, '60');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await expect.poll(() => sent['campaign/saveAll']).toHaveLength(1);
  const campaign = {
    clientDesktopBidPrice: 60,
    clientMobileBidPrice: 50.5,
    aggDesktopBidPrice: 42.5,
    notes: aCampaign.notes,
  };
  expect(sent['campaign/saveAll']).toMatchObject([{ campaign }]);
});

it('says on the review what leads lack outside of the campaign, and that nothing is missing only without', async () => {
  const lacking = [
    { id: 'postingKeys', name: 'BrightPath' },
    { id: 'endpoints', name: 'North College' },
  ];
  await show('review', { 'readiness/get': () => success({ lacking }) });
  const verdict = within(screen.getByRole('region', { name: 'What is missing' }));
  const line = await verdict.findByText('BrightPath has no active posting key: no lead can be posted.');
  expect(within(line.closest('li')!).getByRole('link', { name: 'Posting keys' })).toBeTruthy();
  expect(verdict.getAllByRole('link')).toHaveLength(2);
  expect(verdict.queryByText(/Nothing is missing/)).toBeNull();
  cleanup();
  await show('review', { 'readiness/get': () => success({ lacking: [] }) });
  expect(await screen.findByText(/^Nothing is missing/)).toBeTruthy();
});
