import { createRoute, redirect } from '@tanstack/react-router';
import { readMonthSearch } from '../features/allocations/month/month-search.ts';
import { readDashboardSearch } from '../features/dashboards/dashboard-search.ts';
import { readPacingSearch } from '../features/dashboards/pacing/pacing-search.ts';
import { readGoalSearch } from '../features/goals/goal-search.ts';
import { readTrialSearch } from '../features/intake/trial/trial-search.ts';
import { homePath } from '../lib/session/home.ts';
import { PATHS } from '../lib/address/paths.ts';
import { textParams } from '../lib/address/search-params.ts';
import { ownerRoute, inShell, rootRoute, shellRoute } from './routes/base-routes.ts';
import { campaignRoutes, partnerCampaignRoutes } from './routes/campaign-routes.ts';
import { clickRoutes, partnerClickRoutes } from './routes/click-routes.ts';
import {
  auditLogRoute,
  bulkDataLoadRoute,
  clientCriteriaRoute,
  customChannelsRoute,
  geoSettingsRoute,
  ownerSettingsRoute,
} from './routes/client-admin-routes.ts';
import { clientDeliveryRoute, deliveryHealthRoute, stuckLeadsRoute } from './routes/delivery-routes.ts';
import { milestoneExportRoute, milestoneImportRoute } from './routes/milestone-routes.ts';
import { requires, requiresIntegration } from './guards.ts';
import { insightRoutes, partnerInsightRoutes } from './routes/insight-routes.ts';
import { lazyRoute } from './lazy-route.ts';
import {
  leadExportRoute,
  myExportsRoute,
  partnerLeadExportRoute,
  partnerMyExportsRoute,
} from './routes/lead-export-routes.ts';
import { leadRoutes, partnerLeadRoutes } from './routes/lead-routes.ts';
import { readOwnerSearch } from './shell/owner-of-address.ts';
import { ordersRoute, partnerOrdersRoute, signedOrderRoute } from './routes/order-routes.ts';
import { partnerManagementRoutes } from './routes/partner-management-routes.ts';
import { platformDataRoute } from './routes/platformdata-routes.ts';
import { partnerReconciliationRoute, reconciliationRoute } from './routes/reconciliation-routes.ts';
import { mediaAnalysisRoute, partnerMediaAnalysisRoute } from './routes/report-routes.ts';
import { partnerResourceRoutes, resourceRoutes } from './routes/resource-routes.ts';
import { billableRoute, partnerBillableRoute } from './routes/billing-routes.ts';
import { partnerReturnsRoute, returnsRoute } from './routes/return-routes.ts';
import { changePasswordRoute, confirmEmailRoute, resetPasswordRoute, signInRoute } from './routes/session-routes.ts';
import { tradingPlatformRoutes } from './routes/trading-platform-routes.ts';
import { partnerSavedViewRoutes, savedViewRoutes } from './routes/view-routes.ts';
import { goingLiveRoute, newClientRoute } from './routes/wizard-routes.ts';
import { headed } from './route-head.ts';

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
  ...forward(PATHS.partnerArea, () => PATHS.mpCurrentMonth),
});

const OwnersPage = lazyRoute(() => import('../features/owners/owners-page.tsx'), 'OwnersPage');

const ownersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.owners),
  ...headed('Owners'),
  beforeLoad: requires(['ag']),
  validateSearch: readOwnerSearch,
  component: OwnersPage,
});

const clientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.clients),
  ...headed('Clients'),
  beforeLoad: requires(['cl']),
  validateSearch: readOwnerSearch,
  component: OwnersPage,
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.account),
  ...headed('My account'),
  component: lazyRoute(() => import('../features/users/account/account-page.tsx'), 'AccountPage'),
});

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.alerts),
  ...headed('Alerts'),
  validateSearch: textParams,
  component: lazyRoute(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
});

const searchUserRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.searchUser),
  ...headed('Users', ['Administration', 'Manage users']),
  beforeLoad: requires(['ag'], 'users:View'),
  validateSearch: textParams,
  component: lazyRoute(() => import('../features/users/users-page.tsx'), 'UsersPage'),
});

const newUserRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.newUser),
  beforeLoad: requires(['ag'], 'users:View'),
  component: lazyRoute(() => import('../features/users/user-page.tsx'), 'UserPage'),
});

const dashboardPage = (
  path: `/s/${string}`,
  page: 'ExecutivePage' | 'WebsitePage' | 'SearchPage' | 'AffiliatePage',
  title: string,
) =>
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(path),
    ...headed(title),
    beforeLoad: requires(['ag', 'cl'], 'reports:View'),
    validateSearch: readDashboardSearch,
    component: lazyRoute(() => import('../features/dashboards/dashboard-page.tsx'), page),
  });
const pacingRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.pacingOverview),
  ...headed('Pacing Overview'),
  beforeLoad: requires(['ag', 'cl'], 'reports:View'),
  validateSearch: readPacingSearch,
  component: lazyRoute(() => import('../features/dashboards/pacing/pacing-page.tsx'), 'PacingPage'),
});
const dashboardRoutes = [
  dashboardPage(PATHS.executiveOverview, 'ExecutivePage', 'Executive Overview'),
  pacingRoute,
  dashboardPage(PATHS.websiteAnalytics, 'WebsitePage', 'Website Analytics'),
  dashboardPage(PATHS.searchDashboard, 'SearchPage', 'Search'),
  dashboardPage(PATHS.affiliateDashboard, 'AffiliatePage', 'Affiliate'),
];

