import { type OwnerVariant } from '../owner-variants.ts';
import { type Screen } from './screen.ts';

const both = ['ag', 'cl'] as const;
const dashboard = { groups: both, permission: 'reports:View', trail: [] } as const;
const hasDashboards = ({ noDashboards }: OwnerVariant): boolean => !noDashboards;
const usual = { in: 'Dashboard', owner: hasDashboards } as const;
/** Without dashboards below it, the item itself opens one. */
const single = { label: 'Dashboard', owner: ({ noDashboards }: OwnerVariant): boolean => noDashboards } as const;
const website = {
  in: 'Dashboard',
  owner: ({ websiteAndSearch }: OwnerVariant): boolean => websiteAndSearch,
} as const;

const campaigns = { groups: both, permission: 'campaigns:View' } as const;
const ofCampaigns = { in: 'Campaigns' } as const;
const allocations = { groups: both, permission: 'allocations:View' } as const;
const ofAllocations = { in: 'Allocation & Pacing' } as const;

/** Dashboards, campaigns and allocations of an owner. */
export const CAMPAIGN_SCREENS = {
  executiveOverview: {
    path: '/s/cl/dashboard/executiveoverview',
    title: 'Executive Overview',
    ...dashboard,
    menu: [usual, single],
  },
  pacingOverview: { path: '/s/cl/dashboard/pacingoverview', title: 'Pacing Overview', ...dashboard, menu: usual },
  websiteAnalytics: {
    path: '/s/cl/dashboard/WebsiteAnalytics',
    title: 'Website Analytics',
    ...dashboard,
    menu: website,
  },
  searchDashboard: { path: '/s/cl/dashboard/search', title: 'Search', ...dashboard, menu: website },
  affiliateDashboard: { path: '/s/cl/dashboard/affiliate', title: 'Affiliate', ...dashboard, menu: usual },

  campaignsPpl: { path: '/s/cl/allocations/campaigns/ppl', ...campaigns, menu: { ...ofCampaigns, label: 'PPL' } },
  campaignPage: { path: '/s/cl/allocations/campaigns/summary/:campaignKey', ...campaigns },
  campaignPplEditor: { path: '/s/cl/allocations/campaigns/ppl/newcampaign/:campaignKey?', ...campaigns },
  campaignsByChannel: {
    path: '/s/cl/allocations/campaigns/:channelType',
    ...campaigns,
    menu: [
      { ...ofCampaigns, label: 'PPC', params: { channelType: 'ppc' } },
      { ...ofCampaigns, label: 'Social', params: { channelType: 'social' } },
    ],
  },
  campaignChannelEditor: {
    path: '/s/cl/allocations/campaigns/:channelType/newcampaign/:selectedSemCampaignKey?',
    ...campaigns,
  },
  campaignsProgrammatic: {
    path: '/s/cl/allocations/campaigns/programmaticDisplay',
    ...campaigns,
    menu: { ...ofCampaigns, label: 'Programmatic Display' },
  },
  campaignProgrammaticEditor: {
    path: '/s/cl/allocations/campaigns/programmaticDisplay/newCampaign/:pdCampaignKey?',
    ...campaigns,
  },
  campaignsBulkImport: {
    path: '/s/cl/allocations/campaigns/bulkimportcampaigns',
    title: 'Bulk import',
    description: 'Each row is checked before anything changes. Rows with errors can be downloaded as a file.',
    groups: ['ag'],
    permission: 'campaigns:Bulk',
    also: 'campaigns:View',
    menu: { ...ofCampaigns, label: 'Bulk Import' },
  },

  goalEditor: { path: '/s/cl/allocations/newgoal/:goalKey?', groups: ['ag'], permission: 'goals:View' },
  allocationsOverview: {
    path: '/s/cl/allocations/overview',
    ...allocations,
    menu: { ...ofAllocations, label: 'Overview' },
  },
  allocationsCurrentMonth: {
    path: '/s/cl/allocations/currentmonth',
    ...allocations,
    menu: { ...ofAllocations, label: 'Current Month' },
  },
  allocationsNextMonth: {
    path: '/s/cl/allocations/nextmonth',
    ...allocations,
    menu: { ...ofAllocations, label: 'Next Month' },
  },
  insertionOrders: {
    path: '/s/cl/allocations/insertionorders/:ioKey?',
    groups: ['ag'],
    permission: 'allocations:View',
    menu: { in: 'Allocation & Pacing', label: 'Insertion Orders' },
  },
} as const satisfies Record<string, Screen>;
