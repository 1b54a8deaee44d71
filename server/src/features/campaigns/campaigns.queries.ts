import { type Campaign, type CampaignPrices, campaignRecord } from '@paceline/contract';
import { sql } from 'kysely';
import { ofPartner } from '../../db/scope/of-partner.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../shared/records/record-store.ts';
import { type CampaignFields } from './campaigns.rules.ts';

/** Prices are rows of their own, one per moment from which they apply: `p` is the one in force. */
const price = (column: string) => ({ column: null, read: sql`${sql.ref(`p.${column}`)}::float8` });

/** The columns of a campaign's fields. */
export const campaignStore = recordStore(campaignRecord, {
  alias: 'c',
  places: {
    vendorKey: 'partner_key',
    clientGoalKey: 'goal_key',
    semClientAccountKey: 'account_key',
    channelCustomKey: 'custom_channel_key',
    campaignCode: 'code',
    clientCampaignCode: 'client_code',
    campaignReoccuring: 'recurring',
    overDeliveryPolicy: 'over_delivery',
    monthlyBudget: { column: 'monthly_budget', read: sql`c.monthly_budget::float8` },
    clientDesktopBidPrice: price('client_desktop'),
    clientTabletBidPrice: price('client_tablet'),
    clientMobileBidPrice: price('client_mobile'),
    aggDesktopBidPrice: price('media_desktop'),
    aggTabletBidPrice: price('media_tablet'),
    aggMobileBidPrice: price('media_mobile'),
  },
});

/** The owner of a campaign, if the viewer may see it. */
export const findOwnerOf = async (tx: Tx, campaignKey: number): Promise<number | undefined> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select owner_key as "ownerKey" from campaign where campaign_key = ${campaignKey} and ${ofPartner('partner_key')}
  `.execute(tx);
  return rows[0]?.ownerKey;
};

type StoredCampaign = Omit<
  Campaign,
  | 'subStatus'
  | 'statusReasons'
  | 'nextChangeAt'
  | 'pause'
  | 'createdAt'
  | 'updatedAt'
  | 'deletedAt'
  | 'restorableUntil'
  | 'links'
>;
interface CampaignRecord extends StoredCampaign {
  createdAt: Date;
  updatedAt: Date | null;
  deletedAt: Date | null;
  links: Campaign['links'] | null;
}

/** A campaign with its names and the prices in force. The group's schema decides which fields leave the server. */
export const findCampaign = async (tx: Tx, campaignKey: number, at: Date): Promise<CampaignRecord | undefined> => {
  const { rows } = await sql<CampaignRecord>`
    select c.owner_key as "ownerKey", c.campaign_key as "campaignKey", c.channel, ch.product_type as "productType", ${selectFields(campaignStore)},
           coalesce(mp.name, tp.name, ch.name) as vendor, a.account_name as "accountName", g.name as "goalName",
           cl.client_key as "clientKey", cl.name as "clientName", b.name as "brandName", coalesce(ca.names, '') as "campusName",
           cc.name as "customChannelName",
           o.time_zone as "timeZone", c.row_version as "rowVersion", c.created_at as "createdAt", c.updated_at as "updatedAt",
           u.first_name || ' ' || u.last_name as "updatedBy", c.deleted_at as "deletedAt", k.links
    from campaign c
    join owner o using (owner_key)
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    join brand b on b.owner_key = cl.owner_key and b.brand_key = cl.brand_key
    join channel ch on ch.channel = c.channel
    left join media_partner mp on mp.partner_key = c.partner_key
    left join custom_channel cc on cc.owner_key = c.owner_key and cc.custom_channel_key = c.custom_channel_key
    left join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
    left join trading_platform tp on tp.platform_key = a.platform_key
    left join user_account u on u.user_key = c.updated_by
    left join lateral (
      select * from campaign_price v where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key and v.valid_from <= ${at}
      order by v.valid_from desc limit 1
    ) p on true
    left join lateral (
      select string_agg(x.name, ', ' order by x.name) as names from goal_campus gc join campus x using (owner_key, campus_key)
      where gc.owner_key = g.owner_key and gc.goal_key = g.goal_key
    ) ca on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('platformCampaignKey', y.platform_campaign_key, 'externalId', y.external_id, 'name', y.name,
                                          'status', y.status) order by y.name) as links
      from platform_campaign y where y.owner_key = c.owner_key and y.campaign_key = c.campaign_key
    ) k on true
    where c.campaign_key = ${campaignKey} and ${ofPartner('c.partner_key')}
  `.execute(tx);
  return rows[0];
};

interface NewCampaign extends CampaignFields {
  ownerKey: number;
  channel: string;
  startDate: string;
}

export const insertCampaign = async (
  tx: Tx,
  { ownerKey, channel, ...fields }: NewCampaign,
  by: { userKey: number | null; at: Date },
): Promise<number> => {
  const further = { owner_key: ownerKey, channel, created_at: by.at, updated_by: by.userKey, updated_at: by.at };
  const { rows } = await sql<{ key: number }>`
    insert into campaign ${insertFields(campaignStore, fields, further)} returning campaign_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The campaign was not written');
  const { key } = rows[0];
  await sql`insert into campaign_targeting (owner_key, campaign_key) values (${ownerKey}, ${key})`.execute(tx);
  return key;
};

