import type { CampaignChannel, UserGroup } from '@paceline/contract';
import { pathTo } from '../lib/address/paths.ts';

/** Where a campaign is opened; without a key, where a new one of the channel begins. */
export const campaignPath = (group: UserGroup, channel: CampaignChannel, campaignKey?: number): string => {
  if (group === 'mp') return pathTo('mpCampaign', { campaignKey: campaignKey ?? 0 });
  if (channel === 'ppc' || channel === 'social') {
    return pathTo('campaignChannelEditor', {
      channelType: channel,
      ...(campaignKey !== undefined && { selectedSemCampaignKey: campaignKey }),
    });
  }
  if (channel === 'programmaticDisplay') {
    return pathTo('campaignProgrammaticEditor', campaignKey === undefined ? {} : { pdCampaignKey: campaignKey });
  }
  return pathTo('campaignPplEditor', campaignKey === undefined ? {} : { campaignKey });
};

/** The list that a campaign of the channel is in. */
export const listPath = (group: UserGroup, channel: CampaignChannel): string => {
  if (group === 'mp') return pathTo('mpCampaigns');
  if (channel === 'ppc' || channel === 'social') return pathTo('campaignsByChannel', { channelType: channel });
  return pathTo(channel === 'programmaticDisplay' ? 'campaignsProgrammatic' : 'campaignsPpl');
};
