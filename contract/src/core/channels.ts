export const CAMPAIGN_CHANNELS = ['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'] as const;
export type CampaignChannel = (typeof CAMPAIGN_CHANNELS)[number];
/** As named in the channels table. */
export const CHANNEL_NAMES: Readonly<Record<CampaignChannel, string>> = {
  ppl: 'Pay per lead',
  ppc: 'Pay per click',
  social: 'Social',
  programmaticDisplay: 'Programmatic display',
  email: 'Email',
};
/** Channels bought on a trading platform. */
export const PLATFORM_CHANNELS = ['ppc', 'social', 'programmaticDisplay'] as const;
export type PlatformChannel = (typeof PLATFORM_CHANNELS)[number];