/** Updates the given fields. Dates are not among them: they change by the table of moves. */
export const updateCampaign = async (
  tx: Tx,
  ownerKey: number,
  campaignKey: number,
  { startDate: _start, endDate: _end, ...fields }: CampaignFields,
  by: { userKey: number | null; at: Date },
): Promise<void> => {
  await sql`
    update campaign set ${setFields(campaignStore, fields)}, row_version = row_version + 1, updated_by = ${by.userKey}, updated_at = ${by.at}
    where owner_key = ${ownerKey} and campaign_key = ${campaignKey}
  `.execute(tx);
};

/** Prices that apply from now on. Existing leads keep theirs. Two changes in the same instant stay two, in their order. */
export const insertPrices = async (
  tx: Tx,
  ownerKey: number,
  prices: readonly (CampaignPrices & { campaignKey: number })[],
  by: { userKey: number | null; at: Date },
): Promise<void> => {
  if (prices.length === 0) return;
  await sql`
    insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, client_tablet, client_mobile,
                                media_desktop, media_tablet, media_mobile, set_by)
    select ${ownerKey}, n."campaignKey",
           coalesce((select max(v.valid_from) + interval '1 microsecond' from campaign_price v
                     where v.owner_key = ${ownerKey} and v.campaign_key = n."campaignKey"
                       and v.valid_from between ${by.at} and ${by.at}::timestamptz + interval '1 millisecond'), ${by.at}),
           n."clientDesktopBidPrice", n."clientTabletBidPrice", n."clientMobileBidPrice",
           n."aggDesktopBidPrice", n."aggTabletBidPrice", n."aggMobileBidPrice", ${by.userKey}::int
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) n ("campaignKey" int, "clientDesktopBidPrice" numeric,
      "clientTabletBidPrice" numeric, "clientMobileBidPrice" numeric, "aggDesktopBidPrice" numeric, "aggTabletBidPrice" numeric,
      "aggMobileBidPrice" numeric)
  `.execute(tx);
};

interface Parents {
  goal: boolean;
  clientKey: number | null;
  partner: boolean;
  customChannel: boolean;
  account: boolean;
}

/** Whether the parents of a campaign exist for this owner and channel. Another owner's do not count. */
export const findParents = async (
  tx: Tx,
  ownerKey: number,
  channel: string,
  { clientGoalKey, vendorKey, channelCustomKey, semClientAccountKey }: CampaignFields,
): Promise<Parents> => {
  const { rows } = await sql<Parents>`
    select g.goal_key is not null as goal, g.client_key as "clientKey",
           exists (select from media_partner where partner_key = ${vendorKey ?? null}) as partner,
           exists (select from custom_channel x where x.owner_key = ${ownerKey} and x.custom_channel_key = ${channelCustomKey ?? null}
                   and x.channel = ${channel}) as "customChannel",
           exists (select from platform_account a where a.owner_key = ${ownerKey} and a.account_key = ${semClientAccountKey ?? null}
                   and a.channel = ${channel}) as account
    from (select) nothing left join goal g on g.owner_key = ${ownerKey} and g.goal_key = ${clientGoalKey ?? null}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The question had no answer');
  return rows[0];
};
