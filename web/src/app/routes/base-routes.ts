import { createRootRoute, createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { guard } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { nameOwner, openOwner, readOwnerSearch } from '../shell/owner-of-address.ts';
import { RouteError } from '../errors/route-error.tsx';
import { type RouterPath, routerPath } from '../router-path.ts';

type Search = Record<string, unknown>;

/** A list reads its own parameters; `owner` is read by the parent route. */
export const readOwnersListSearch = ({ owner: _, ...search }: Search) => textParams(search);

export const inShell = <Rest extends string>(path: `/s/${Rest}`): RouterPath<Rest> =>
  routerPath(path.slice('/s/'.length) as Rest);

export const rootRoute = createRootRoute({
  beforeLoad: guard,
  errorComponent: RouteError,
  notFoundComponent: lazyRoute(() => import('../shell/shell.tsx'), 'NotFoundInShell'),
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.shell,
  component: lazyRoute(() => import('../shell/shell.tsx'), 'Shell'),
});

/** Parent of all pages that show one owner's data: their addresses name the owner. */
export const ownerRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'owner',
  validateSearch: readOwnerSearch,
  search: { middlewares: [nameOwner] },
  beforeLoad: openOwner,
  component: lazyRoute(() => import('../shell/shell.tsx'), 'OwnerPages'),
});
