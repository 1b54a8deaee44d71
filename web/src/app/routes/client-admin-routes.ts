import { createRoute } from '@tanstack/react-router';
import { readCriteriaSearch } from '../../features/clients/criteria/criteria-search.ts';
import { readGeoSearch } from '../../features/clients/geo/geo-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { ownerRoute, inShell, readOwnersListSearch } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

export const bulkDataLoadRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.bulkDataLoad),
  ...headed(
    'Bulk data load',
    ['Administration', 'Manage Clients'],
    'Campuses and programs as a file: download, change and upload it.',
  ),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../../features/clients/education/bulk-data-page.tsx'), 'BulkDataPage'),
});

export const clientCriteriaRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.clientCriteria),
  ...headed('Client criteria', ['Administration', 'Manage Clients']),
  beforeLoad: requires(['ag'], 'clients:View'),
  validateSearch: readCriteriaSearch,
  component: lazyRoute(() => import('../../features/clients/criteria/criteria-page.tsx'), 'CriteriaPage'),
});

export const geoSettingsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.geoSettings),
  ...headed(
    'Geo settings',
    ['Administration', 'Manage Clients'],
    'Where campuses take leads from. A campaign can only narrow it.',
  ),
  beforeLoad: requires(['ag'], 'clients:View'),
  validateSearch: readGeoSearch,
  component: lazyRoute(() => import('../../features/clients/geo/geo-page.tsx'), 'GeoPage'),
});

export const ownerSettingsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.ownerSettings),
  ...headed('Owner Settings', ['Administration']),
  beforeLoad: requires(['ag'], 'admin:Settings'),
  component: lazyRoute(() => import('../../features/owners/settings/owner-settings-page.tsx'), 'OwnerSettingsPage'),
});

export const auditLogRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.auditLog),
  ...headed('Audit log', ['Administration']),
  beforeLoad: requires(['ag'], 'audit:View'),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/audit/audit-page.tsx'), 'AuditPage'),
});

export const customChannelsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.customChannels),
  ...headed(
    'Custom Channels',
    ['Administration', 'Manage Clients'],
    'What this owner calls a part of a channel, such as Brand Search. Dashboards, pacing and reports can be cut by it.',
  ),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../../features/clients/channels/channels-page.tsx'), 'ChannelsPage'),
});
