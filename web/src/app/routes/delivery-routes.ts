import { createRoute } from '@tanstack/react-router';
import { readEndpointSearch, readHealthSearch } from '../../features/delivery/endpoints/endpoint-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute, readOwnersListSearch } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed, ownerless } from '../route-head.ts';

export const clientDeliveryRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.clientDelivery),
  ...headed(
    'Lead delivery',
    ['Administration', 'Manage Clients'],
    'Where a client’s system takes its leads, and what it answers.',
  ),
  beforeLoad: requires(['ag'], 'clients:Criteria'),
  validateSearch: readEndpointSearch,
  component: lazyRoute(
    () => import('../../features/delivery/endpoints/client-delivery-page.tsx'),
    'ClientDeliveryPage',
  ),
});

export const stuckLeadsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.stuckLeads),
  ...headed(
    'Stuck leads',
    ['Lead Management'],
    'Valid leads of the last 90 days that the client’s system has not taken.',
  ),
  beforeLoad: requires(['ag', 'cl'], 'leadanalyzer:View'),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/delivery/stuck-leads-page.tsx'), 'StuckLeadsPage'),
});

export const deliveryHealthRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.deliveryHealth),
  ...ownerless(headed('Delivery health', ['Lead Management'], 'Whether clients’ systems take their leads.')),
  beforeLoad: requires(['ag'], 'leadanalyzer:View'),
  validateSearch: readHealthSearch,
  component: lazyRoute(() => import('../../features/delivery/endpoints/health-page.tsx'), 'DeliveryHealthPage'),
});
