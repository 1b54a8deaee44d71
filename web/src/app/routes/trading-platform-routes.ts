import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const tradingPlatformRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.tradingPlatform),
  ...headed(
    'Trading Platforms',
    ['Administration', 'Manage Clients'],
    'The owner’s accounts on ad platforms: what they are charged, and what has arrived.',
  ),
  beforeLoad: requires(['ag'], 'tradingplatforms:View'),
  component: lazyRoute(() => import('../../features/platforms/platforms-page.tsx'), 'PlatformsPage'),
});

const tradingPlatformEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.tradingPlatformEditor),
  beforeLoad: requires(['ag'], 'tradingplatforms:View'),
  component: lazyRoute(() => import('../../features/platforms/account-page.tsx'), 'AccountPage'),
});

/** Accounts on trading platforms: the list, and the form of one. */
export const tradingPlatformRoutes = [tradingPlatformRoute, tradingPlatformEditorRoute];
