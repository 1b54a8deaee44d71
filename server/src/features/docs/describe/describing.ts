import { type PrintedBranding } from '../../../shared/branding.ts';
import { type UserGroup } from '@paceline/contract';
import { type StatusInput } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import { type CheckInput, type Lookups } from '../../../shared/intake/check.ts';
import { type LeadFields } from '../../../shared/intake/lead-fields.ts';
import { readPost } from '../../../shared/intake/read-post.ts';
import { samplePost } from '../../../shared/intake/sample-post.ts';

/** The reader of instructions: a group, or anybody with the public link. */
export type Reader = UserGroup | 'public';

/** The data behind instructions: the rules that posts are checked by, and related records. */
export interface Describing {
  rules: CampaignRules;
  plan: StatusInput['plan'];
  lookups: Lookups;
  ownerName: string;
  partnerName: string;
  now: Date;
  reader: Reader;
  publicUrl: string;
  brand: PrintedBranding;
}

/** The price of a lead is between the agency and its media partner. */
export const seesPrice = (reader: Reader): boolean => reader === 'ag' || reader === 'mp';

/** The sample as parsed, without values that the client's own patterns would refuse. */
export const sampleLead = (rules: CampaignRules, now: Date): LeadFields => {
  const post = samplePost(rules);
  const read = readPost(post, rules, now, { partial: true });
  if ('lead' in read) return read.lead;
  const wrong = new Set(read.errors.map(({ field }) => field));
  const rest = Object.fromEntries(Object.entries(post).filter(([name]) => !wrong.has(name)));
  const again = readPost(rest, rules, now, { partial: true });
  if ('errors' in again) throw new Error(`The sample of campaign ${rules.campaign.campaignKey} cannot be read`);
  return again.lead;
};

/** Input to ask the checks for their rules: without a ZIP code, so that no text is about the sample's place. */
export const askedAbout = ({ rules, lookups, now }: Pick<Describing, 'rules' | 'lookups' | 'now'>): CheckInput => ({
  lead: { ...sampleLead(rules, now), zip: null },
  rules,
  lookups,
  now,
  skips: new Set(),
});

/** The campaign's identifier in a post: its code, or its key where the code would be read as a key. */
export const campaignCck = ({ campaign }: CampaignRules): string =>
  /^\d{1,9}$/.test(campaign.code) ? String(campaign.campaignKey) : campaign.code;
