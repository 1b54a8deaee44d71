import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../lib/paths.ts';
import { textParams } from '../lib/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';

const component = lazyRoute(() => import('../features/returns/returns-page.tsx'), 'ReturnsPage');
export const returnsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.returns),
  beforeLoad: requires(['ag', 'cl'], 'leadanalyzer:View'),
  validateSearch: readOwnersListSearch,
  component,
});
export const partnerReturnsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpReturns),
  beforeLoad: requires(['mp'], 'leadanalyzer:View'),
  validateSearch: textParams,
  component,
});
