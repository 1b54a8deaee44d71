import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../lib/api/query-client.ts';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { json, success } from '../../testing/fetch.ts';
import { aSession, signedOut } from '../../testing/session.ts';
import { FilterBar } from './filter-bar.tsx';
import { readFilterSearch } from './filter-search.ts';

const options = {
  brands: [],
  clients: [
    { key: 11, name: 'North Ground', active: true, brandKey: 1 },
    { key: 21, name: 'South Online', active: true, brandKey: 2 },
  ],
  models: [],
  campuses: [{ key: 1111, name: 'Austin', active: true, clientKey: 11, modelKey: 111 }],
  programs: [],
  channels: [{ key: 'ppl', name: 'Pay per lead' }],
  customChannels: [],
  partners: [],
  lineItems: [],
};

afterEach(signedOut);

const show = async (address: string, { userType = 'agency', answer = () => success(options) } = {}) => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url);
    return Promise.resolve(answer());
  });
  useSession.getState().begin(aSession({ userType }));
  if (userType === 'agency') useSession.getState().chooseOwner({ ownerKey: 1, name: 'An owner', variant: null });
  const route = createRootRoute({
    validateSearch: readFilterSearch,
    component: () => <FilterBar campusOf="campaign" filters={['client', 'campus', 'channel']} />,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: route, history, parseSearch, stringifySearch });
  await act(() => router.load());
  render(
    <MantineProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { requests, user: userEvent.setup(), address: () => router.state.location.href };
};
/** The bar is rendered twice: for wide and for narrow windows. */
const button = (name: RegExp) => screen.findByRole('button', { name });

it('shows the address’s filters, and writes choices into it', async () => {
  const { user, address, requests } = await show('/?client=11&campus=1111&page=3');
  await user.click(await button(/^Client: North Ground$/));
  expect(requests).toEqual(['/api/ag/1/filters/get']);
  await user.keyboard('south');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(address()).toBe('/?client=11,21&campus=1111');
  await user.keyboard('{Escape}');
  expect(document.activeElement?.textContent).toBe('Client: 2 selected');
});

it('drops choices outside a parent filter, and clears all', async () => {
  const { user, address } = await show('/?client=11&campus=1111');
  await user.click(await button(/^Client: North Ground$/));
  await user.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}');
  expect(address()).toBe('/?client=21');
  await user.keyboard('{Escape}');
  await user.click(screen.getAllByText('Clear all')[0]!);
  expect(address()).toBe('/');
});

it('has chips that remove a filter', async () => {
  const { user, address } = await show('/?client=11&channel=ppl');
  await user.click(await button(/^Remove the filter Channel: Pay per lead$/));
  expect(address()).toBe('/?client=11');
});

it('covers all owners of a media partner', async () => {
  const { requests } = await show('/', { userType: 'aggregator' });
  await expect.poll(() => requests).toEqual(['/api/mp/filters/get']);
});

it('says that options could not be loaded, and keeps the choice', async () => {
  const answer = () => json(500, { status: 'error', code: 'INTERNAL', message: 'Something went wrong', data: null });
  await show('/?client=11', { answer });
  expect((await screen.findByRole('alert')).textContent).toContain('The filters could not be loaded.');
  expect(await button(/^Client: 1 selected$/)).toBeTruthy();
});
