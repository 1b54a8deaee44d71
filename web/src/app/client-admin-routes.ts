import { createRoute } from '@tanstack/react-router';
import { readCriteriaSearch } from '../features/criteria/criteria-search.ts';
import { readGeoSearch } from '../features/geo/geo-search.ts';
import { PATHS } from '../lib/paths.ts';
import { ownerRoute, inShell, readOwnersListSearch } from './base-routes.ts';
import { requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';

export const bulkDataLoadRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.bulkDataLoad),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../features/education/bulk-data-page.tsx'), 'BulkDataPage'),
});

export const clientCriteriaRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.clientCriteria),
  beforeLoad: requires(['ag'], 'clients:View'),
  validateSearch: readCriteriaSearch,
  component: lazyRoute(() => import('../features/criteria/criteria-page.tsx'), 'CriteriaPage'),
});

export const geoSettingsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.geoSettings),
  beforeLoad: requires(['ag'], 'clients:View'),
  validateSearch: readGeoSearch,
  component: lazyRoute(() => import('../features/geo/geo-page.tsx'), 'GeoPage'),
});

export const ownerSettingsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.ownerSettings),
  beforeLoad: requires(['ag'], 'admin:Settings'),
  component: lazyRoute(() => import('../features/owners/settings/owner-settings-page.tsx'), 'OwnerSettingsPage'),
});

export const auditLogRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.auditLog),
  beforeLoad: requires(['ag'], 'audit:View'),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});

export const customChannelsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.customChannels),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../features/channels/channels-page.tsx'), 'ChannelsPage'),
});