const CurrentMonthPage = lazyRoute(() => import('../features/allocations/month/month-page.tsx'), 'CurrentMonthPage');
const NextMonthPage = lazyRoute(() => import('../features/allocations/month/month-page.tsx'), 'NextMonthPage');

const overviewRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.allocationsOverview),
  beforeLoad: requires(['ag', 'cl'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: lazyRoute(() => import('./routes/overview-with-figures.tsx'), 'OverviewWithFigures'),
});

const currentMonthRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.allocationsCurrentMonth),
  beforeLoad: requires(['ag', 'cl'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: CurrentMonthPage,
});

const nextMonthRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.allocationsNextMonth),
  beforeLoad: requires(['ag', 'cl'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: NextMonthPage,
});

const partnerCurrentMonthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpCurrentMonth),
  beforeLoad: requires(['mp'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: CurrentMonthPage,
});

const partnerNextMonthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpNextMonth),
  beforeLoad: requires(['mp'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: NextMonthPage,
});

const goalEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.goalEditor),
  staticData: { ownerless: 'goalKey' },
  beforeLoad: requires(['ag'], 'goals:View'),
  validateSearch: readGoalSearch,
  component: lazyRoute(() => import('../features/goals/goal-page.tsx'), 'GoalPage'),
});

const leadTestSettingsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.leadTestSettings),
  ...headed('Lead Test Settings', ['Lead Management']),
  beforeLoad: requires(['ag'], 'leadanalyzer:View'),
  component: lazyRoute(() => import('../features/intake/leadtests/leadtests-page.tsx'), 'LeadTestsPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.apiKeys),
  ...headed('API keys', ['Administration'], 'Your systems call Paceline with a key instead of a sign-in.'),
  beforeLoad: requiresIntegration,
  component: lazyRoute(() => import('../features/integrations/api-keys-page.tsx'), 'ApiKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.webhooks),
  ...headed('Webhooks', ['Administration'], 'Your systems are told when leads, milestones, caps and campaigns change.'),
  beforeLoad: requiresIntegration,
  component: lazyRoute(() => import('../features/integrations/webhooks-page.tsx'), 'WebhooksPage'),
});

const leadTesterRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.leadTester),
  ...headed('Would this lead pass?', ['Lead Management']),
  beforeLoad: requires(['ag'], 'leadanalyzer:View'),
  validateSearch: readTrialSearch,
  component: lazyRoute(() => import('../features/intake/trial/trial-page.tsx'), 'AgencyTrialPage'),
});

const partnerLeadTesterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpLeadTester),
  ...headed('Would this lead pass?', ['Lead Management']),
  beforeLoad: requires(['mp'], 'campaigns:View'),
  validateSearch: readTrialSearch,
  component: lazyRoute(() => import('../features/intake/trial/trial-page.tsx'), 'PartnerTrialPage'),
});

const verificationAccountsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.verificationAccounts),
  ...headed('Verification accounts', ['Administration', 'Manage Clients']),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../features/clients/providers/accounts-page.tsx'), 'AccountsPage'),
});

const postingKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.postingKeys),
  beforeLoad: requires(['ag'], 'partners:View'),
  component: lazyRoute(() => import('../features/intake/keys/keys-page.tsx'), 'AgencyKeysPage'),
});

const partnerPostingKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpPostingKeys),
  ...headed('Posting keys', ['Resources']),
  beforeLoad: requires(['mp'], 'partners:View'),
  component: lazyRoute(() => import('../features/intake/keys/keys-page.tsx'), 'PartnerKeysPage'),
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
    ownersRoute,
    clientsRoute,
    newClientRoute,
    accountRoute,
    alertsRoute,
    searchUserRoute,
    newUserRoute,
    ...partnerCampaignRoutes,
    ...partnerResourceRoutes,
    partnerCurrentMonthRoute,
    partnerNextMonthRoute,
    partnerLeadTesterRoute,
    ...partnerInsightRoutes,
    postingKeysRoute,
    partnerPostingKeysRoute,
    ...partnerLeadRoutes,
    partnerReturnsRoute,
    partnerBillableRoute,
    partnerOrdersRoute,
    partnerReconciliationRoute,
    ...partnerClickRoutes,
    partnerLeadExportRoute,
    partnerMyExportsRoute,
    partnerMediaAnalysisRoute,
    ...partnerSavedViewRoutes,
    ownerRoute.addChildren([
      clientAreaRoute,
      dashboardRoute,
      goalEditorRoute,
      goingLiveRoute,
      bulkDataLoadRoute,
      clientCriteriaRoute,
      geoSettingsRoute,
      clientDeliveryRoute,
      verificationAccountsRoute,
      platformDataRoute,
      ...partnerManagementRoutes,
      ...tradingPlatformRoutes,
      leadTestSettingsRoute,
      ownerSettingsRoute,
      stuckLeadsRoute,
      apiKeysRoute,
      auditLogRoute,
      ...leadRoutes,
      billableRoute,
      returnsRoute,
      reconciliationRoute,
      milestoneImportRoute,
      milestoneExportRoute,
      deliveryHealthRoute,
      customChannelsRoute,
      webhooksRoute,
      ...clickRoutes,
      ...savedViewRoutes,
      leadExportRoute,
      myExportsRoute,
      ...campaignRoutes,
      ...resourceRoutes,
      overviewRoute,
      currentMonthRoute,
      nextMonthRoute,
      ordersRoute,
      leadTesterRoute,
      mediaAnalysisRoute,
      ...dashboardRoutes,
      ...insightRoutes,
    ]),
  ]),
]);
