import { type OwnerVariant } from '../owner-variants.ts';
import { type Screen } from './screen.ts';

const both = ['ag', 'cl'] as const;
const agency = ['ag'] as const;
const leads = 'Lead Management';

export const POSTING_INSTRUCTIONS = {
  title: 'Posting Instructions',
  description: 'How leads are posted to a campaign, written from the rules that posts are checked by.',
  permission: 'campaigns:View',
  menu: { in: 'Resources' },
} as const;

/** Leads, clicks and what leads are made for, of an owner. */
export const LEAD_SCREENS = {
  programData: {
    path: '/s/cl/resources/programdata',
    title: 'Programs',
    groups: both,
    permission: 'clients:View',
    menu: { in: 'Resources' },
  },
  publisherSources: {
    path: '/s/cl/resources/publishersources',
    title: 'Publisher sources',
    groups: agency,
    permission: 'publishers:View',
    menu: { in: 'Resources', label: 'Publisher Sources' },
  },
  publisherEditor: {
    path: '/s/cl/resources/publishersources/newpublisher/:publisherSourceKey?',
    groups: agency,
    permission: 'publishers:View',
  },
  docs: { path: '/s/cl/resources/docs', groups: both, ...POSTING_INSTRUCTIONS },

  leadExport: {
    path: '/s/cl/leadmanagement/leadexport',
    title: 'Data exports',
    groups: both,
    permission: 'leadanalyzer:Export',
    menu: { in: leads, label: 'Data Exports' },
  },
  myExports: {
    path: '/s/cl/leadmanagement/myexports',
    title: 'My exports',
    above: 'leadExport',
    groups: both,
    permission: 'leadanalyzer:Export',
  },
  milestoneExport: {
    path: '/s/cl/leadmanagement/milestonedetailsexport',
    title: 'Milestone details export',
    description:
      'One row for each milestone that happened on these days, with its lead, campaign and term. Voided ones and those of returned leads are not in it.',
    groups: both,
    permission: 'leadanalyzer:Export',
    menu: {
      in: leads,
      label: 'Milestone Details Export',
      owner: ({ milestoneExport }: OwnerVariant): boolean => milestoneExport,
    },
  },
  milestoneImport: {
    path: '/s/cl/leadmanagement/milestoneimport',
    title: 'Milestone import',
    description: 'Outcomes from the client’s CRM. Rows without a matching lead wait here.',
    groups: both,
    permission: { ag: 'leadanalyzer:Update', cl: 'leadanalyzer:Export' },
    menu: { in: leads, label: 'Milestone Import' },
  },
  leads: {
    path: '/s/cl/leadmanagement/leads',
    title: 'Leads',
    groups: both,
    permission: 'leadanalyzer:View',
    menu: { in: leads, label: 'Leads' },
  },
  leadDetails: {
    path: '/s/cl/leadmanagement/leaddetails/:searchType/:keyCode',
    groups: both,
    permission: 'leadanalyzer:View',
  },
  stuckLeads: {
    path: '/s/cl/leadmanagement/stuck-leads',
    title: 'Stuck leads',
    description: 'Valid leads of the last 90 days that the client’s system has not taken.',
    groups: both,
    permission: 'leadanalyzer:View',
    menu: { in: leads, label: 'Stuck Leads' },
  },
  returns: {
    path: '/s/cl/leadmanagement/returns',
    title: 'Returns',
    groups: both,
    permission: 'leadanalyzer:View',
    menu: { in: leads },
  },
  deliveryHealth: {
    path: '/s/cl/leadmanagement/deliveryhealth',
    title: 'Delivery health',
    description: 'Whether clients’ systems take their leads.',
    groups: agency,
    permission: 'leadanalyzer:View',
    menu: { in: leads, label: 'Delivery Health' },
  },
  updateLeads: {
    path: '/s/cl/leadmanagement/updateleads',
    title: 'Lead update',
    description: 'Change the status of up to 5,000 leads. Nothing changes before the preview is confirmed.',
    groups: agency,
    permission: 'leadanalyzer:Update',
    menu: { in: leads, label: 'Lead Update' },
  },
  trackingInfo: {
    path: '/s/cl/leadmanagement/trackinginfo',
    title: 'Tracking info',
    description: 'What happened to leads and clicks: at most 31 days at a time, or everything about one ID.',
    groups: agency,
    permission: 'leadanalyzer:View',
    menu: { in: leads, label: 'Tracking Info' },
  },
  privacyRequests: {
    path: '/s/cl/leadmanagement/privacyrequests',
    title: 'Privacy requests',
    description: 'Erase a person, tell what is stored, or stop all contact.',
    groups: agency,
    permission: 'leadanalyzer:Erase',
    menu: { in: leads, label: 'Privacy Requests' },
  },
  leadTester: {
    path: '/s/cl/leadmanagement/leadtester',
    title: 'Would this lead pass?',
    groups: agency,
    permission: 'leadanalyzer:View',
    also: 'campaigns:View',
    menu: { in: leads, label: 'Lead Tester' },
  },
  leadTestSettings: {
    path: '/s/cl/leadmanagement/leadtestsettings',
    title: 'Lead Test Settings',
    groups: agency,
    permission: 'leadanalyzer:View',
    menu: {
      in: leads,
      owner: ({ leadTestSettings }: OwnerVariant): boolean => leadTestSettings,
    },
  },

  clicks: {
    path: '/s/cl/clickmanagement/clicks',
    title: 'Clicks',
    trail: ['Click Management'],
    groups: agency,
    permission: ['clicks:View', 'leadanalyzer:View'],
    menu: { label: 'Click Management' },
  },
  clickDetails: {
    path: '/s/cl/clickmanagement/clickdetails/:searchType/:keyCode',
    groups: agency,
    permission: ['clicks:View', 'leadanalyzer:View'],
  },
} as const satisfies Record<string, Screen>;
