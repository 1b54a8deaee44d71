import { SAVED_VIEWS } from './insight-screens.ts';
import { POSTING_INSTRUCTIONS } from './lead-screens.ts';
import { type Screen } from './screen.ts';

const groups = ['mp'] as const;
const leads = 'Lead Management';

/** Screens of media partners. */
export const PARTNER_SCREENS = {
  mpHome: { path: '/s/mp/home', title: 'Home', groups, menu: {} },
  mpCurrentMonth: {
    path: '/s/mp/allocations/currentmonth',
    groups,
    permission: 'allocations:View',
    menu: { in: 'Allocation & Pacing', label: 'Current Month' },
  },
  mpNextMonth: {
    path: '/s/mp/allocations/nextmonth',
    groups,
    permission: 'allocations:View',
    menu: { in: 'Allocation & Pacing', label: 'Next Month' },
  },
  mpInsertionOrders: {
    path: '/s/mp/allocations/insertionorders/:ioKey?',
    groups,
    permission: 'allocations:View',
    menu: { in: 'Allocation & Pacing', label: 'Insertion Orders' },
  },
  mpCampaigns: {
    path: '/s/mp/allocations/campaigns/overview',
    title: 'Campaigns',
    groups,
    permission: 'campaigns:View',
    menu: {},
  },
  mpCampaignPage: { path: '/s/mp/allocations/campaigns/summary/:campaignKey', groups, permission: 'campaigns:View' },
  mpCampaign: { path: '/s/mp/allocations/campaigns/view/:campaignKey', groups, permission: 'campaigns:View' },

  mpInsights: {
    path: '/s/mp/insights',
    title: 'Reports',
    groups,
    permission: 'reports:View',
    menu: { in: 'Insights' },
  },
  mpMediaDashboard: {
    path: '/s/mp/insights/reports/media_dashboard',
    title: 'Media Dashboard',
    trail: [],
    groups,
    permission: 'reports:View',
    menu: { in: 'Insights' },
  },
  mpMediaAnalysis: {
    path: '/s/mp/insights/reports/media_analysis',
    title: 'Media Analysis',
    groups,
    permission: 'reports:Build',
    menu: { in: 'Insights' },
  },
  mpSavedViews: { path: '/s/mp/insights/savedviews', groups, ...SAVED_VIEWS },
  mpSavedDashboard: {
    path: '/s/mp/insights/saveddashboards/:dashboardKey',
    groups,
    permission: SAVED_VIEWS.permission,
  },
  mpBillable: {
    path: '/s/mp/insights/reports/billable',
    title: 'Billable',
    description:
      'What is due to you, by month. Agree to a line or dispute it; a closed month does not change any more.',
    groups,
    permission: 'reports:Billable',
    menu: { in: 'Insights' },
  },
  mpReconciliation: {
    path: '/s/mp/insights/reports/billable/reconciliation',
    groups,
    permission: 'reports:Billable',
    menu: { in: 'Insights', label: 'Reconciliation' },
  },
  mpStatements: {
    path: '/s/mp/insights/reports/statements',
    title: 'Statements',
    groups,
    permission: 'reports:Billable',
    menu: { in: 'Insights' },
  },
  mpReportByName: { path: '/s/mp/insights/reports/:reportName', groups, permission: 'reports:View' },

  mpProgramData: {
    path: '/s/mp/resources/programdata',
    title: 'Programs',
    groups,
    permission: 'clients:View',
    menu: { in: 'Resources' },
  },
  mpPublisherSources: {
    path: '/s/mp/resources/publishersources',
    title: 'Publisher sources',
    groups,
    permission: 'publishers:View',
    menu: { in: 'Resources', label: 'Publisher Sources' },
  },
  mpDocs: { path: '/s/mp/resources/docs', groups, ...POSTING_INSTRUCTIONS },
  mpPostingKeys: {
    path: '/s/mp/resources/postingkeys',
    title: 'Posting keys',
    groups,
    permission: 'partners:View',
    menu: { in: 'Resources', label: 'Posting Keys' },
  },

  mpLeadExport: {
    path: '/s/mp/leadmanagement/leadexport',
    title: 'Data exports',
    groups,
    permission: 'leadanalyzer:Export',
    menu: { in: leads, label: 'Data Exports' },
  },
  mpMyExports: {
    path: '/s/mp/leadmanagement/myexports',
    title: 'My exports',
    above: 'mpLeadExport',
    groups,
    permission: 'leadanalyzer:Export',
  },
  mpLeads: {
    path: '/s/mp/leadmanagement/leads',
    title: 'Leads',
    groups,
    permission: 'leadanalyzer:View',
    menu: { in: leads, label: 'Leads' },
  },
  mpLeadDetails: {
    path: '/s/mp/leadmanagement/leaddetails/:searchType/:keyCode',
    groups,
    permission: 'leadanalyzer:View',
  },
  mpReturns: {
    path: '/s/mp/leadmanagement/returns',
    title: 'Returns',
    groups,
    permission: 'leadanalyzer:View',
    menu: { in: leads },
  },
  mpLeadTester: {
    path: '/s/mp/leadmanagement/leadtester',
    title: 'Would this lead pass?',
    groups,
    permission: 'campaigns:View',
    menu: { in: leads, label: 'Lead Tester' },
  },

  mpClicks: {
    path: '/s/mp/clickmanagement/clicks',
    title: 'Clicks',
    trail: ['Click Management'],
    groups,
    permission: ['clicks:View', 'leadanalyzer:View'],
    menu: { label: 'Click Details' },
  },
  mpClickDetails: {
    path: '/s/mp/clickmanagement/clickdetails/:searchType/:keyCode',
    groups,
    permission: ['clicks:View', 'leadanalyzer:View'],
  },
} as const satisfies Record<string, Screen>;
