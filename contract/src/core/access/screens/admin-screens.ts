import { type Screen } from './screen.ts';

const agency = ['ag'] as const;
const INTEGRATION = {
  groups: ['ag', 'cl'],
  permission: { ag: 'admin:Settings', cl: 'leadanalyzer:Export' },
} as const;

/** Partners, clients, users, and the settings of an owner. */
export const ADMIN_SCREENS = {
  partnerContact: {
    path: '/s/cl/admin/partnermanagement/contact',
    title: 'Contact Partners',
    description: 'Choose partners by what they do, look at each mail, send, and see what arrived.',
    groups: agency,
    permission: 'partners:Contact',
    menu: { in: 'Administration', label: 'Manage Partners' },
  },
  postingKeys: {
    path: '/s/cl/admin/partnermanagement/postingkeys/:partnerKey?',
    groups: agency,
    permission: 'partners:View',
    menu: { in: 'Administration', label: 'Posting Keys' },
  },

  newClientWizard: {
    path: '/s/new-client-wizard',
    groups: agency,
    permission: 'clients:Create',
    menu: { in: 'Manage Clients', label: 'New Client' },
  },
  goingLive: {
    path: '/s/cl/admin/manageclients/goinglive',
    title: 'Going Live',
    groups: agency,
    permission: 'clients:View',
    menu: { in: 'Manage Clients' },
  },
  bulkDataLoad: {
    path: '/s/cl/admin/manageclients/bulkdataload',
    title: 'Bulk data load',
    description: 'Campuses and programs as a file: download, change and upload it.',
    groups: agency,
    permission: 'clients:View',
    menu: { in: 'Manage Clients', label: 'Bulk Data Load' },
  },
  geoSettings: {
    path: '/s/cl/admin/manageclients/geosettings',
    title: 'Geo settings',
    description: 'Where campuses take leads from. A campaign can only narrow it.',
    groups: agency,
    permission: 'clients:View',
    menu: { in: 'Manage Clients', label: 'Geo Settings' },
  },
  clientCriteria: {
    path: '/s/cl/admin/manageclients/clientcriteria',
    title: 'Client criteria',
    groups: agency,
    permission: 'clients:View',
    menu: { in: 'Manage Clients', label: 'Client Criteria' },
  },
  clientDelivery: {
    path: '/s/cl/admin/manageclients/clientdelivery',
    title: 'Lead delivery',
    description: 'Where a client’s system takes its leads, and what it answers.',
    groups: agency,
    permission: 'clients:Criteria',
    menu: { in: 'Manage Clients', label: 'Lead Delivery' },
  },
  verificationAccounts: {
    path: '/s/cl/admin/manageclients/verificationaccounts',
    title: 'Verification accounts',
    groups: agency,
    permission: 'clients:View',
    menu: { in: 'Manage Clients', label: 'Verification Accounts' },
  },
  tradingPlatform: {
    path: '/s/cl/admin/manageclients/tradingplatform',
    title: 'Trading Platforms',
    description: 'The owner’s accounts on ad platforms: what they are charged, and what has arrived.',
    groups: agency,
    permission: 'tradingplatforms:View',
    menu: { in: 'Manage Clients', label: 'Trading Platform' },
  },
  tradingPlatformData: {
    path: '/s/cl/admin/manageclients/tradingplatform/data/:semClientAccountKey?',
    title: 'Platform data',
    description: 'Reports of the ad platforms and of the website, day by day.',
    groups: agency,
    permission: 'tradingplatforms:View',
    menu: { in: 'Manage Clients', label: 'Platform Data' },
  },
  tradingPlatformEditor: {
    path: '/s/cl/admin/manageclients/tradingplatform/new-trading-platform/:semClientAccountKey?',
    groups: agency,
    permission: 'tradingplatforms:View',
  },
  customChannels: {
    path: '/s/cl/admin/customchannels',
    title: 'Custom Channels',
    description:
      'What this owner calls a part of a channel, such as Brand Search. Dashboards, pacing and reports can be cut by it.',
    groups: agency,
    permission: 'channels:View',
    menu: { in: 'Manage Clients' },
  },

  searchUser: {
    path: '/s/cl/admin/manageusers/searchuser',
    title: 'Users',
    groups: agency,
    permission: 'users:View',
    menu: { in: 'Manage Users', label: 'Search User' },
  },
  newUser: {
    path: '/s/cl/admin/manageusers/newuser/:uType/:qmpUserKey?/:refresh?',
    groups: agency,
    permission: 'users:View',
    menu: { in: 'Manage Users', label: 'New User', needs: 'users:Create', params: { uType: 'agency' } },
  },

  availablePartners: {
    path: '/s/cl/admin/partnermanagement/availablepartners',
    title: 'Available Partners',
    groups: agency,
    permission: 'partners:View',
    menu: { in: 'Administration' },
  },
  partnerEditor: {
    path: '/s/cl/admin/partnermanagement/newpartner/:partnerKey?',
    groups: agency,
    permission: 'partners:View',
  },
  auditLog: {
    path: '/s/cl/admin/auditlog',
    title: 'Audit log',
    groups: agency,
    permission: 'audit:View',
    menu: { in: 'Administration', label: 'Audit Log' },
  },
  ownerSettings: {
    path: '/s/cl/admin/ownersettings',
    title: 'Owner Settings',
    groups: agency,
    permission: 'admin:Settings',
    menu: { in: 'Administration' },
  },
  apiKeys: {
    path: '/s/cl/admin/integrations/apikeys',
    title: 'API keys',
    description: 'Your systems call Paceline with a key instead of a sign-in.',
    ...INTEGRATION,
    menu: { in: 'Administration', label: 'API Keys' },
  },
  webhooks: {
    path: '/s/cl/admin/integrations/webhooks',
    title: 'Webhooks',
    description: 'Your systems are told when leads, milestones, caps and campaigns change.',
    ...INTEGRATION,
    menu: { in: 'Administration' },
  },
} as const satisfies Record<string, Screen>;
