import { type CampaignSource, type SourceChoice } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export type SourceRow = Omit<CampaignSource, 'allowed'>;

export interface SourcePlace {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number | null;
}

/** Every source of the campaign's partner, with the campaign's rule for it. */
export const listSources = async (tx: Tx, { ownerKey, campaignKey, partnerKey }: SourcePlace): Promise<SourceRow[]> => {
  const { rows } = await sql<SourceRow>`
    select s.publisher_source_key as "publisherSourceKey", s.source_tag as "sourceTag", s.display_name as "displayName",
           p.name as "publisherName", app.source_status(p.status, s.status) as status, c.action, c.price_override::float8 as "priceOverride", c.monthly_cap as "monthlyCap",
           coalesce(c.note, '') as note
    from publisher_source s
    join publisher p on p.partner_key = s.partner_key and p.publisher_key = s.publisher_key
    left join campaign_source c on c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey}
      and c.publisher_source_key = s.publisher_source_key
    where s.partner_key = ${partnerKey}
    order by c.action nulls last, lower(s.source_tag)
  `.execute(tx);
  return rows;
};

export const replaceSources = async (tx: Tx, place: SourcePlace, sources: readonly SourceChoice[]): Promise<void> => {
  const { ownerKey, campaignKey, partnerKey } = place;
  const keys = sources.map(({ publisherSourceKey }) => publisherSourceKey);
  await sql`
    delete from campaign_source
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and not (publisher_source_key = any (${keys}::int[]))
  `.execute(tx);
  await upsertSources(tx, { ownerKey, campaignKey, partnerKey }, sources);
};

export const upsertSources = async (
  tx: Tx,
  { ownerKey, campaignKey, partnerKey }: SourcePlace,
  sources: readonly SourceChoice[],
): Promise<void> => {
  await sql`
    insert into campaign_source (owner_key, campaign_key, partner_key, publisher_source_key, action, price_override, monthly_cap, note)
    select ${ownerKey}, ${campaignKey}, ${partnerKey}, n.*
    from unnest(${sources.map(({ publisherSourceKey }) => publisherSourceKey)}::int[], ${sources.map(({ action }) => action)}::text[],
                ${sources.map(({ priceOverride }) => priceOverride ?? null)}::numeric[],
                ${sources.map(({ monthlyCap }) => monthlyCap ?? null)}::int[], ${sources.map(({ note }) => note)}::text[]) n
    on conflict (owner_key, campaign_key, publisher_source_key) do update set
      action = excluded.action, price_override = excluded.price_override, monthly_cap = excluded.monthly_cap, note = excluded.note
  `.execute(tx);
};

export const removeSources = async (
  tx: Tx,
  { ownerKey, campaignKey }: SourcePlace,
  keys: readonly number[],
): Promise<void> => {
  await sql`
    delete from campaign_source
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and publisher_source_key = any (${[...keys]}::int[])
  `.execute(tx);
};
