import { createRoute } from '@tanstack/react-router';
import { textParams } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const BillablePage = lazyRoute(() => import('../../features/billing/billable-page.tsx'), 'BillablePage');
const ReconciliationPage = lazyRoute(
  () => import('../../features/reconciliation/reconciliation-page.tsx'),
  'ReconciliationPage',
);

const StatementsPage = lazyRoute(
  () => import('../../features/billing/statements/statements-page.tsx'),
  'StatementsPage',
);

const AgingPage = lazyRoute(() => import('../../features/billing/aging/aging-page.tsx'), 'AgingPage');

/** Over all owners, so without one. */
export const agingRoute = createRoute({ ...ofShell('aging'), validateSearch: textParams, component: AgingPage });

export const billingRoutes = [
  createRoute({ ...ofOwner('billable'), validateSearch: readOwnersListSearch, component: BillablePage }),
  createRoute({ ...ofOwner('reconciliation'), validateSearch: readOwnersListSearch, component: ReconciliationPage }),
  createRoute({ ...ofOwner('statements'), validateSearch: readOwnersListSearch, component: StatementsPage }),
];
export const partnerBillingRoutes = [
  createRoute({ ...ofShell('mpBillable'), validateSearch: textParams, component: BillablePage }),
  createRoute({ ...ofShell('mpReconciliation'), validateSearch: textParams, component: ReconciliationPage }),
  createRoute({ ...ofShell('mpStatements'), validateSearch: textParams, component: StatementsPage }),
];
