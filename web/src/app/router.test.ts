import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resetLink } from '../features/session/reset-link.ts';
import { PATHS } from '../lib/paths.ts';
import { useSession } from '../lib/session-store.ts';
import { signedIn, signedOut } from '../testing/session.ts';
import { BUILT_ROUTES } from './built-routes.ts';
import { AccessDenied } from './guards.ts';
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

describe('the list of built routes', () => {
  it('is what the tree holds, neither more nor less', () => {
    const routes = Object.keys(makeRouter(createMemoryHistory()).routesByPath).map((path) =>
      path.replace(/(.)\/$/, '$1'),
    );
    const built = BUILT_ROUTES.map((name) => routerPath(PATHS[name]) as string);
    expect([...new Set(routes)].toSorted()).toEqual(built.toSorted());
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

  it.each(['/s/owners', '/', '/changepassword'])('let nobody to %s who must change the password', async (path) => {
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
    ['client', {}, PATHS.owners, false],
    ['agency', {}, PATHS.clients, false],
    ['aggregator', {}, PATHS.account, true],
  ])('%s with %j at %s: %s', async (userType, permissions, path, isLetIn) => {
    signedIn({ userType, permissions });
    const error = (await open(path)).state.matches.at(-1)?.error;
    expect(error instanceof AccessDenied).toBe(!isLetIn);
  });
});

describe('areas', () => {
  it.each([
    ['/s/cl', '/s/cl/allocations/overview'],
    ['/s/cl/dashboard', '/s/cl/dashboard/executiveoverview'],
    ['/s/mp', '/s/mp/allocations/currentmonth'],
  ])('%s leads to %s', async (area, start) => {
    signedIn();
    expect(await pathOf(area)).toBe(start);
  });
});

describe('a mailed link', () => {
  it.each([true, false])('opens (signed in: %s), and its secret is out of the address at once', async (isIn) => {
    if (isIn) signedIn();
    const router = await open('/resetpassword?user=lou&token=abc');
    expect(router.state.location.href).toBe('/resetpassword');
    expect(resetLink.read()).toEqual({ userName: 'lou', token: 'abc' });
    expect(useSession.getState().accessToken !== null).toBe(isIn);
  });
});

describe('filters in the address', () => {
  it('are read as they are written', async () => {
    signedIn();
    const router = await open('/s/cl/admin/manageusers/searchuser?q=42&page=2&type=client');
    expect(router.state.matches.at(-1)?.search).toMatchObject({ q: '42', page: 2, type: 'client' });
    const { href } = router.buildLocation({ to: PATHS.owners, search: { owner: 7 } });
    expect(href).toBe('/s/owners?owner=7');
  });

  it('that make no sense are left out', async () => {
    signedIn();
    expect((await open('/s/owners?owner=abc')).state.matches.at(-1)?.search).toEqual({});
    const users = await open('/s/cl/admin/manageusers/searchuser?type=robot&page=-1');
    expect(users.state.matches.at(-1)?.search).toEqual({});
  });
});
