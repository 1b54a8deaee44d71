import { groupOfUserType, RECONCILIATION_RIGHT, type UserGroup } from '@paceline/contract';
import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';

const component = lazyRoute(
  () => import('../../features/reconciliation/reconciliation-page.tsx'),
  'ReconciliationPage',
);

/** The agency and media partners need a different right than clients. */
const requiresBilling = (groups: readonly UserGroup[]) => (): void => {
  const group = groupOfUserType(useSession.getState().userType ?? '') ?? 'ag';
  requires(groups, RECONCILIATION_RIGHT[group])();
};

export const reconciliationRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.reconciliation),
  beforeLoad: requiresBilling(['ag', 'cl']),
  validateSearch: readOwnersListSearch,
  component,
});
export const partnerReconciliationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpReconciliation),
  beforeLoad: requiresBilling(['mp']),
  validateSearch: textParams,
  component,
});
