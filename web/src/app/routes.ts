import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { homePath, PATHS } from '../lib/paths.ts';
import { keyParam, textParam } from '../lib/search-params.ts';
import { guard } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';
import { RouteError } from './route-error.tsx';

const inShell = <Rest extends string>(path: `/s/${Rest}`): Rest => path.slice('/s/'.length) as Rest;

const rootRoute = createRootRoute({
  beforeLoad: guard,
  errorComponent: RouteError,
  notFoundComponent: lazyRoute(() => import('./shell.tsx'), 'NotFoundInShell'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.signIn,
  component: lazyRoute(() => import('../features/session/sign-in-page.tsx'), 'SignInPage'),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s',
  component: lazyRoute(() => import('./shell.tsx'), 'Shell'),
});

const shellIndexRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: homePath(), replace: true });
  },
});

const ownersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.owners),
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined; owner?: number | undefined } => ({
    q: textParam(search['q']),
    owner: keyParam(search['owner']),
  }),
  component: lazyRoute(() => import('../features/owners/owners-page.tsx'), 'OwnersPage'),
});

export const routeTree = rootRoute.addChildren([signInRoute, shellRoute.addChildren([shellIndexRoute, ownersRoute])]);
