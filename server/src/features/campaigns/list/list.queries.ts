import { CAMPAIGN_LIST_FIELDS, type CampaignListRow } from '@paceline/contract';
import { sql } from 'kysely';
import { planOnce } from '../../../db/connection/prepared.ts';
import { ofPartner } from '../../../db/scope/of-partner.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { selectFields } from '../../../shared/records/record-store.ts';
import { campaignStore } from '../campaigns.queries.ts';

/** The position after which a page begins, in the order of the list. */
interface Place {
  sortName: string;
  campaignKey: number;
}

export const findPlace = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<Place | undefined> => {
  const { rows } = await sql<Place>`
    select sort_name as "sortName", campaign_key as "campaignKey" from campaign
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey}
  `.execute(tx);
  return rows[0];
};

export type ListedCampaign = Omit<CampaignListRow, 'subStatus' | 'statusReasons' | 'nextChangeAt' | 'today' | 'month'>;

/** The columns of a page's rows, except the status; names are looked up by key, as in a page of leads (`leads/search.queries.ts`). */
export const listRows = async (
  tx: Tx,
  ownerKey: number,
  campaignKeys: readonly number[],
  at: Date,
): Promise<Map<number, ListedCampaign>> => {
  const { rows } = await sql<ListedCampaign>`${planOnce('campaigns_of_a_list')}
    select c.owner_key as "ownerKey", c.campaign_key as "campaignKey", c.channel, ch.product_type as "productType",
           ${selectFields(campaignStore, ...CAMPAIGN_LIST_FIELDS)}, c.partner_key as "vendorKey", coalesce(mp.name, tp.name, ch.name) as vendor,
           c.goal_key as "goalKey", g.name as "goalName", cl.name as "clientName", coalesce(ca.names, '') as "campusName",
           c.custom_channel_key as "channelCustomKey", cc.name as "customChannelName", c.row_version as "rowVersion"
    from unnest(${[...campaignKeys]}::int[]) k (campaign_key)
    join lateral (select * from campaign where owner_key = ${ownerKey} and campaign_key = k.campaign_key limit 1) c on true
    join lateral (select goal_key, client_key, name from goal where owner_key = c.owner_key and goal_key = c.goal_key limit 1) g on true
    join lateral (select name from client where owner_key = c.owner_key and client_key = g.client_key limit 1) cl on true
    join lateral (select name, product_type from channel where channel = c.channel limit 1) ch on true
    left join lateral (select name from media_partner where partner_key = c.partner_key limit 1) mp on true
    left join lateral (
      select name from custom_channel where owner_key = c.owner_key and custom_channel_key = c.custom_channel_key limit 1
    ) cc on true
    left join lateral (
      select t.name from platform_account a join trading_platform t using (platform_key)
      where a.owner_key = c.owner_key and a.account_key = c.account_key limit 1
    ) tp on true
    left join lateral (
      select v.client_desktop, v.media_desktop from campaign_price v
      where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key and v.valid_from <= ${at}
      order by v.valid_from desc limit 1
    ) p on true
    left join lateral (
      select string_agg(x.name, ', ' order by x.name) as names from goal_campus gc join campus x using (owner_key, campus_key)
      where gc.owner_key = c.owner_key and gc.goal_key = g.goal_key
    ) ca on true
  `.execute(tx);
  return new Map(rows.map((row) => [row.campaignKey, row]));
};

/** The viewer's owners at which a media partner has campaigns. */
export const listOwnersOfPartner = async (tx: Tx, partnerKey: number): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select distinct c.owner_key as key from campaign c
    where c.partner_key = ${partnerKey} and ${ofPartner('c.partner_key')} and c.deleted_at is null order by 1
  `.execute(tx);
  return rows.map(({ key }) => key);
};

export const isPartner = async (tx: Tx, partnerKey: number): Promise<boolean> => {
  const { rows } =
    await sql`select from media_partner where partner_key = ${partnerKey} and ${ofPartner('partner_key')}`.execute(tx);
  return rows.length > 0;
};
