import { campaignSearch, leadTrial, type LeadTrial, leadTrialSample, partnerCampaignSearch } from '@paceline/contract';
import { fetchApi } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/op-query.ts';

export interface CampaignOption {
  campaignKey: number;
  name: string;
  campaignCode: string;
  clientName: string;
}

const MOST_SHOWN = 50;

/** Campaigns that leads are posted to, by what was typed; a media partner's own, or those of the owner. */
export const campaignsQuery = (place: { owner: number } | { partner: number }, text: string) => {
  const body = { ...(text !== '' && { q: text.slice(0, 100) }), limit: MOST_SHOWN };
  return 'owner' in place
    ? callQuery(campaignSearch, { params: { owner: place.owner }, body: { ...body, channel: ['ppl'] } })
    : callQuery(partnerCampaignSearch, { params: { aggregatorKey: place.partner }, body });
};

/** What is tried is kept by nobody: no cache, no storage. */
export const tryLead = async (
  campaignKey: number,
  post: Record<string, unknown>,
  at: string | null,
): Promise<LeadTrial | null> =>
  (await fetchApi(leadTrial, { params: { key: campaignKey }, body: { post, at } })) ?? null;

export const readSample = async (campaignKey: number): Promise<string | null> => {
  const sample = await fetchApi(leadTrialSample, { params: { key: campaignKey } });
  return sample === undefined ? null : JSON.stringify(sample.post, null, 2);
};
