import { type CustomChannel } from '@paceline/contract';

/** Deleted campaigns can be brought back, and have their custom channel still. */
export const usedBy = ({ campaigns, deletedCampaigns }: CustomChannel): number => campaigns + deletedCampaigns;

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const usesText = (channel: CustomChannel): string => {
  const { campaigns, runningCampaigns, deletedCampaigns } = channel;
  if (usedBy(channel) === 0) return 'No campaign has it';
  return [
    `${count(campaigns, 'campaign', 'campaigns')}, ${runningCampaigns} running`,
    ...(deletedCampaigns > 0 ? [`${deletedCampaigns} deleted`] : []),
  ].join(', ');
};
