import { type OwnerVariant } from './owner-variants.ts';
import { type Permission, type PermissionModule } from './permissions.ts';
import { type RouteName } from './routes.ts';
import { type UserGroup } from './user-groups.ts';

/** Condition for an item besides the group: any right on a module, a specific right, or a trait of the owner. */
interface Condition {
  module?: PermissionModule;
  permission?: Permission;
  owner?: (variant: OwnerVariant) => boolean;
}

interface Leaf extends Condition {
  label: string;
  route: RouteName;
  params?: Readonly<Record<string, string>>;
}

interface Section extends Condition {
  label: string;
  children: readonly (Leaf | Section)[];
}

type Entry = Leaf | Section;

const dashboards: Section = {
  label: 'Dashboard',
  children: [
    { label: 'Executive Overview', route: 'executiveOverview', owner: ({ noDashboards }) => !noDashboards },
    { label: 'Pacing Overview', route: 'pacingOverview', owner: ({ noDashboards }) => !noDashboards },
    { label: 'Website Analytics', route: 'websiteAnalytics', owner: ({ websiteAndSearch }) => websiteAndSearch },
    { label: 'Search', route: 'searchDashboard', owner: ({ websiteAndSearch }) => websiteAndSearch },
    { label: 'Affiliate', route: 'affiliateDashboard', owner: ({ noDashboards }) => !noDashboards },
  ],
};

const campaignChannels: Leaf[] = [
  { label: 'PPL', route: 'campaignsPpl' },
  { label: 'PPC', route: 'campaignsByChannel', params: { channelType: 'ppc' } },
  { label: 'Social', route: 'campaignsByChannel', params: { channelType: 'social' } },
  { label: 'Programmatic Display', route: 'campaignsProgrammatic' },
];

const allocationMonths: Leaf[] = [
  { label: 'Overview', route: 'allocationsOverview' },
  { label: 'Current Month', route: 'allocationsCurrentMonth' },
  { label: 'Next Month', route: 'allocationsNextMonth' },
];

const unlimited = ({ insightsLimited }: OwnerVariant): boolean => !insightsLimited;
const mediaReports: Leaf[] = [
  { label: 'Media Dashboard', route: 'mediaDashboard' },
  { label: 'Media Analysis', route: 'mediaAnalysis', permission: 'reports:Build' },
  { label: 'Saved Views', route: 'savedViews', permission: 'reports:Build' },
];
const milestoneExport: Leaf = {
  label: 'Milestone Details Export',
  route: 'milestoneExport',
  permission: 'leadanalyzer:Export',
  owner: ({ milestoneExport: has }) => has,
};
const milestoneImport = (permission: Permission): Leaf => ({
  label: 'Milestone Import',
  route: 'milestoneImport',
  permission,
});

