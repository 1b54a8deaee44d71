import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session-store.ts';
import { aCampaign, campaignParts as parts } from '../../../testing/campaign-parts.ts';
import { json, success } from '../../../testing/fetch.ts';
import { aSession, signedOut } from '../../../testing/session.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { readEditorSearch } from './editor-search.ts';

const TAKEN = 'Campaign code NURS-TX-09 is already used by Nursing North.';
const versioned = { rowVersion: parts.targetingVersion };
const options = {
  brands: [],
  clients: [{ key: 10, name: 'North College', active: true, brandKey: 1 }],
  models: [],
  campuses: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [{ key: 5, name: 'Nursing', active: true, clientKey: 10, channel: 'ppl' }],
};
/** The calls of the page by the end of their path. */
const answers: Record<string, () => Response> = {
  'filters/get': () => success(options),
  'draft/list': () => success([]),
  'mp/search': () => success([]),
  isUnique: () => success({ campaignCode: 'NURS-TX-09' }),
  'campaign/save': () =>
    json(409, {
      status: 'error',
      code: 'DUPLICATE_CODE',
      message: TAKEN,
      errors: [{ field: 'campaignCode', code: 'taken', message: TAKEN }],
      requestId: 'r-1',
    }),
  'campaign/7/get': () => success(aCampaign),
  'program/list': () => success({ programs: parts.programs, ...versioned }),
  'audience/list': () =>
    success({ audience: { match: 'ALL', rules: parts.rules }, inherited: parts.inherited, ...versioned }),
  'geo/list': () => success({ geo: parts.geo, ...versioned }),
  'dayparting/get': () =>
    success({ dayParting: parts.dayParting, defaultTimeZone: parts.defaultTimeZone, ...versioned }),
  'sources/list': () => success({ mode: parts.sourceMode, sources: parts.sources, ...versioned }),
  'tracking/get': () => success({ urls: parts.urls }),
};

// jsdom has no fonts, whose loading a growing text box waits for. A whole form takes its time there.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
vi.setConfig({ testTimeout: 30_000 });
afterEach(signedOut);

it('opens the step in which the server refused something, at its field, and keeps what was typed', async () => {
  vi.stubGlobal('fetch', (url: string) => {
    const name = Object.keys(answers).find((end) => url.split('?')[0]!.endsWith(end));
    return Promise.resolve(name === undefined ? json(404, {}) : answers[name]!());
  });
  useSession.getState().begin(aSession({ permissions: { campaigns: ['View', 'Update', 'Price'] } }));
  const route = createRootRoute({
    validateSearch: readEditorSearch,
    component: () => <CampaignEditor ownerKey={1} parts={parts} />,
  });
  const router = createRouter({
    routeTree: route,
    history: createMemoryHistory({ initialEntries: ['/?step=basics'] }),
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
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
