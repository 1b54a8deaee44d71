import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_PERMISSIONS, toPermissionMap } from '@paceline/contract';
import { resetLink } from '../features/session/reset-link.ts';
import { isOfOwner } from '../lib/address/owner-address.ts';
import { hrefOf, PATHS, pathTo } from '../lib/address/paths.ts';
import { takePlace } from '../lib/address/place.ts';
import { useSession } from '../lib/session/session-store.ts';
import { PLACE_KEY } from '../lib/storage/storage-keys.ts';
import { serve, success } from '../testing/fetch.ts';
import { signedIn, signedOut } from '../testing/session.ts';
import { AccessDenied } from './guards.ts';
import { OwnerDenied } from './shell/owner-of-address.ts';
import { routerPath } from './router-path.ts';
import { makeRouter } from './router.ts';

const open = async (path: string) => {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return router;
};
const pathOf = async (path: string) => (await open(path)).state.location.pathname;
beforeEach(() => resetLink.keep(null));
afterEach(signedOut);

describe('the table of routes', () => {
  it('equals the route tree', () => {
    const routes = Object.keys(makeRouter(createMemoryHistory()).routesByPath).map((path) =>
      path.replace(/(.)\/$/, '$1'),
    );
    const paths = Object.values(PATHS).map((path) => routerPath(path) as string);
    expect([...new Set(routes)].toSorted()).toEqual(paths.toSorted());
  });
});

describe('guards', () => {
  it.each(['/s/owners', '/s', '/nowhere', '/s/nowhere', '/changepassword', '/resetpassword', '/resetpassword?user=a'])(
    'send %s to sign-in when signed out',
    async (path) => {
      expect(await pathOf(path)).toBe(PATHS.login);
    },
  );

  it.each(['/', '/s', '/resetpassword'])('send %s home when signed in', async (path) => {
    signedIn();
    expect(await pathOf(path)).toBe(PATHS.owners);
  });

  it.each(['/s/owners', '/', '/changepassword'])('keep users who must change the password from %s', async (path) => {
    signedIn({ firstTimeLogin: true });
    expect(await pathOf(path)).toBe(PATHS.resetPassword);
  });

  it.each(['/s/nowhere', '/s/cl/nowhere', '/s/mp/nowhere', '/s/cl/dashboard/nowhere'])(
    'leave the unknown path %s as it is when signed in',
    async (path) => {
      signedIn();
      expect(await pathOf(path)).toBe(path);
    },
  );

  it.each([
    ['agency', { users: ['View'] }, PATHS.searchUser, true],
    ['agency', { campaigns: ['View'] }, PATHS.searchUser, false],
    ['client', { users: ['View'] }, PATHS.searchUser, false],
    ['client', { leadanalyzer: ['View'] }, PATHS.leads, true],
    ['client', {}, PATHS.leads, false],
    ['client', {}, PATHS.owners, false],
    ['agency', {}, PATHS.clients, false],
    ['aggregator', {}, PATHS.account, true],
  ])('let %s with %j into %s: %s', async (userType, permissions, path, isLetIn) => {
    signedIn({ userType, permissions });
    const error = (await open(path)).state.matches.at(-1)?.error;
    expect(error instanceof AccessDenied).toBe(!isLetIn);
  });
});

describe('areas', () => {
  it.each([
    ['/s/cl', '/s/cl/allocations/overview'],
    ['/s/cl/dashboard', '/s/cl/dashboard/executiveoverview'],
    ['/s/mp', '/s/mp/home'],
  ])('%s leads to %s', async (area, start) => {
    signedIn();
    expect(await pathOf(area)).toBe(start);
  });
});

describe('a mailed link', () => {
  it.each([true, false])('opens (signed in: %s), and its secret disappears from the address at once', async (isIn) => {
    if (isIn) signedIn();
    const router = await open('/resetpassword?user=lou&token=abc');
    expect(router.state.location.href).toBe('/resetpassword');
    expect(resetLink.read()).toEqual({ userName: 'lou', token: 'abc' });
    expect(useSession.getState().accessToken !== null).toBe(isIn);
  });
});

