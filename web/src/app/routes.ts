import { createRoute, redirect } from '@tanstack/react-router';
import { PATHS } from '../lib/address/paths.ts';
import { textParams } from '../lib/address/search-params.ts';
import { homePath } from '../lib/session/home.ts';
import { lazyRoute } from './lazy-route.ts';
import { adminRoutes, ownerlessAdminRoutes } from './routes/admin-routes.ts';
import { allocationRoutes, partnerAllocationRoutes } from './routes/allocation-routes.ts';
import { ownerRoute, inShell, rootRoute, shellRoute } from './routes/base-routes.ts';
import { agingRoute, billingRoutes, partnerBillingRoutes } from './routes/billing-routes.ts';
import { campaignRoutes, partnerCampaignRoutes } from './routes/campaign-routes.ts';
import { clickRoutes, partnerClickRoutes } from './routes/click-routes.ts';
import { clientAdminRoutes, newClientRoute } from './routes/client-admin-routes.ts';
import { dashboardRoutes } from './routes/dashboard-routes.ts';
import { insightRoutes, partnerInsightRoutes } from './routes/insight-routes.ts';
import { leadRoutes, partnerLeadRoutes } from './routes/lead-routes.ts';
import { ordersRoute, partnerOrdersRoute, signedOrderRoute } from './routes/order-routes.ts';
import { partnerResourceRoutes, resourceRoutes } from './routes/resource-routes.ts';
import { changePasswordRoute, confirmEmailRoute, resetPasswordRoute, signInRoute } from './routes/session-routes.ts';
import { partnerSavedViewRoutes, savedViewRoutes } from './routes/view-routes.ts';
import { ofShell } from './screen-route.ts';
import { readOwnerSearch } from './shell/owner-of-address.ts';

/** The router also runs this for unknown paths below, which must stay unchanged. */
const forward = (from: string, to: () => string) => ({
  beforeLoad: ({ location }: { location: { pathname: string } }) => {
    if (location.pathname.replace(/\/$/, '') === from) throw redirect({ to: to(), replace: true });
  },
});

const shellIndexRoute = createRoute({ getParentRoute: () => shellRoute, path: '/', ...forward(PATHS.shell, homePath) });
const clientAreaRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.clientArea),
  ...forward(PATHS.clientArea, () => PATHS.allocationsOverview),
});
const dashboardRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.dashboard),
  ...forward(PATHS.dashboard, () => PATHS.executiveOverview),
});
const partnerAreaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.partnerArea),
  ...forward(PATHS.partnerArea, () => PATHS.mpHome),
});

const partnerHomeRoute = createRoute({
  ...ofShell('mpHome'),
  component: lazyRoute(() => import('../features/home/partner-home-page.tsx'), 'PartnerHomePage'),
});

const OwnersPage = lazyRoute(() => import('../features/owners/owners-page.tsx'), 'OwnersPage');

const ownersRoute = createRoute({ ...ofShell('owners'), validateSearch: readOwnerSearch, component: OwnersPage });
const clientsRoute = createRoute({ ...ofShell('clients'), validateSearch: readOwnerSearch, component: OwnersPage });

const allOwnersRoute = createRoute({
  ...ofShell('allOwners'),
  validateSearch: textParams,
  component: lazyRoute(() => import('../features/dashboards/all-owners/all-owners-page.tsx'), 'AllOwnersPage'),
});

const accountRoute = createRoute({
  ...ofShell('account'),
  component: lazyRoute(() => import('../features/users/account/account-page.tsx'), 'AccountPage'),
});

const alertsRoute = createRoute({
  ...ofShell('alerts'),
  validateSearch: textParams,
  component: lazyRoute(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
});

export const routeTree = rootRoute.addChildren([
  signInRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  signedOrderRoute,
  changePasswordRoute,
  shellRoute.addChildren([
    shellIndexRoute,
    partnerAreaRoute,
    partnerHomeRoute,
    ownersRoute,
    clientsRoute,
    allOwnersRoute,
    agingRoute,
    newClientRoute,
    accountRoute,
    alertsRoute,
    ...ownerlessAdminRoutes,
    ...partnerAllocationRoutes,
    ...partnerCampaignRoutes,
    ...partnerResourceRoutes,
    ...partnerInsightRoutes,
    ...partnerLeadRoutes,
    ...partnerBillingRoutes,
    partnerOrdersRoute,
    ...partnerClickRoutes,
    ...partnerSavedViewRoutes,
    ownerRoute.addChildren([
      clientAreaRoute,
      dashboardRoute,
      ...dashboardRoutes,
      ...allocationRoutes,
      ordersRoute,
      ...campaignRoutes,
      ...insightRoutes,
      ...savedViewRoutes,
      ...billingRoutes,
      ...resourceRoutes,
      ...leadRoutes,
      ...clickRoutes,
      ...clientAdminRoutes,
      ...adminRoutes,
    ]),
  ]),
]);
