import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { readMonthSearch } from '../features/allocations/month-search.ts';
import { readCampaignSearch } from '../features/campaigns/list/campaign-search.ts';
import { readEditorSearch } from '../features/campaigns/editor/editor-search.ts';
import { readDashboardSearch } from '../features/dashboards/dashboard-search.ts';
import { readGoalSearch } from '../features/goals/goal-search.ts';
import { resetLink } from '../features/session/reset-link.ts';
import { readUserSearch } from '../features/users/user-search.ts';
import { homePath } from '../lib/home.ts';
import { PATHS } from '../lib/paths.ts';
import { keyParam, textParam } from '../lib/search-params.ts';
import { guard, requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';
import { RouteError } from './route-error.tsx';
import { type RouterPath, routerPath } from './router-path.ts';

type Search = Record<string, unknown>;

const inShell = <Rest extends string>(path: `/s/${Rest}`): RouterPath<Rest> =>
  routerPath(path.slice('/s/'.length) as Rest);

const rootRoute = createRootRoute({
  beforeLoad: guard,
  errorComponent: RouteError,
  notFoundComponent: lazyRoute(() => import('./shell.tsx'), 'NotFoundInShell'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.login,
  component: lazyRoute(() => import('../features/session/sign-in-page.tsx'), 'SignInPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.resetPassword,
  validateSearch: (search: Search): { user?: string | undefined; token?: string | undefined } => ({
    user: textParam(search['user']),
    token: textParam(search['token']),
  }),
  beforeLoad: ({ search: { user, token } }) => {
    if (!user || !token) return;
    resetLink.keep({ userName: user, token });
    // Out of the address bar before anything is drawn: what stands there is read over shoulders and kept in histories.
    throw redirect({ to: PATHS.resetPassword, search: {}, replace: true });
  },
  component: lazyRoute(() => import('../features/session/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.changePassword,
  component: lazyRoute(() => import('../features/session/change-password-page.tsx'), 'ChangePasswordPage'),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.shell,
  component: lazyRoute(() => import('./shell.tsx'), 'Shell'),
});

/** The router also runs this for paths below that do not exist, which must stay as they are. */
const forward = (from: string, to: () => string) => ({
  beforeLoad: ({ location }: { location: { pathname: string } }) => {
    if (location.pathname.replace(/\/$/, '') === from) throw redirect({ to: to(), replace: true });
  },
});

const shellIndexRoute = createRoute({ getParentRoute: () => shellRoute, path: '/', ...forward(PATHS.shell, homePath) });
const clientAreaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.clientArea),
  ...forward(PATHS.clientArea, () => PATHS.allocationsOverview),
});
const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.dashboard),
  ...forward(PATHS.dashboard, () => PATHS.executiveOverview),
});
const partnerAreaRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.partnerArea),
  ...forward(PATHS.partnerArea, () => PATHS.mpCurrentMonth),
});

const ownerSearch = (search: Search): { owner?: number | undefined } => ({ owner: keyParam(search['owner']) });
const OwnersPage = lazyRoute(() => import('../features/owners/owners-page.tsx'), 'OwnersPage');

const ownersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.owners),
  beforeLoad: requires(['ag']),
  validateSearch: ownerSearch,
  component: OwnersPage,
});

const clientsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.clients),
  beforeLoad: requires(['cl']),
  validateSearch: ownerSearch,
  component: OwnersPage,
});

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.account),
  component: lazyRoute(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const searchUserRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.searchUser),
  beforeLoad: requires(['ag'], 'users:View'),
  validateSearch: readUserSearch,
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
  page: 'ExecutivePage' | 'PacingPage' | 'WebsitePage' | 'SearchPage' | 'AffiliatePage',
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: inShell(path),
    beforeLoad: requires(['ag', 'cl'], 'reports:View'),
    validateSearch: readDashboardSearch,
    component: lazyRoute(() => import('../features/dashboards/dashboard-page.tsx'), page),
  });
