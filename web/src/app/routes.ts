import { createRoute, redirect } from '@tanstack/react-router';
import { readMonthSearch } from '../features/allocations/month/month-search.ts';
import { readEditorSearch } from '../features/campaigns/editor/editor-search.ts';
import { readDashboardSearch } from '../features/dashboards/dashboard-search.ts';
import { readPacingSearch } from '../features/dashboards/pacing/pacing-search.ts';
import { readGoalSearch } from '../features/goals/goal-search.ts';
import { readTrialSearch } from '../features/intake/trial/trial-search.ts';
import { homePath } from '../lib/home.ts';
import { PATHS } from '../lib/paths.ts';
import { textParams } from '../lib/search-params.ts';
import { ownerRoute, inShell, readOwnersListSearch, rootRoute, shellRoute } from './base-routes.ts';
import { clickRoutes, partnerClickRoutes } from './click-routes.ts';
import {
  auditLogRoute,
  bulkDataLoadRoute,
  clientCriteriaRoute,
  customChannelsRoute,
  geoSettingsRoute,
  ownerSettingsRoute,
} from './client-admin-routes.ts';
import { clientDeliveryRoute, deliveryHealthRoute, stuckLeadsRoute } from './delivery-routes.ts';
import { milestoneExportRoute, milestoneImportRoute } from './milestone-routes.ts';
import { requires, requiresIntegration } from './guards.ts';
import { insightRoutes, partnerInsightRoutes } from './insight-routes.ts';
import { lazyRoute } from './lazy-route.ts';
import {
  leadExportRoute,
  myExportsRoute,
  partnerLeadExportRoute,
  partnerMyExportsRoute,
} from './lead-export-routes.ts';
import { leadRoutes, partnerLeadRoutes } from './lead-routes.ts';
import { readOwnerSearch } from './owner-of-address.ts';
import { ordersRoute, partnerOrdersRoute, signedOrderRoute } from './order-routes.ts';
import { partnerManagementRoutes } from './partner-management-routes.ts';
import { platformDataRoute } from './platformdata-routes.ts';
import { partnerReconciliationRoute, reconciliationRoute } from './reconciliation-routes.ts';
import { mediaAnalysisRoute, partnerMediaAnalysisRoute } from './report-routes.ts';
import { partnerResourceRoutes, resourceRoutes } from './resource-routes.ts';
import { billableRoute, partnerBillableRoute } from './billing-routes.ts';
import { partnerReturnsRoute, returnsRoute } from './return-routes.ts';
import { changePasswordRoute, confirmEmailRoute, resetPasswordRoute, signInRoute } from './session-routes.ts';
import { tradingPlatformRoutes } from './trading-platform-routes.ts';
import { partnerSavedViewRoutes, savedViewRoutes } from './view-routes.ts';
import { goingLiveRoute, newClientRoute } from './wizard-routes.ts';

/** The router also runs this for paths below that do not exist, which must stay as they are. */
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
  beforeLoad: requires(['ag']),
  validateSearch: readOwnerSearch,
  component: OwnersPage,
});

const clientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.clients),
  beforeLoad: requires(['cl']),
  validateSearch: readOwnerSearch,
  component: OwnersPage,
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.account),
  component: lazyRoute(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.alerts),
  validateSearch: textParams,
  component: lazyRoute(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
});

const searchUserRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.searchUser),
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

const dashboardPage = (path: `/s/${string}`, page: 'ExecutivePage' | 'WebsitePage' | 'SearchPage' | 'AffiliatePage') =>
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(path),
    beforeLoad: requires(['ag', 'cl'], 'reports:View'),
    validateSearch: readDashboardSearch,
    component: lazyRoute(() => import('../features/dashboards/dashboard-page.tsx'), page),
  });
const pacingRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.pacingOverview),
  beforeLoad: requires(['ag', 'cl'], 'reports:View'),
  validateSearch: readPacingSearch,
  component: lazyRoute(() => import('../features/dashboards/pacing/pacing-page.tsx'), 'PacingPage'),
});
const dashboardRoutes = [
  dashboardPage(PATHS.executiveOverview, 'ExecutivePage'),
  pacingRoute,
  dashboardPage(PATHS.websiteAnalytics, 'WebsitePage'),
  dashboardPage(PATHS.searchDashboard, 'SearchPage'),
  dashboardPage(PATHS.affiliateDashboard, 'AffiliatePage'),
];

