import { channelUses, type CustomChannel } from '@paceline/contract';

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const usesText = (channel: CustomChannel): string => {
  const { campaigns, runningCampaigns, deletedCampaigns } = channel;
  if (channelUses(channel) === 0) return 'No campaign has it';
  return [
    `${count(campaigns, 'campaign', 'campaigns')}, ${runningCampaigns} running`,
    ...(deletedCampaigns > 0 ? [`${deletedCampaigns} deleted`] : []),
  ].join(', ');
};
