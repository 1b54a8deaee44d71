import { MantineProvider } from '@mantine/core';
import { type UserRow, userSearch } from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../lib/api/query-client.ts';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { json, success } from '../../testing/fetch.ts';
import { aSession, signedOut } from '../../testing/session.ts';
import { readListSearch } from './list-search.ts';
import { ListView } from './list-view.tsx';

/** A screen's request, by path and body. */
type Asked = { path: string; body: Record<string, unknown> };
let requests: Asked[];

const userOf = (userKey: number, name: string): UserRow => ({
  userKey,
  userName: name.toLowerCase(),
  firstName: name,
  lastName: 'Test',
  email: `${name}@mail.example`,
  userType: 'agency',
  partnerName: null,
  owners: null,
  active: true,
  hasPassword: true,
  lastLoginAt: null,
});
const pageOf = (rows: UserRow[], parts: object = {}) =>
  success({ rows, total: rows.length, isMore: false, next: null, ...parts });

/** jsdom has no layout: the grid gets a fixed size to draw its rows in. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});
afterEach(() => {
  vi.restoreAllMocks();
  signedOut();
});

const show = async (address: string, answer: (request: Asked) => Response) => {
  requests = [];
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    const one = { path: url, body: JSON.parse(body) as Record<string, unknown> };
    requests.push(one);
    return Promise.resolve(answer(one));
  });
  useSession.getState().begin(aSession({ userType: 'agency' }));
  const route = createRootRoute({
    validateSearch: readListSearch(userSearch),
    component: () => (
      <ListView
        list={userSearch}
        noun="users"
        filters={{
          userType: { label: 'Kind', all: 'All kinds', options: [{ value: 'client', label: 'Client' }] },
          status: { label: 'Status', options: [{ value: 'active', label: 'Active' }] },
        }}
        rowLabel={({ firstName }) => firstName}
        open={({ userKey }) => `/user/${userKey}`}
        empty={{ title: 'No users yet', text: 'Invite one.' }}
      />
    ),
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
  return { user: userEvent.setup(), address: () => router.state.location.href };
};
const lastBody = () => requests.at(-1)?.body;

describe('a list', () => {
  it('loads by the address, and shows rows as they arrive', async () => {
    await show('/?type=client&q=ann&sort=-email', () => pageOf([userOf(1, 'Zoe'), userOf(2, 'Ann')]));
    expect(await screen.findByText('2 rows')).toBeTruthy();
    expect(requests).toEqual([
      { path: '/api/ag/account/user/search', body: { userType: 'client', term: 'ann', sort: '-email', limit: 100 } },
    ]);
    const names = screen.getAllByRole('row').flatMap((row) => within(row).queryAllByText(/^(zoe|ann)$/));
    expect(names.map(({ textContent }) => textContent)).toEqual(['zoe', 'ann']);
    expect(screen.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('is sorted by the server: a heading writes the order into the address, and reverses it', async () => {
    const { user, address } = await show('/', () => pageOf([userOf(1, 'Zoe')]));
    await screen.findByText('1 row');
    await user.click(screen.getByRole('columnheader', { name: 'Email' }));
    expect(address()).toBe('/?sort=email');
    await waitFor(() => expect(lastBody()).toMatchObject({ sort: 'email' }));
    for (const order of ['-email', 'email']) {
      await user.click(screen.getByRole('columnheader', { name: 'Email' }));
      expect(address()).toBe(`/?sort=${order}`);
    }
    // Not sortable (no index): clicking the header does nothing.
    await user.click(screen.getByRole('columnheader', { name: 'Owners' }));
    expect(address()).toBe('/?sort=email');
  });

  it('is filtered and searched by the server, and reset', async () => {
    const { user, address } = await show('/', () => pageOf([userOf(1, 'Zoe')]));
    await screen.findByText('1 row');
    await user.selectOptions(screen.getByLabelText('Kind'), 'client');
    await user.type(screen.getByLabelText('Search the table'), 'zo');
    await waitFor(() => expect(address()).toBe('/?type=client&q=zo'));
    await waitFor(() => expect(lastBody()).toMatchObject({ userType: 'client', term: 'zo' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(screen.getByLabelText<HTMLInputElement>('Search the table').value).toBe('');
  });

  it('loads more after the last row, and shows the count', async () => {
    await show('/', ({ body }) =>
      body['after'] === 'x'
        ? pageOf([userOf(2, 'Ann')], { total: null })
        : pageOf([userOf(1, 'Zoe')], { total: 10_000, isMore: true, next: 'x' }),
    );
    expect(await screen.findByText('ann')).toBeTruthy();
    expect(requests.map(({ body }) => body['after'])).toEqual([undefined, 'x']);
    expect(screen.getByText('2 rows')).toBeTruthy();
  });

  it('shows "more than" above the counting limit', async () => {
    await show('/', ({ body }) =>
      body['after'] === undefined
        ? pageOf([userOf(1, 'Zoe')], { total: 10_000, isMore: true, next: 'x' })
        : json(500, { status: 'error', code: 'INTERNAL', message: 'Something went wrong', data: null }),
    );
    expect(await screen.findByText('More than 10,000 rows')).toBeTruthy();
    // Loaded rows stay when the next page fails.
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    expect(screen.getByText('zoe')).toBeTruthy();
  });

  it('has two empty states', async () => {
    await show('/', () => pageOf([]));
    expect(await screen.findByText('No users yet')).toBeTruthy();
  });
  it('says so if filters leave nothing', async () => {
    await show('/?q=nobody', () => pageOf([]));
    expect(await screen.findByText('No users match these filters')).toBeTruthy();
  });

  it('shows a load error with a retry', async () => {
    let fails = true;
    const { user } = await show('/', () =>
      fails
        ? json(500, { status: 'error', code: 'INTERNAL', message: 'Something went wrong', data: null })
        : pageOf([userOf(1, 'Zoe')]),
    );
    await user.click(await screen.findByRole('button', { name: 'Try again' }).finally(() => (fails = false)));
    expect(await screen.findByText('zoe')).toBeTruthy();
  });

  it('exports selected rows, or all matching ones', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
    const { user } = await show('/?q=z', ({ path }) =>
      path.endsWith('/export') ? new Response('file') : pageOf([userOf(1, 'Zoe'), userOf(2, 'Zed')]),
    );
    await screen.findByText('2 rows');
    act(() => screen.getByRole('grid').focus());
    await user.keyboard('{ArrowDown} ');
    const bar = screen.getByRole('region', { name: 'Selected users' });
    expect(within(bar).getByText('1 selected')).toBeTruthy();
    await user.click(within(bar).getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({
        path: '/api/ag/account/user/export',
        body: { term: 'z', sort: 'userName', keys: [2] },
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Export all' }));
    await waitFor(() => expect(lastBody()).toEqual({ term: 'z', sort: 'userName' }));
  });

  it('clears the selection when the query changes', async () => {
    const { user } = await show('/', () => pageOf([userOf(1, 'Zoe')]));
    await screen.findByText('1 row');
    act(() => screen.getByRole('grid').focus());
    await user.keyboard(' ');
    expect(screen.getByRole('region', { name: 'Selected users' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Status'), 'active');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull());
  });
});
