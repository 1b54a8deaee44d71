import { createRoute, redirect } from '@tanstack/react-router';
import { readDashboardSearch } from '../../features/dashboards/dashboard-search.ts';
import { readForecastSearch } from '../../features/forecast/forecast-search.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const MediaDashboardPage = lazyRoute(
  () => import('../../features/dashboards/catalogue/media-dashboard-page.tsx'),
  'MediaDashboardPage',
);
const ForecastPage = lazyRoute(() => import('../../features/forecast/forecast-page.tsx'), 'ForecastPage');
const ReportPage = lazyRoute(() => import('../../features/dashboards/catalogue/report-page.tsx'), 'ReportPage');
const ReportsPage = lazyRoute(() => import('../../features/dashboards/catalogue/reports-page.tsx'), 'ReportsPage');

const ofOwner = {
  getParentRoute: () => ownerRoute,
  beforeLoad: requires(['ag', 'cl'], 'reports:View'),
  validateSearch: readDashboardSearch,
};
/** A partner works for several owners: the address says which one's numbers are shown. */
const ofPartner = {
  getParentRoute: () => shellRoute,
  beforeLoad: requires(['mp'], 'reports:View'),
  validateSearch: (search: Record<string, unknown>) => ({
    ...readDashboardSearch(search),
    owner: keyParam(search['owner']),
  }),
};

/** The bill's name in a media partner's report catalogue; it has its own page. */
const PARTNER_BILLABLE = 'media_partner_billable';

export const insightRoutes = [
  createRoute({
    ...ofOwner,
    path: inShell(PATHS.mediaDashboard),
    ...headed('Media Dashboard'),
    component: MediaDashboardPage,
  }),
  createRoute({ ...ofOwner, path: inShell(PATHS.insights), ...headed('Reports'), component: ReportsPage }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(PATHS.forecastTool),
    ...headed('Forecast Tool', ['Insights'], 'How many, how sure, what if?'),
    beforeLoad: requires(['ag'], 'forecast:View'),
    validateSearch: readForecastSearch,
    component: ForecastPage,
  }),
  createRoute({ ...ofOwner, path: inShell(PATHS.reportByName), component: ReportPage }),
];
export const partnerInsightRoutes = [
  createRoute({
    ...ofPartner,
    path: inShell(PATHS.mpMediaDashboard),
    ...headed('Media Dashboard'),
    component: MediaDashboardPage,
  }),
  createRoute({ ...ofPartner, path: inShell(PATHS.mpInsights), ...headed('Reports'), component: ReportsPage }),
  createRoute({
    ...ofPartner,
    path: inShell(PATHS.mpReportByName),
    beforeLoad: ({ params }: { params: Record<string, string> }) => {
      ofPartner.beforeLoad();
      if (params['reportName'] === PARTNER_BILLABLE) throw redirect({ to: PATHS.mpBillable, replace: true });
    },
    component: ReportPage,
  }),
];
