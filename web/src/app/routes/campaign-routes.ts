import { createRoute } from '@tanstack/react-router';
import { readEditorSearch } from '../../features/campaigns/editor/editor-search.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const listPage = (page: 'PplListPage' | 'ChannelListPage' | 'ProgrammaticListPage') => ({
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/campaigns/list/list-page.tsx'), page),
});
const platformPage = (page: 'ChannelCampaignPage' | 'ProgrammaticCampaignPage') => ({
  component: lazyRoute(() => import('../../features/campaigns/platform/platform-page.tsx'), page),
});

const campaignPage = {
  component: lazyRoute(() => import('../../features/campaigns/page/campaign-page.tsx'), 'CampaignPage'),
};

export const campaignRoutes = [
  createRoute({ ...ofOwner('campaignPage', { ownerless: 'campaignKey' }), ...campaignPage }),
  createRoute({
    ...ofOwner('campaignPplEditor', { ownerless: 'campaignKey' }),
    validateSearch: readEditorSearch,
    component: lazyRoute(() => import('../../features/campaigns/editor/editor-page.tsx'), 'CampaignEditorPage'),
  }),
  createRoute({ ...ofOwner('campaignsPpl'), ...listPage('PplListPage') }),
  createRoute({ ...ofOwner('campaignsByChannel'), ...listPage('ChannelListPage') }),
  createRoute({ ...ofOwner('campaignsProgrammatic'), ...listPage('ProgrammaticListPage') }),
  createRoute({
    ...ofOwner('campaignChannelEditor', { ownerless: 'selectedSemCampaignKey' }),
    ...platformPage('ChannelCampaignPage'),
  }),
  createRoute({
    ...ofOwner('campaignProgrammaticEditor', { ownerless: 'pdCampaignKey' }),
    ...platformPage('ProgrammaticCampaignPage'),
  }),
  createRoute({
    ...ofOwner('campaignsBulkImport'),
    component: lazyRoute(() => import('../../features/campaigns/files/bulk-page.tsx'), 'BulkPage'),
  }),
];

export const partnerCampaignRoutes = [
  createRoute({
    ...ofShell('mpCampaigns'),
    validateSearch: textParams,
    component: lazyRoute(() => import('../../features/campaigns/list/list-page.tsx'), 'PartnerListPage'),
  }),
  createRoute({ ...ofShell('mpCampaignPage'), ...campaignPage }),
  createRoute({
    ...ofShell('mpCampaign'),
    component: lazyRoute(() => import('../../features/campaigns/editor/editor-page.tsx'), 'CampaignViewPage'),
  }),
];
