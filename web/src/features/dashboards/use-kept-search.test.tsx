import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router';
import { act, render, waitFor } from '@testing-library/react';
import { useMemo } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeQueryClient } from '../../lib/api/query-client.ts';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { readDashboardSearch } from './dashboard-search.ts';
import { useKeptSearch } from './use-kept-search.ts';

const addresses: string[] = [];
beforeEach(() => {
  addresses.length = 0;
  signedIn();
});
afterEach(signedOut);

const page = (ownerKey: number) => () => {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const search = useKeptSearch(
    ownerKey,
    useMemo(() => readDashboardSearch(params), [params]),
  );
  addresses.push(JSON.stringify([ownerKey, search.range, search.brand]));
  return null;
};

const open = async (at: string) => {
  const root = createRootRoute();
  const route = (path: string, ownerKey: number) =>
    createRoute({ getParentRoute: () => root, path, validateSearch: readDashboardSearch, component: page(ownerKey) });
  const routeTree = root.addChildren([route('/first', 1), route('/second', 1), route('/other', 2)]);
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  await act(() => router.load());
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const go = (to: string, search: object = {}) => act(() => router.navigate({ to, search } as never));
  return { go, address: () => router.state.location.href };
};

it('keeps dates and filters for a dashboard whose address has none', async () => {
  const { go, address } = await open('/first?range=lastMonth&brand=4');
  await go('/second');
  await waitFor(() => expect(address()).toBe('/second?brand=4&range=lastMonth'));
  // The second page was never asked without them.
  expect(new Set(addresses)).toEqual(new Set(['[1,"lastMonth",[4]]']));
});

it('leaves an address with its own unchanged', async () => {
  const { go, address } = await open('/first?range=lastMonth&brand=4');
  await go('/second', { range: 'last7' });
  expect(address()).toBe('/second?range=last7');
});

it('keeps nothing that was cleared, and no brand of another owner', async () => {
  const { go, address } = await open('/first?range=lastMonth&brand=4');
  await go('/other');
  await waitFor(() => expect(address()).toBe('/other?range=lastMonth'));
  await go('/other', {});
  await go('/second');
  expect(address()).toBe('/second');
});
