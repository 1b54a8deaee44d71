import type { CampaignChannel, UserGroup } from '@paceline/contract';
import { pathTo } from '../lib/address/paths.ts';

/** The page with a campaign's figures, leads and changes, to which results and alerts lead. */
export const campaignPagePath = (group: UserGroup, campaignKey: number): string =>
  pathTo(group === 'mp' ? 'mpCampaignPage' : 'campaignPage', { campaignKey });

/** The path of a campaign's editor, or of its settings for those who only read them; without a key, of a new campaign of the channel. */
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

export const listPath = (group: UserGroup, channel: CampaignChannel): string => {
  if (group === 'mp') return pathTo('mpCampaigns');
  if (channel === 'ppc' || channel === 'social') return pathTo('campaignsByChannel', { channelType: channel });
  return pathTo(channel === 'programmaticDisplay' ? 'campaignsProgrammatic' : 'campaignsPpl');
};
