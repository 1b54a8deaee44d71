import type { CampaignChannel } from '@paceline/contract';

/** What the list of a channel is called. */
export const CHANNEL_TITLES: Record<CampaignChannel, string> = {
  ppl: 'PPL campaigns',
  ppc: 'PPC campaigns',
  social: 'Social campaigns',
  programmaticDisplay: 'Programmatic display campaigns',
  email: 'Email campaigns',
};
