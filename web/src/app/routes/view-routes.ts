import { createRoute } from '@tanstack/react-router';
import {
  readPartnerDashboardSearch,
  readSavedDashboardSearch,
} from '../../features/reports/dashboards/dashboard-search.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const SavedViewsPage = lazyRoute(
  () => import('../../features/reports/views/saved-views-page.tsx'),
  'SavedViewsPage',
  () => import('./media-analysis.tsx'),
);
const SavedDashboard = lazyRoute(
  () => import('../../features/reports/dashboards/saved-dashboard-page.tsx'),
  'SavedDashboardPage',
);

const validateSearch = readOwnersListSearch;
/** A partner works for several owners: the address says which one's views are shown. */
const ofPartner = { validateSearch: ({ owner }: Record<string, unknown>) => ({ owner: keyParam(owner) }) };

export const savedViewRoutes = [
  createRoute({ ...ofOwner('savedViews'), validateSearch, component: SavedViewsPage }),
  createRoute({
    ...ofOwner('savedDashboard'),
    validateSearch: readSavedDashboardSearch,
    component: SavedDashboard,
  }),
];
export const partnerSavedViewRoutes = [
  createRoute({ ...ofShell('mpSavedViews'), ...ofPartner, component: SavedViewsPage }),
  createRoute({
    ...ofShell('mpSavedDashboard'),
    validateSearch: readPartnerDashboardSearch,
    component: SavedDashboard,
  }),
];
