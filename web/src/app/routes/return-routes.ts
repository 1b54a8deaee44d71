import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const component = lazyRoute(() => import('../../features/returns/returns-page.tsx'), 'ReturnsPage');
const head = headed('Returns', ['Lead Management']);
export const returnsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.returns),
  ...head,
  beforeLoad: requires(['ag', 'cl'], 'leadanalyzer:View'),
  validateSearch: readOwnersListSearch,
  component,
});
export const partnerReturnsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpReturns),
  ...head,
  beforeLoad: requires(['mp'], 'leadanalyzer:View'),
  validateSearch: textParams,
  component,
});