const CurrentMonthPage = lazyRoute(() => import('../features/allocations/month/month-page.tsx'), 'CurrentMonthPage');
const NextMonthPage = lazyRoute(() => import('../features/allocations/month/month-page.tsx'), 'NextMonthPage');

const overviewRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.allocationsOverview),
  beforeLoad: requires(['ag', 'cl'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: lazyRoute(() => import('./overview-with-figures.tsx'), 'OverviewWithFigures'),
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

const campaignListPage = (path: `/s/${string}`, page: 'PplListPage' | 'ChannelListPage' | 'ProgrammaticListPage') =>
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(path),
    beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../features/campaigns/list/list-page.tsx'), page),
  });
const campaignListRoutes = [
  campaignListPage(PATHS.campaignsPpl, 'PplListPage'),
  campaignListPage(PATHS.campaignsByChannel, 'ChannelListPage'),
  campaignListPage(PATHS.campaignsProgrammatic, 'ProgrammaticListPage'),
];
const partnerCampaignsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpCampaigns),
  beforeLoad: requires(['mp'], 'campaigns:View'),
  validateSearch: textParams,
  component: lazyRoute(() => import('../features/campaigns/list/list-page.tsx'), 'PartnerListPage'),
});

const campaignFilesRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.campaignsBulkImport),
  beforeLoad: requires(['ag'], 'campaigns:Bulk'),
  component: lazyRoute(() => import('../features/campaigns/files/bulk-page.tsx'), 'BulkPage'),
});

const platformCampaignPage = (path: `/s/${string}`, page: 'ChannelCampaignPage' | 'ProgrammaticCampaignPage') =>
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(path),
    beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
    component: lazyRoute(() => import('../features/campaigns/platform/platform-page.tsx'), page),
  });
const platformCampaignRoutes = [
  platformCampaignPage(PATHS.campaignChannelEditor, 'ChannelCampaignPage'),
  platformCampaignPage(PATHS.campaignProgrammaticEditor, 'ProgrammaticCampaignPage'),
];

const goalEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.goalEditor),
  beforeLoad: requires(['ag'], 'goals:View'),
  validateSearch: readGoalSearch,
  component: lazyRoute(() => import('../features/goals/goal-page.tsx'), 'GoalPage'),
});

const leadTestSettingsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.leadTestSettings),
  beforeLoad: requires(['ag'], 'leadanalyzer:View'),
  component: lazyRoute(() => import('../features/intake/leadtests/leadtests-page.tsx'), 'LeadTestsPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.apiKeys),
  beforeLoad: requiresIntegration,
  component: lazyRoute(() => import('../features/integrations/api-keys-page.tsx'), 'ApiKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.webhooks),
  beforeLoad: requiresIntegration,
  component: lazyRoute(() => import('../features/integrations/webhooks-page.tsx'), 'WebhooksPage'),
});

const campaignPplEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.campaignPplEditor),
  beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
  validateSearch: readEditorSearch,
  component: lazyRoute(() => import('../features/campaigns/editor/editor-page.tsx'), 'CampaignEditorPage'),
});

const partnerCampaignRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpCampaign),
  beforeLoad: requires(['mp'], 'campaigns:View'),
  component: lazyRoute(() => import('../features/campaigns/editor/editor-page.tsx'), 'CampaignViewPage'),
});

const leadTesterRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.leadTester),
  beforeLoad: requires(['ag'], 'leadanalyzer:View'),
  validateSearch: readTrialSearch,
  component: lazyRoute(() => import('../features/intake/trial/trial-page.tsx'), 'AgencyTrialPage'),
});

const partnerLeadTesterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpLeadTester),
  beforeLoad: requires(['mp'], 'campaigns:View'),
  validateSearch: readTrialSearch,
  component: lazyRoute(() => import('../features/intake/trial/trial-page.tsx'), 'PartnerTrialPage'),
});

const verificationAccountsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.verificationAccounts),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../features/criteria/providers/accounts-page.tsx'), 'AccountsPage'),
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
    partnerCampaignsRoute,
    partnerCampaignRoute,
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
      campaignPplEditorRoute,
      ...campaignListRoutes,
      ...resourceRoutes,
      ...platformCampaignRoutes,
      campaignFilesRoute,
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