describe('the owner in the address', () => {
  const OWNERS = [
    { ownerKey: 1, name: 'Hartwell', variant: null },
    { ownerKey: 2, name: 'Crestview', variant: null },
  ];
  const LATER = { ownerKey: 3, name: 'Lakeshore', variant: null };
  const permissions = toPermissionMap(ALL_PERMISSIONS) as Record<string, string[]>;
  const enter = (active: number | null, userType = 'agency') => {
    serve({
      '/userconfig/get': () => success({ userType, permisssions: permissions, owners: [...OWNERS, LATER], userKey: 7 }),
    });
    signedIn({ owners: OWNERS, permissions, userType });
    useSession.getState().chooseOwner(OWNERS.find(({ ownerKey }) => ownerKey === active) ?? null);
  };
  const activeKey = () => useSession.getState().activeOwner?.ownerKey;
  const errorOf = (router: Awaited<ReturnType<typeof open>>) => router.state.matches.find(({ error }) => error)?.error;

  it('is used from then on, also after going back', async () => {
    enter(1);
    const router = await open(`${PATHS.allocationsOverview}?owner=2&brand=4`);
    expect(activeKey()).toBe(2);
    await router.navigate({ to: pathTo('campaignsPpl'), search: { owner: 1 } as never });
    expect(activeKey()).toBe(1);
    router.history.back();
    await router.load();
    expect(activeKey()).toBe(2);
    expect(router.state.location.href).toBe(`${PATHS.allocationsOverview}?owner=2&brand=4`);
  });

  it('is added to an address without one, and to every link to an owner’s page', async () => {
    enter(2);
    const router = await open(`${PATHS.allocationsCurrentMonth}?brand=4`);
    expect(router.state.location.href).toBe(`${PATHS.allocationsCurrentMonth}?brand=4&owner=2`);
    expect(router.buildLocation({ to: pathTo('executiveOverview') }).href).toBe(`${PATHS.executiveOverview}?owner=2`);
    expect(router.buildLocation({ to: PATHS.searchUser }).href).toBe(PATHS.searchUser);
    expect(hrefOf(`${PATHS.campaignsPpl}?view=unlinked`)).toBe(`#${PATHS.campaignsPpl}?view=unlinked&owner=2`);
    expect(hrefOf(PATHS.account)).toBe(`#${PATHS.account}`);
  });

  it('may have been added after the sign-in', async () => {
    enter(1);
    await open(`${PATHS.dashboard}?owner=3`);
    expect(useSession.getState().activeOwner).toEqual(LATER);
  });

  it('is refused if the user does not work on it, and the tab keeps its owner', async () => {
    enter(1);
    expect(errorOf(await open(`${PATHS.executiveOverview}?owner=9`))).toBeInstanceOf(OwnerDenied);
    expect(activeKey()).toBe(1);
  });

  it('is a filter for a media partner, whose pages add none themselves', async () => {
    enter(null, 'aggregator');
    expect((await open(`${PATHS.mpCurrentMonth}?owner=2`)).state.location.href).toBe(`${PATHS.mpCurrentMonth}?owner=2`);
    expect((await open(PATHS.mpCurrentMonth)).state.location.href).toBe(PATHS.mpCurrentMonth);
    expect(activeKey()).toBeUndefined();
  });

  it('is required by exactly the routes of owners’ pages', () => {
    const routes = Object.values(makeRouter(createMemoryHistory()).routesByPath);
    const under = routes.filter((route) => route.id.startsWith('/s/owner/')).map(({ fullPath }) => fullPath);
    expect(under.toSorted()).toEqual(
      routes
        .map(({ fullPath }) => fullPath)
        .filter(isOfOwner)
        .toSorted(),
    );
  });
});

describe('a link that is opened signed out', () => {
  it('is opened after the next sign-in, by any user', async () => {
    expect(await pathOf(`${PATHS.executiveOverview}?owner=2&range=lastMonth`)).toBe(PATHS.login);
    expect(takePlace('anybody')?.path).toBe(`${PATHS.executiveOverview}?owner=2&range=lastMonth`);
    expect(takePlace('anybody')).toBeNull();
  });

  it('does not replace the place of a user whose session expired there', async () => {
    sessionStorage.setItem(PLACE_KEY, JSON.stringify({ userId: 'lou', path: PATHS.account, activeOwner: null }));
    await open(PATHS.account);
    expect(takePlace('robin')).toBeNull();
  });
});

describe('filters in the address', () => {
  it('are read as written', async () => {
    signedIn();
    const router = await open('/s/cl/admin/manageusers/searchuser?q=42&status=inactive&type=client');
    expect(router.state.matches.at(-1)?.search).toMatchObject({ q: '42', status: 'inactive', type: 'client' });
    const { href } = router.buildLocation({ to: PATHS.owners, search: { owner: 7 } });
    expect(href).toBe('/s/owners?owner=7');
  });

  it('that are invalid are dropped', async () => {
    signedIn();
    expect((await open('/s/owners?owner=abc')).state.matches.at(-1)?.search).toEqual({});
  });
});
