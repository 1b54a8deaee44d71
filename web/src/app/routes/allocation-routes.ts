import { createRoute } from '@tanstack/react-router';
import { readMonthSearch } from '../../features/allocations/month/month-search.ts';
import { readGoalSearch } from '../../features/goals/goal-search.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';

const monthPage = (page: 'CurrentMonthPage' | 'NextMonthPage') => ({
  validateSearch: readMonthSearch,
  component: lazyRoute(() => import('../../features/allocations/month/month-page.tsx'), page),
});

export const allocationRoutes = [
  createRoute({
    ...ofOwner('allocationsOverview'),
    validateSearch: readMonthSearch,
    component: lazyRoute(() => import('./overview-with-figures.tsx'), 'OverviewWithFigures'),
  }),
  createRoute({ ...ofOwner('allocationsCurrentMonth'), ...monthPage('CurrentMonthPage') }),
  createRoute({ ...ofOwner('allocationsNextMonth'), ...monthPage('NextMonthPage') }),
  createRoute({
    ...ofOwner('goalEditor', { ownerless: 'goalKey' }),
    validateSearch: readGoalSearch,
    component: lazyRoute(() => import('../../features/goals/goal-page.tsx'), 'GoalPage'),
  }),
];
export const partnerAllocationRoutes = [
  createRoute({ ...ofShell('mpCurrentMonth'), ...monthPage('CurrentMonthPage') }),
  createRoute({ ...ofShell('mpNextMonth'), ...monthPage('NextMonthPage') }),
];
