import { campaignUnlink, channelCampaignSave, semCampaignsByPlatform, unlinkedCampaignList } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type CampaignDeps } from '../caller.ts';
import { readOfAccount, readUnlinked, unlink } from './linking.service.ts';
import { saveChannelCampaigns } from './save-channel-campaigns.ts';

export const linkingRoutes = (register: Register, deps: CampaignDeps): void => {
  register(unlinkedCampaignList, (context) => {
    const { owner, channel } = context.params;
    return readUnlinked(deps, context, owner, channel, context.query);
  });
  register(semCampaignsByPlatform, (context) => {
    const { owner, semClientAccountKey } = context.params;
    return readOfAccount(deps, context, owner, semClientAccountKey);
  });
  register(channelCampaignSave, (context) => {
    const { owner: ownerKey, channel } = context.params;
    return saveChannelCampaigns(deps, context, { ownerKey, channel }, context.body.campaigns);
  });
  register(campaignUnlink, (context) => {
    const { owner, channel } = context.params;
    return unlink(deps, context, owner, channel, context.body.platformCampaignKeys);
  });
};
