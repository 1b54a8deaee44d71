import { type OwnerVariant } from '../owner-variants.ts';
import { type Screen } from './screen.ts';

const both = ['ag', 'cl'] as const;
const isUnlimited = ({ insightsLimited }: OwnerVariant): boolean => !insightsLimited;
const clientReport = {
  in: 'Insights',
  groups: ['cl'],
  owner: ({ clientStateAndDelivery }: OwnerVariant): boolean => clientStateAndDelivery,
} as const;

export const SAVED_VIEWS = {
  title: 'Saved views',
  description: 'Saved reports you can open, share, email or pin to a dashboard.',
  permission: 'reports:Build',
  menu: { in: 'Insights', label: 'Saved Views' },
} as const;

/** Reports, bills and forecasts of an owner. */
export const INSIGHT_SCREENS = {
  insights: {
    path: '/s/cl/insights',
    title: 'Reports',
    groups: both,
    permission: 'reports:View',
    menu: { in: 'Insights' },
  },
  forecastTool: {
    path: '/s/cl/insights/reports/forecast-tool',
    title: 'Forecast Tool',
    description: 'How many, how sure, what if?',
    groups: ['ag'],
    permission: 'forecast:View',
    menu: { in: 'Insights', owner: isUnlimited },
  },
  mediaDashboard: {
    path: '/s/cl/insights/reports/media_dashboard',
    title: 'Media Dashboard',
    trail: [],
    groups: both,
    permission: 'reports:View',
    menu: { in: 'Insights' },
  },
  mediaAnalysis: {
    path: '/s/cl/insights/reports/media_analysis',
    title: 'Media Analysis',
    groups: both,
    permission: 'reports:Build',
    menu: { in: 'Insights' },
  },
  savedViews: { path: '/s/cl/insights/savedviews', groups: both, ...SAVED_VIEWS },
  savedDashboard: {
    path: '/s/cl/insights/saveddashboards/:dashboardKey',
    groups: both,
    permission: SAVED_VIEWS.permission,
  },
  billable: {
    path: '/s/cl/insights/reports/billable',
    title: 'Billable',
    description: 'What is billed, by month. A closed month does not change any more.',
    groups: both,
    permission: 'reports:Billable',
    menu: [
      { in: 'Insights', groups: ['ag'], owner: isUnlimited },
      { in: 'Insights', groups: ['cl'] },
    ],
  },
  reconciliation: {
    path: '/s/cl/insights/reports/billable/reconciliation',
    groups: both,
    permission: 'reports:Billable',
    menu: [
      { in: 'Insights', label: 'Reconciliation', groups: ['ag'], owner: isUnlimited },
      { in: 'Insights', label: 'Reconciliation', groups: ['cl'] },
    ],
  },
  statements: {
    path: '/s/cl/insights/reports/statements',
    title: 'Statements',
    groups: both,
    permission: 'reports:Billable',
    menu: [
      { in: 'Insights', groups: ['ag'], owner: isUnlimited },
      { in: 'Insights', groups: ['cl'] },
    ],
  },
  aging: {
    path: '/s/aging',
    title: 'Aging',
    description: 'What clients still owe and what media partners are still to be paid, by how late it is.',
    groups: ['ag'],
    permission: 'reports:Billable',
    menu: { in: 'Insights' },
  },
  reportByName: {
    path: '/s/cl/insights/reports/:reportName/:campaignCode?',
    groups: both,
    permission: 'reports:View',
    menu: [
      { ...clientReport, label: 'Performance by State', params: { reportName: 'enroll_by_state_table' } },
      { ...clientReport, label: 'Delivery', params: { reportName: 'delivery' } },
    ],
  },
} as const satisfies Record<string, Screen>;
