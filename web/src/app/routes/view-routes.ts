import { savedViewList } from '@paceline/contract';
import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const SavedViewsPage = lazyRoute(
  () => import('../../features/reports/views/saved-views-page.tsx'),
  'SavedViewsPage',
  () => import('./media-analysis.tsx'),
);
const SavedDashboard = lazyRoute(() => import('./saved-dashboard.tsx'), 'SavedDashboard');

const viewsHead = headed(
  'Saved views',
  ['Insights'],
  'Questions of the report builder with a name: open them, share them, have them mailed, put them on a dashboard.',
);

const ofOwner = {
  getParentRoute: () => ownerRoute,
  beforeLoad: requires(['ag', 'cl'], savedViewList.permission),
  validateSearch: readOwnersListSearch,
};
/** A partner works for several owners: the address says which one's views are shown. */
const ofPartner = {
  getParentRoute: () => shellRoute,
  beforeLoad: requires(['mp'], savedViewList.permission),
  validateSearch: ({ owner }: Record<string, unknown>) => ({ owner: keyParam(owner) }),
};

export const savedViewRoutes = [
  createRoute({ ...ofOwner, path: inShell(PATHS.savedViews), ...viewsHead, component: SavedViewsPage }),
  createRoute({ ...ofOwner, path: inShell(PATHS.savedDashboard), component: SavedDashboard }),
];
export const partnerSavedViewRoutes = [
  createRoute({ ...ofPartner, path: inShell(PATHS.mpSavedViews), ...viewsHead, component: SavedViewsPage }),
  createRoute({ ...ofPartner, path: inShell(PATHS.mpSavedDashboard), component: SavedDashboard }),
];
