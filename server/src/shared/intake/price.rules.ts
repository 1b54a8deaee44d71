import { type CampaignRules } from './campaign-rules.ts';
import { type LeadFields } from './lead-fields.ts';
import { findProgram, findSource } from './placement.rules.ts';

export interface LeadPrice {
  /** The client's price, paid to the agency. */
  client: number;
  /** The media price, paid to the partner. */
  media: number;
}

/**
 * The price of a lead at a moment: by device, with the desktop price as fallback. The partner's price may be overridden by the source, else
 * by the program. Null where there is no price yet.
 */
export const priceAt = (rules: CampaignRules, lead: LeadFields, now: Date): LeadPrice | null => {
  const price = rules.prices.find(({ validFrom }) => validFrom <= now);
  if (price === undefined) return null;
  const { deviceType } = lead;
  const media =
    findSource(rules, lead)?.priceOverride ?? findProgram(rules, lead)?.priceOverride ?? price.media[deviceType];
  return { client: price.client[deviceType] ?? price.client.desktop, media: media ?? price.media.desktop };
};
