import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { PATHS } from '../lib/paths.ts';
import { signedIn, signedOut } from '../testing/session.ts';
import { makeRouter } from './router.ts';

const open = async (path: string) => {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return router;
};
afterEach(signedOut);

describe('the table of paths', () => {
  it('has a route for each of its paths, and no path twice', () => {
    const routes = Object.keys(makeRouter(createMemoryHistory()).routesByPath);
    expect(new Set(Object.values(PATHS)).size).toBe(Object.values(PATHS).length);
    for (const path of Object.values(PATHS)) expect(routes).toContain(path);
  });
});

describe('guards', () => {
  it.each(['/s/owners', '/s', '/nowhere', '/s/nowhere'])('send %s to sign-in when signed out', async (path) => {
    expect((await open(path)).state.location.pathname).toBe(PATHS.signIn);
  });

  it.each(['/', '/s'])('send %s home when signed in', async (path) => {
    signedIn();
    expect((await open(path)).state.location.pathname).toBe(PATHS.owners);
  });

  it('leave an unknown path as it is when signed in', async () => {
    signedIn();
    expect((await open('/s/nowhere')).state.location.pathname).toBe('/s/nowhere');
  });
});

describe('filters in the address', () => {
  it('are read as they are written', async () => {
    signedIn();
    const router = await open('/s/owners?q=42&owner=7');
    expect(router.state.matches.at(-1)?.search).toMatchObject({ q: '42', owner: 7 });
    const { href } = router.buildLocation({ to: PATHS.owners, search: { q: '42', owner: 7 } });
    expect(href).toBe('/s/owners?q=42&owner=7');
  });

  it('that make no sense are left out', async () => {
    signedIn();
    expect((await open('/s/owners?owner=abc')).state.matches.at(-1)?.search).toEqual({});
  });
});
