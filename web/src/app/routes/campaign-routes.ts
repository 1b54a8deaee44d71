import { createRoute } from '@tanstack/react-router';
import { readEditorSearch } from '../../features/campaigns/editor/editor-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const campaignListPage = (path: `/s/${string}`, page: 'PplListPage' | 'ChannelListPage' | 'ProgrammaticListPage') =>
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(path),
    beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../../features/campaigns/list/list-page.tsx'), page),
  });
const campaignListRoutes = [
  campaignListPage(PATHS.campaignsPpl, 'PplListPage'),
  campaignListPage(PATHS.campaignsByChannel, 'ChannelListPage'),
  campaignListPage(PATHS.campaignsProgrammatic, 'ProgrammaticListPage'),
];
const partnerCampaignsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpCampaigns),
  ...headed('Campaigns'),
  beforeLoad: requires(['mp'], 'campaigns:View'),
  validateSearch: textParams,
  component: lazyRoute(() => import('../../features/campaigns/list/list-page.tsx'), 'PartnerListPage'),
});

const campaignFilesRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.campaignsBulkImport),
  ...headed(
    'Bulk import',
    ['Campaigns'],
    'Each row is checked before anything changes. Rows with errors can be downloaded as a file.',
  ),
  beforeLoad: requires(['ag'], 'campaigns:Bulk'),
  component: lazyRoute(() => import('../../features/campaigns/files/bulk-page.tsx'), 'BulkPage'),
});

const platformCampaignPage = (
  path: `/s/${string}`,
  page: 'ChannelCampaignPage' | 'ProgrammaticCampaignPage',
  ownerless: string,
) =>
  createRoute({
    getParentRoute: () => ownerRoute,
    path: inShell(path),
    staticData: { ownerless },
    beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
    component: lazyRoute(() => import('../../features/campaigns/platform/platform-page.tsx'), page),
  });
const platformCampaignRoutes = [
  platformCampaignPage(PATHS.campaignChannelEditor, 'ChannelCampaignPage', 'selectedSemCampaignKey'),
  platformCampaignPage(PATHS.campaignProgrammaticEditor, 'ProgrammaticCampaignPage', 'pdCampaignKey'),
];

const campaignPplEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.campaignPplEditor),
  staticData: { ownerless: 'campaignKey' },
  beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
  validateSearch: readEditorSearch,
  component: lazyRoute(() => import('../../features/campaigns/editor/editor-page.tsx'), 'CampaignEditorPage'),
});

const partnerCampaignRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpCampaign),
  beforeLoad: requires(['mp'], 'campaigns:View'),
  component: lazyRoute(() => import('../../features/campaigns/editor/editor-page.tsx'), 'CampaignViewPage'),
});

export const campaignRoutes = [
  campaignPplEditorRoute,
  ...campaignListRoutes,
  ...platformCampaignRoutes,
  campaignFilesRoute,
];
export const partnerCampaignRoutes = [partnerCampaignsRoute, partnerCampaignRoute];
