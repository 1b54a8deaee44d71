import { campaignSearch, partnerCampaignSearch } from '@paceline/contract';
import { callQuery } from '../../lib/api/op-query.ts';

/** The owner or partner whose campaigns are searched. */
export type CampaignPlace = { owner: number } | { partner: number };

const MAX_SHOWN = 50;

/** Campaigns that receive leads, found by text: a media partner's own, or the owner's. */
export const campaignsQuery = (place: CampaignPlace, text: string) => {
  const body = { ...(text !== '' && { q: text.slice(0, 100) }), limit: MAX_SHOWN };
  return 'owner' in place
    ? callQuery(campaignSearch, { params: { owner: place.owner }, body: { ...body, channel: ['ppl'] } })
    : callQuery(partnerCampaignSearch, { params: { aggregatorKey: place.partner }, body });
};