/** The full left menu of each group; `menuFor` filters it for the viewer. */
const MENUS: Record<UserGroup, readonly Entry[]> = {
  ag: [
    dashboards,
    {
      label: 'Campaigns',
      module: 'campaigns',
      children: [...campaignChannels, { label: 'Bulk Import', route: 'campaignsBulkImport' }],
    },
    {
      label: 'Allocation & Pacing',
      module: 'campaigns',
      children: [
        ...allocationMonths,
        { label: 'Insertion Orders', route: 'insertionOrders', permission: 'allocations:View' },
      ],
    },
    {
      label: 'Insights',
      children: [
        { label: 'Forecast Tool', route: 'forecastTool', permission: 'forecast:View', owner: unlimited },
        ...mediaReports,
        { label: 'Billable', route: 'billable', permission: 'reports:Billable', owner: unlimited },
        { label: 'Reconciliation', route: 'reconciliation', permission: 'reports:Billable', owner: unlimited },
      ],
    },
    {
      label: 'Resources',
      children: [
        { label: 'Programs', route: 'programData' },
        { label: 'Publisher Sources', route: 'publisherSources' },
        { label: 'Posting Instructions', route: 'docs', permission: 'campaigns:View' },
      ],
    },
    {
      label: 'Lead Management',
      children: [
        { label: 'Data Exports', route: 'leadExport' },
        milestoneExport,
        milestoneImport('leadanalyzer:Update'),
        { label: 'Lead Details', route: 'leads', module: 'leadanalyzer' },
        { label: 'Stuck Leads', route: 'stuckLeads', module: 'leadanalyzer' },
        { label: 'Returns', route: 'returns', permission: 'leadanalyzer:View' },
        { label: 'Delivery Health', route: 'deliveryHealth', permission: 'leadanalyzer:View' },
        { label: 'Lead Update', route: 'updateLeads', permission: 'leadanalyzer:Update' },
        { label: 'Tracking Info', route: 'trackingInfo', module: 'leadanalyzer' },
        { label: 'Privacy Requests', route: 'privacyRequests', permission: 'leadanalyzer:Erase' },
        { label: 'Lead Tester', route: 'leadTester', permission: 'leadanalyzer:View' },
        {
          label: 'Lead Test Settings',
          route: 'leadTestSettings',
          module: 'leadanalyzer',
          owner: ({ leadTestSettings }) => leadTestSettings,
        },
      ],
    },
    { label: 'Click Management', route: 'clicks', module: 'leadanalyzer' },
    {
      label: 'Administration',
      children: [
        { label: 'Manage Partners', route: 'partnerContact', permission: 'partners:Contact' },
        { label: 'Posting Keys', route: 'postingKeys', permission: 'partners:View' },
        {
          label: 'Manage Clients',
          children: [
            { label: 'New Client', route: 'newClientWizard', permission: 'clients:Create' },
            { label: 'Going Live', route: 'goingLive', permission: 'clients:View' },
            { label: 'Bulk Data Load', route: 'bulkDataLoad' },
            { label: 'Geo Settings', route: 'geoSettings' },
            { label: 'Client Criteria', route: 'clientCriteria' },
            { label: 'Lead Delivery', route: 'clientDelivery', permission: 'clients:Criteria' },
            { label: 'Verification Accounts', route: 'verificationAccounts', permission: 'clients:View' },
            { label: 'Trading Platform', route: 'tradingPlatform', permission: 'tradingplatforms:View' },
            { label: 'Platform Data', route: 'tradingPlatformData', permission: 'tradingplatforms:View' },
            { label: 'Custom Channels', route: 'customChannels', permission: 'clients:View' },
          ],
        },
        {
          label: 'Manage Users',
          permission: 'users:Create',
          children: [
            { label: 'Search User', route: 'searchUser' },
            { label: 'New User', route: 'newUser', params: { uType: 'agency' } },
          ],
        },
        { label: 'Available Partners', route: 'availablePartners', permission: 'users:Create' },
        { label: 'Audit Log', route: 'auditLog', permission: 'audit:View' },
        { label: 'Owner Settings', route: 'ownerSettings', permission: 'admin:Settings' },
        { label: 'API Keys', route: 'apiKeys', permission: 'admin:Settings' },
        { label: 'Webhooks', route: 'webhooks', permission: 'admin:Settings' },
      ],
    },
  ],
  mp: [
    {
      label: 'Allocation & Pacing',
      module: 'campaigns',
      children: [
        { label: 'Current Month', route: 'mpCurrentMonth' },
        { label: 'Next Month', route: 'mpNextMonth' },
        { label: 'Insertion Orders', route: 'mpInsertionOrders', permission: 'allocations:View' },
      ],
    },
    { label: 'Campaigns', route: 'mpCampaigns', module: 'campaigns' },
    {
      label: 'Insights',
      children: [
        { label: 'Media Dashboard', route: 'mpMediaDashboard' },
        { label: 'Media Analysis', route: 'mpMediaAnalysis', permission: 'reports:Build' },
        { label: 'Saved Views', route: 'mpSavedViews', permission: 'reports:Build' },
        { label: 'Billable', route: 'mpBillable', permission: 'reports:Billable' },
        { label: 'Reconciliation', route: 'mpReconciliation', permission: 'reports:Billable' },
      ],
    },
    {
      label: 'Resources',
      children: [
        { label: 'Programs', route: 'mpProgramData' },
        { label: 'Publisher Sources', route: 'mpPublisherSources' },
        { label: 'Posting Instructions', route: 'mpDocs', permission: 'campaigns:View' },
        { label: 'Posting Keys', route: 'mpPostingKeys', permission: 'partners:View' },
      ],
    },
    {
      label: 'Lead Management',
      children: [
        { label: 'Data Exports', route: 'mpLeadExport' },
        { label: 'Lead Details', route: 'mpLeads', module: 'leadanalyzer' },
        { label: 'Returns', route: 'mpReturns', permission: 'leadanalyzer:View' },
        { label: 'Lead Tester', route: 'mpLeadTester', permission: 'campaigns:View' },
      ],
    },
    { label: 'Click Details', route: 'mpClicks', module: 'leadanalyzer' },
  ],
  cl: [
    dashboards,
    { label: 'Allocation & Pacing', module: 'campaigns', children: allocationMonths },
    { label: 'Campaigns', module: 'campaigns', children: campaignChannels },
    {
      label: 'Insights',
      children: [
        ...mediaReports,
        { label: 'Reconciliation', route: 'reconciliation', permission: 'leadanalyzer:Export' },
        {
          label: 'Performance by State',
          route: 'reportByName',
          params: { reportName: 'enroll_by_state_table' },
          owner: ({ clientStateAndDelivery }) => clientStateAndDelivery,
        },
        {
          label: 'Delivery',
          route: 'reportByName',
          params: { reportName: 'delivery' },
          owner: ({ clientStateAndDelivery }) => clientStateAndDelivery,
        },
      ],
    },
    {
      label: 'Resources',
      children: [
        { label: 'Programs', route: 'programData' },
        { label: 'Posting Instructions', route: 'docs', permission: 'campaigns:View' },
      ],
    },
    {
      label: 'Lead Management',
      children: [
        { label: 'Data Exports', route: 'leadExport' },
        milestoneExport,
        milestoneImport('leadanalyzer:Export'),
        { label: 'Stuck Leads', route: 'stuckLeads' },
        { label: 'Returns', route: 'returns', permission: 'leadanalyzer:View' },
      ],
    },
    {
      label: 'Administration',
      children: [
        { label: 'API Keys', route: 'apiKeys', permission: 'leadanalyzer:Export' },
        { label: 'Webhooks', route: 'webhooks', permission: 'leadanalyzer:Export' },
      ],
    },
  ],
};

