import { type SourceMode } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface NamedCampaign {
  /** The key or the code in the file, in lower case. */
  named: string;
  campaignKey: number;
  name: string;
  rowVersion: number;
}

/** Campaigns by the keys in a file. */
export const listByKey = async (tx: Tx, ownerKey: number, keys: readonly number[]): Promise<NamedCampaign[]> => {
  const { rows } = await sql<NamedCampaign>`
    select c.campaign_key::text as named, c.campaign_key as "campaignKey", c.name, c.row_version as "rowVersion"
    from unnest(${[...keys]}::int[]) k (campaign_key)
    join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = k.campaign_key
    where c.deleted_at is null
  `.execute(tx);
  return rows;
};

/** Campaigns by the codes in a file: several where partners use the same code. */
export const listByCode = async (tx: Tx, ownerKey: number, codes: readonly string[]): Promise<NamedCampaign[]> => {
  const { rows } = await sql<NamedCampaign>`
    select k.code as named, c.campaign_key as "campaignKey", c.name, c.row_version as "rowVersion"
    from unnest(${[...codes]}::text[]) k (code) join campaign c on c.owner_key = ${ownerKey} and lower(c.code) = k.code
    where c.deleted_at is null
  `.execute(tx);
  return rows;
};

export interface NamedSource {
  code: string;
  tag: string;
  campaignKey: number;
  campaignName: string;
  campaignCode: string;
  partnerKey: number;
  publisherSourceKey: number;
  sourceTag: string;
  mode: SourceMode;
  /** The present rule for the source; null if none. */
  action: 'ALLOW' | 'BLOCK' | null;
  priceOverride: number | null;
  monthlyCap: number | null;
  note: string;
}

/** Sources of the partners of campaigns, by campaign code and source tag. */
export const listNamedSources = async (
  tx: Tx,
  ownerKey: number,
  pairs: readonly { code: string; tag: string }[],
  { lock }: { lock: boolean },
): Promise<NamedSource[]> => {
  const { rows } = await sql<NamedSource>`
    select n.code, n.tag, c.campaign_key as "campaignKey", c.name as "campaignName", c.code as "campaignCode",
           c.partner_key as "partnerKey", s.publisher_source_key as "publisherSourceKey", s.source_tag as "sourceTag",
           t.source_mode as mode, x.action, x.price_override::float8 as "priceOverride", x.monthly_cap as "monthlyCap",
           coalesce(x.note, '') as note
    from unnest(${pairs.map(({ code }) => code)}::text[], ${pairs.map(({ tag }) => tag)}::text[]) n (code, tag)
    join campaign c on c.owner_key = ${ownerKey} and c.deleted_at is null and lower(c.code) = n.code
    join publisher_source s on s.partner_key = c.partner_key and lower(s.source_tag) = n.tag
    join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    left join campaign_source x on x.owner_key = c.owner_key and x.campaign_key = c.campaign_key
      and x.publisher_source_key = s.publisher_source_key
    order by c.campaign_key ${lock ? sql`for update of c` : sql``}
  `.execute(tx);
  return rows;
};
