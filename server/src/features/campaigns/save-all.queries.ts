import { type CampaignVersions } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { monthAt } from '../../shared/month-edits/month-at.ts';

/** The present versions of a campaign's parts; a month without a plan is 0. */
export const getVersions = async (
  tx: Tx,
  ownerKey: number,
  campaignKey: number,
  now: Date,
): Promise<Required<CampaignVersions>> => {
  const { rows } = await sql<Required<CampaignVersions>>`
    select c.row_version as campaign, t.row_version as targeting, t.tracking_version as tracking,
           coalesce(m.row_version, 0) as current, coalesce(n.row_version, 0) as next
    from campaign c
    join owner o using (owner_key)
    join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    left join campaign_month m on m.owner_key = c.owner_key and m.campaign_key = c.campaign_key
      and m.month = ${monthAt(now, 'current')}
    left join campaign_month n on n.owner_key = c.owner_key and n.campaign_key = c.campaign_key
      and n.month = ${monthAt(now, 'next')}
    where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The campaign has no versions');
  return rows[0];
};
