import { type CampaignRules } from './campaign-rules.ts';
import { type LeadFields } from './lead-fields.ts';
import { findProgram, findSource } from './placement.rules.ts';

export interface LeadPrice {
  /** What the client pays the agency. */
  client: number;
  /** What the agency pays the partner. */
  media: number;
}

/**
 * What a lead costs at a moment: by its device, where the campaign has no price of its own for that as on a desktop. What the
 * partner gets may be another for the source, else for the program. Null where nothing is priced yet.
 */
export const priceAt = (rules: CampaignRules, lead: LeadFields, now: Date): LeadPrice | null => {
  const price = rules.prices.find(({ validFrom }) => validFrom <= now);
  if (price === undefined) return null;
  const { deviceType } = lead;
  const media =
    findSource(rules, lead)?.priceOverride ?? findProgram(rules, lead)?.priceOverride ?? price.media[deviceType];
  return { client: price.client[deviceType] ?? price.client.desktop, media: media ?? price.media.desktop };
};
