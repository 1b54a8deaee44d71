import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

export const platformDataRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.tradingPlatformData),
  ...headed(
    'Platform data',
    ['Administration', 'Manage Clients'],
    'Reports of the ad platforms and of the website, day by day.',
  ),
  beforeLoad: requires(['ag'], 'tradingplatforms:View'),
  component: lazyRoute(() => import('../../features/platformdata/platformdata-page.tsx'), 'PlatformDataPage'),
});
