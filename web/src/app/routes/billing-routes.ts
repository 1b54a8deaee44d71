import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const component = lazyRoute(() => import('../../features/billing/billable-page.tsx'), 'BillablePage');
export const billableRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.billable),
  ...headed(
    'Billable',
    ['Insights'],
    'What is billed to clients and due to media partners, by month. A closed month does not change any more.',
  ),
  beforeLoad: requires(['ag'], 'reports:Billable'),
  validateSearch: readOwnersListSearch,
  component,
});
export const partnerBillableRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpBillable),
  ...headed(
    'Billable',
    ['Insights'],
    'What is due to you, by month. Agree to a line or dispute it; a closed month does not change any more.',
  ),
  beforeLoad: requires(['mp'], 'reports:Billable'),
  validateSearch: textParams,
  component,
});
