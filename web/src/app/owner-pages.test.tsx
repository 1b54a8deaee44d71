import { MantineProvider } from '@mantine/core';
import { ALL_PERMISSIONS, toPermissionMap } from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PATHS, pathTo } from '../lib/address/paths.ts';
import { makeQueryClient } from '../lib/api/query-client.ts';
import { useSession } from '../lib/session/session-store.ts';
import { serve, success } from '../testing/fetch.ts';
import { signedIn, signedOut } from '../testing/session.ts';
import { makeRouter } from './router.ts';

const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null },
  { ownerKey: 2, name: 'Crestview', variant: null },
];
const permissions = toPermissionMap(ALL_PERMISSIONS) as Record<string, string[]>;

const open = async (at: string, { owner = null as (typeof OWNERS)[number] | null, userType = 'agency' } = {}) => {
  const requests = serve({
    '/userconfig/get': () => success({ userType, permisssions: permissions, owners: OWNERS, userKey: 7 }),
    '/list': () => success([]),
    '': () => success(null),
  });
  signedIn({ userType, permissions, owners: OWNERS });
  useSession.getState().chooseOwner(owner);
  const router = makeRouter(createMemoryHistory({ initialEntries: [at] }));
  await act(() => router.load());
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { requests, router };
};
const main = () => within(screen.getByRole('main'));
const title = () => main().getByRole('heading', { level: 1 }).textContent;
afterEach(signedOut);

it.each([
  [PATHS.executiveOverview, 'Executive Overview'],
  [PATHS.campaignsBulkImport, 'Bulk import'],
  [PATHS.allocationsOverview, 'No owner selected'],
  [PATHS.goalEditor.replace('/:goalKey?', ''), 'No owner selected'],
])('%s asks for an owner first', async (path, head) => {
  await open(path);
  expect(title()).toBe(head);
  expect(main().getByText('No owner selected')).not.toBeNull();
  expect(main().getByRole('link', { name: 'Choose one' }).getAttribute('href')).toMatch(/owners$/);
});

it('sends a client to its clients', async () => {
  await open(PATHS.executiveOverview, { userType: 'client' });
  expect(main().getByRole('link', { name: 'Choose one' }).getAttribute('href')).toMatch(/clients$/);
});

it.each([pathTo('goalEditor', { goalKey: 'x' }), PATHS.myExports])('%s opens without an owner', async (path) => {
  await open(path);
  expect(main().queryByText('No owner selected')).toBeNull();
});

it('draws the heading of the route, with the page’s additions', async () => {
  const { router } = await open(PATHS.myExports, { owner: OWNERS[1]! });
  expect(title()).toBe('My exports');
  expect(document.title).toBe('My exports · Paceline');
  const trail = within(main().getByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getByRole('link', { name: 'Data exports' }).getAttribute('href')).toBe(`#${PATHS.leadExport}?owner=2`);
  const actions = document.querySelectorAll('[data-page-actions] a');
  expect([...actions].map(({ textContent }) => textContent)).toEqual(['New export']);
  await act(() => router.navigate({ to: PATHS.account }));
  await waitFor(() => expect(title()).toBe('My account'));
  expect(document.querySelector('[data-page-actions]')?.textContent).toBe('Change password');
});

it('starts a page again with another owner', async () => {
  const { requests, router } = await open(PATHS.customChannels, { owner: OWNERS[0]! });
  const isLoaded = (ownerKey: number) =>
    requests.some(({ url, body }) => `${url} ${JSON.stringify(body)}`.includes(`/${ownerKey}/`));
  await waitFor(() => expect(isLoaded(1)).toBe(true));
  await act(() => router.navigate({ to: '.', search: { owner: 2 } as never }));
  await waitFor(() => expect(isLoaded(2)).toBe(true));
  expect(title()).toBe('Custom Channels');
});