const dashboardRoutes = [
  dashboardPage(PATHS.executiveOverview, 'ExecutivePage'),
  dashboardPage(PATHS.pacingOverview, 'PacingPage'),
  dashboardPage(PATHS.websiteAnalytics, 'WebsitePage'),
  dashboardPage(PATHS.searchDashboard, 'SearchPage'),
  dashboardPage(PATHS.affiliateDashboard, 'AffiliatePage'),
];

const CurrentMonthPage = lazyRoute(() => import('../features/allocations/month-page.tsx'), 'CurrentMonthPage');
const NextMonthPage = lazyRoute(() => import('../features/allocations/month-page.tsx'), 'NextMonthPage');

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.allocationsOverview),
  beforeLoad: requires(['ag', 'cl'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: lazyRoute(() => import('../features/allocations/overview-page.tsx'), 'OverviewPage'),
});

const currentMonthRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.allocationsCurrentMonth),
  beforeLoad: requires(['ag', 'cl'], 'allocations:View'),
  validateSearch: readMonthSearch,
  component: CurrentMonthPage,
});

const nextMonthRoute = createRoute({
  getParentRoute: () => shellRoute,
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

const campaignListPage = (
  path: `/s/${string}`,
  page: 'PplListPage' | 'ChannelListPage' | 'ProgrammaticListPage' | 'PartnerListPage',
) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: inShell(path),
    beforeLoad: requires(page === 'PartnerListPage' ? ['mp'] : ['ag', 'cl'], 'campaigns:View'),
    validateSearch: readCampaignSearch,
    component: lazyRoute(() => import('../features/campaigns/list/list-page.tsx'), page),
  });
const campaignListRoutes = [
  campaignListPage(PATHS.campaignsPpl, 'PplListPage'),
  campaignListPage(PATHS.campaignsByChannel, 'ChannelListPage'),
  campaignListPage(PATHS.campaignsProgrammatic, 'ProgrammaticListPage'),
  campaignListPage(PATHS.mpCampaigns, 'PartnerListPage'),
];

const campaignFilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.campaignsBulkImport),
  beforeLoad: requires(['ag'], 'campaigns:Bulk'),
  component: lazyRoute(() => import('../features/campaigns/files/bulk-page.tsx'), 'BulkPage'),
});

const platformCampaignPage = (path: `/s/${string}`, page: 'ChannelCampaignPage' | 'ProgrammaticCampaignPage') =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: inShell(path),
    beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
    component: lazyRoute(() => import('../features/campaigns/platform/platform-page.tsx'), page),
  });
const platformCampaignRoutes = [
  platformCampaignPage(PATHS.campaignChannelEditor, 'ChannelCampaignPage'),
  platformCampaignPage(PATHS.campaignProgrammaticEditor, 'ProgrammaticCampaignPage'),
];

const goalEditorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.goalEditor),
  beforeLoad: requires(['ag'], 'goals:View'),
  validateSearch: readGoalSearch,
  component: lazyRoute(() => import('../features/goals/goal-page.tsx'), 'GoalPage'),
});

const campaignPplEditorRoute = createRoute({
  getParentRoute: () => shellRoute,
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

export const routeTree = rootRoute.addChildren([
  signInRoute,
  resetPasswordRoute,
  changePasswordRoute,
  shellRoute.addChildren([
    shellIndexRoute,
    clientAreaRoute,
    dashboardRoute,
    partnerAreaRoute,
    ownersRoute,
    clientsRoute,
    accountRoute,
    searchUserRoute,
    newUserRoute,
    goalEditorRoute,
    campaignPplEditorRoute,
    partnerCampaignRoute,
    ...campaignListRoutes,
    ...platformCampaignRoutes,
    campaignFilesRoute,
    overviewRoute,
    currentMonthRoute,
    nextMonthRoute,
    partnerCurrentMonthRoute,
    partnerNextMonthRoute,
    ...dashboardRoutes,
  ]),
]);
