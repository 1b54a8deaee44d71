import type { CampaignChannel } from '@paceline/contract';

/** Page titles by channel. */
export const CHANNEL_TITLES: Record<CampaignChannel, string> = {
  ppl: 'PPL campaigns',
  ppc: 'PPC campaigns',
  social: 'Social campaigns',
  programmaticDisplay: 'Programmatic display campaigns',
  email: 'Email campaigns',
};
