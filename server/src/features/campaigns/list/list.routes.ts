import { campaignList, campaignsAllPartners, campaignsByPartner, channelCampaignList } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type CampaignDeps } from '../caller.ts';
import { registerList } from '../../../shared/lists/list-routes.ts';
import { campaignRows, partnerCampaignRows } from './campaigns.list.ts';
import { CAMPAIGNS_FILE } from './export.ts';
import { streamCampaigns, streamOfPartner } from './list.service.ts';

export const listRoutes = (register: Register, deps: CampaignDeps): void => {
  register(campaignList, (context) => streamCampaigns(deps, context, context.params.owner, context.query, context));
  register(campaignsAllPartners, (context) =>
    streamCampaigns(deps, context, context.params.owner, { ...context.query, channel: 'ppl' }, context),
  );
  register(campaignsByPartner, (context) => streamOfPartner(deps, context, context.params.aggregatorKey, context));
  register(channelCampaignList, (context) => {
    const { owner, channel } = context.params;
    return streamCampaigns(deps, context, owner, { ...context.query, channel }, context);
  });
  registerList(register, deps, campaignRows, CAMPAIGNS_FILE);
  registerList(register, deps, partnerCampaignRows, CAMPAIGNS_FILE);
};
