import { createRoute, redirect } from '@tanstack/react-router';
import { readDashboardSearch } from '../../features/dashboards/dashboard-search.ts';
import { readForecastSearch } from '../../features/forecast/forecast-search.ts';
import { readQuestionSearch } from '../../features/reports/question-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';

const MediaDashboardPage = lazyRoute(
  () => import('../../features/dashboards/catalogue/media-dashboard-page.tsx'),
  'MediaDashboardPage',
);
const ForecastPage = lazyRoute(() => import('../../features/forecast/forecast-page.tsx'), 'ForecastPage');
const ReportPage = lazyRoute(() => import('../../features/dashboards/catalogue/report-page.tsx'), 'ReportPage');
const ReportsPage = lazyRoute(() => import('../../features/dashboards/catalogue/reports-page.tsx'), 'ReportsPage');
const MediaAnalysis = lazyRoute(() => import('./media-analysis.tsx'), 'MediaAnalysis');

/** A partner works for several owners: the address says which one's numbers are shown. */
const withOwner =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>) => ({ ...read(search), owner: keyParam(search['owner']) });

/** The bill's name in a media partner's report catalogue; it has its own page. */
const PARTNER_BILLABLE = 'media_partner_billable';

const ofDashboard = { validateSearch: readDashboardSearch };
export const insightRoutes = [
  createRoute({ ...ofOwner('mediaDashboard'), ...ofDashboard, component: MediaDashboardPage }),
  createRoute({ ...ofOwner('insights'), ...ofDashboard, component: ReportsPage }),
  createRoute({ ...ofOwner('forecastTool'), validateSearch: readForecastSearch, component: ForecastPage }),
  createRoute({ ...ofOwner('reportByName'), ...ofDashboard, component: ReportPage }),
  createRoute({ ...ofOwner('mediaAnalysis'), validateSearch: readQuestionSearch, component: MediaAnalysis }),
];

const ofPartner = { validateSearch: withOwner(readDashboardSearch) };
export const partnerInsightRoutes = [
  createRoute({ ...ofShell('mpMediaDashboard'), ...ofPartner, component: MediaDashboardPage }),
  createRoute({ ...ofShell('mpInsights'), ...ofPartner, component: ReportsPage }),
  createRoute({
    ...ofShell('mpReportByName'),
    ...ofPartner,
    beforeLoad: ({ params }: { params: Record<string, string> }) => {
      requires('mpReportByName')();
      if (params['reportName'] === PARTNER_BILLABLE) throw redirect({ to: PATHS.mpBillable, replace: true });
    },
    component: ReportPage,
  }),
  createRoute({
    ...ofShell('mpMediaAnalysis'),
    validateSearch: withOwner(readQuestionSearch),
    component: MediaAnalysis,
  }),
];
