import { MantineProvider } from '@mantine/core';
import {
  ALL_PERMISSIONS,
  hasPermission,
  type Permission,
  permissionsOfGroup,
  USER_GROUPS,
  type UserGroup,
} from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../lib/api/query-client.ts';
import { useSession } from '../lib/session/session-store.ts';
import { success } from '../testing/fetch.ts';
import { signedInWith, WHOLE_OWNER } from '../testing/rights.ts';
import { callOf, sampleAnswer } from '../testing/sample-answer.ts';
import { signedOut } from '../testing/session.ts';
import { menuOf, pathsOf } from './rail/menu.ts';
import { makeRouter } from './router.ts';

/** A server that answers each call with a sample, and notes those that the user may not make. */
const serveSamples = (group: UserGroup, rights: ReadonlySet<Permission>) => {
  const refused = new Set<string>();
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    const call = callOf(method, url);
    const isOfGroup = call.groups === 'public' || call.groups.includes(group);
    if (!isOfGroup || !hasPermission(rights, call.permission)) refused.add(call.id);
    if (call.kind === 'events') return new Promise<Response>(() => undefined);
    if (call.kind === 'stream') return Promise.resolve(new Response('{"__end":true,"count":0,"asOf":null}\n'));
    return Promise.resolve(success(sampleAnswer(call, group)));
  });
  return refused;
};

/** The calls of a page, as it opens, that its user may not make. */
const refusalsAt = async (path: string, group: UserGroup, rights: readonly Permission[]): Promise<string[]> => {
  const viewer = signedInWith(group, rights);
  if (viewer.activeOwner) useSession.getState().chooseOwner(WHOLE_OWNER);
  const refused = serveSamples(group, new Set(rights));
  const queries = makeQueryClient();
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await act(() => router.load());
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('main');
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  cleanup();
  queries.clear();
  signedOut();
  return [...refused];
};

const menuPaths = (group: UserGroup, rights: readonly Permission[]): string[] =>
  pathsOf(menuOf(signedInWith(group, rights)));

/** Every page of the menu with a refused call. */
const refusals = async (group: UserGroup, rights: readonly Permission[], paths: readonly string[]) => {
  const refused: Record<string, string[]> = {};
  for (const path of paths) {
    const calls = await refusalsAt(path, group, rights);
    if (calls.length > 0) refused[`${path} with ${rights.length === 1 ? rights[0] : 'these'}`] = calls;
  }
  return refused;
};

beforeEach(() => {
  // Samples are no real data: what a page cannot draw of them is not asked here.
  for (const way of ['error', 'warn'] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});
afterEach(signedOut);

describe.each(USER_GROUPS)('the first calls of the pages in the menu of %s', (group) => {
  test('are allowed with the one right that shows the page', { tags: ['long'] }, async () => {
    const refused: Record<string, string[]> = {};
    for (const right of ALL_PERMISSIONS)
      Object.assign(refused, await refusals(group, [right], menuPaths(group, [right])));
    expect(refused).toEqual({});
  });

  test('are allowed with rights by chance', { tags: ['long'] }, async () => {
    expect.hasAssertions();
    const rights = fc.subarray([...permissionsOfGroup(group)]);
    await fc.assert(
      fc.asyncProperty(rights, fc.nat(), async (some, place) => {
        const paths = menuPaths(group, some);
        const one = paths[place % paths.length];
        expect(await refusals(group, some, one === undefined ? [] : [one])).toEqual({});
      }),
      { numRuns: 25 },
    );
  });
});

test('a call that is not allowed is found', async () => {
  const refused = serveSamples('ag', new Set(['channels:View']));
  await fetch('/api/ag/1/customchannel/list', { method: 'GET' });
  expect([...refused]).toEqual([]);
  await fetch('/api/ag/mp/all/list', { method: 'GET' });
  expect([...refused]).toEqual(['allPartnerList']);
});
