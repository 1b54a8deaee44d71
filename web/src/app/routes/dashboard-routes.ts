import { createRoute } from '@tanstack/react-router';
import { readDashboardSearch } from '../../features/dashboards/dashboard-search.ts';
import { readPacingSearch } from '../../features/dashboards/pacing/pacing-search.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner } from '../screen-route.ts';

const dashboardPage = (page: 'ExecutivePage' | 'WebsitePage' | 'SearchPage' | 'AffiliatePage') => ({
  validateSearch: readDashboardSearch,
  component: lazyRoute(() => import('../../features/dashboards/dashboard-page.tsx'), page),
});

export const dashboardRoutes = [
  createRoute({ ...ofOwner('executiveOverview'), ...dashboardPage('ExecutivePage') }),
  createRoute({
    ...ofOwner('pacingOverview'),
    validateSearch: readPacingSearch,
    component: lazyRoute(() => import('../../features/dashboards/pacing/pacing-page.tsx'), 'PacingPage'),
  }),
  createRoute({ ...ofOwner('websiteAnalytics'), ...dashboardPage('WebsitePage') }),
  createRoute({ ...ofOwner('searchDashboard'), ...dashboardPage('SearchPage') }),
  createRoute({ ...ofOwner('affiliateDashboard'), ...dashboardPage('AffiliatePage') }),
];
