import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../lib/paths.ts';
import { textParams } from '../lib/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';

const component = lazyRoute(() => import('../features/billing/billable-page.tsx'), 'BillablePage');
export const billableRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.billable),
  beforeLoad: requires(['ag'], 'reports:Billable'),
  validateSearch: readOwnersListSearch,
  component,
});
export const partnerBillableRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpBillable),
  beforeLoad: requires(['mp'], 'reports:Billable'),
  validateSearch: textParams,
  component,
});