/** A visible menu item: a link, or a heading over others. */
export interface MenuItem {
  label: string;
  link: { route: RouteName; params: Readonly<Record<string, string>> } | null;
  children: readonly MenuItem[];
}

export interface MenuViewer {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
  variant: OwnerVariant;
}

const isMet = ({ module, permission, owner }: Condition, { permissions, variant }: MenuViewer): boolean =>
  (module === undefined || [...permissions].some((granted) => granted.startsWith(`${module}:`))) &&
  (permission === undefined || permissions.has(permission)) &&
  (owner === undefined || owner(variant));

const visible = (entries: readonly Entry[], viewer: MenuViewer, canOpen: (route: RouteName) => boolean): MenuItem[] =>
  entries.flatMap((entry): MenuItem[] => {
    if (!isMet(entry, viewer)) return [];
    if ('route' in entry) {
      const { label, route, params = {} } = entry;
      return canOpen(route) ? [{ label, link: { route, params }, children: [] }] : [];
    }
    const children = visible(entry.children, viewer, canOpen);
    return children.length > 0 ? [{ label: entry.label, link: null, children }] : [];
  });

/** The viewer's menu; before an owner is chosen, `canOpen` leaves out pages that need one. */
export const menuFor = (viewer: MenuViewer, canOpen: (route: RouteName) => boolean = () => true): MenuItem[] =>
  visible(MENUS[viewer.group], viewer, canOpen);
