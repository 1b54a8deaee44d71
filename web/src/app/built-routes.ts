import type { RouteName } from '@paceline/contract';
import { isOfOwner } from '../lib/owner-address.ts';
import { PATHS } from '../lib/paths.ts';

/**
 * The routes that can be opened. All others of the contract's table are left out of the menu and answer with the not-found
 * page, until their feature adds them here and to the tree beside it.
 */
export const BUILT_ROUTES = [
  'login',
  'changePassword',
  'resetPassword',
  'confirmEmail',
  'shell',
  'owners',
  'clients',
  'account',
  'alerts',
  'clientArea',
  'dashboard',
  'partnerArea',
  'searchUser',
  'newUser',
  'executiveOverview',
  'pacingOverview',
  'websiteAnalytics',
  'searchDashboard',
  'affiliateDashboard',
  'campaignsPpl',
  'campaignsByChannel',
  'campaignsProgrammatic',
  'campaignChannelEditor',
  'campaignProgrammaticEditor',
  'campaignsBulkImport',
  'publisherSources',
  'mpPublisherSources',
  'mpCampaigns',
  'goalEditor',
  'clientCriteria',
  'clientDelivery',
  'campaignPplEditor',
  'mpCampaign',
  'allocationsOverview',
  'allocationsCurrentMonth',
  'allocationsNextMonth',
  'mpCurrentMonth',
  'mpNextMonth',
  'leadTestSettings',
  'privacyRequests',
  'leadTester',
  'mpLeadTester',
  'stuckLeads',
  'returns',
  'mpReturns',
  'deliveryHealth',
  'postingKeys',
  'verificationAccounts',
  'mpPostingKeys',
  'apiKeys',
  'milestoneExport',
  'milestoneImport',
  'leads',
  'updateLeads',
  'mpLeads',
  'leadExport',
  'myExports',
  'mpLeadExport',
  'mpMyExports',
  'trackingInfo',
  'webhooks',
  'leadDetails',
  'mpLeadDetails',
  'clicks',
  'clickDetails',
  'mpClicks',
  'mpClickDetails',
] as const satisfies RouteName[];

const built: ReadonlySet<RouteName> = new Set(BUILT_ROUTES);
export const isBuilt = (route: RouteName): boolean => built.has(route);

/** What an agency user or a client cannot open before an owner is chosen. */
export const needsOwner = (route: RouteName): boolean => isOfOwner(PATHS[route]);
