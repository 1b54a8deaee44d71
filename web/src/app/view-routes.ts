import { savedViewList } from '@paceline/contract';
import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../lib/paths.ts';
import { inShell, ownerRoute, readOwnersListSearch } from './base-routes.ts';
import { requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';

export const savedViewsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.savedViews),
  beforeLoad: requires(['ag', 'cl'], savedViewList.permission),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../features/views/saved-views-page.tsx'), 'SavedViewsPage'),
});
