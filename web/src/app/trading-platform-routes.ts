import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../lib/paths.ts';
import { inShell, ownerRoute } from './base-routes.ts';
import { requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';

const tradingPlatformRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.tradingPlatform),
  beforeLoad: requires(['ag'], 'tradingplatforms:View'),
  component: lazyRoute(() => import('../features/platforms/platforms-page.tsx'), 'PlatformsPage'),
});

const tradingPlatformEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.tradingPlatformEditor),
  beforeLoad: requires(['ag'], 'tradingplatforms:View'),
  component: lazyRoute(() => import('../features/platforms/account-page.tsx'), 'AccountPage'),
});

/** Accounts on trading platforms: the list, and the form of one. */
export const tradingPlatformRoutes = [tradingPlatformRoute, tradingPlatformEditorRoute];
