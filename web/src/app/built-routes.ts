import type { RouteName } from '@paceline/contract';

/**
 * The routes that can be opened. All others of the contract's table are left out of the menu and answer with the not-found
 * page, until their feature adds them here and to the tree beside it.
 */
export const BUILT_ROUTES = [
  'login',
  'changePassword',
  'resetPassword',
  'shell',
  'owners',
  'clients',
  'account',
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
  'mpCampaigns',
  'goalEditor',
  'campaignPplEditor',
  'mpCampaign',
  'allocationsOverview',
  'allocationsCurrentMonth',
  'allocationsNextMonth',
  'mpCurrentMonth',
  'mpNextMonth',
] as const satisfies RouteName[];

const built: ReadonlySet<RouteName> = new Set(BUILT_ROUTES);
export const isBuilt = (route: RouteName): boolean => built.has(route);

/** What an agency user or a client can do before an owner is chosen. */
const OWNERLESS: ReadonlySet<RouteName> = new Set<RouteName>([
  'owners',
  'clients',
  'account',
  'searchUser',
  'newUser',
  'availablePartners',
  'partnerEditor',
  'newClientWizard',
]);
export const needsOwner = (route: RouteName): boolean => !OWNERLESS.has(route);
