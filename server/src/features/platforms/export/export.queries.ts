import { type Grain } from '@paceline/contract';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Stretch } from './export.rules.ts';

export interface AskedRows {
  ownerKey: number;
  /** Null: all of the owner's. */
  platformKey: number | null;
  grain: Grain;
  detail: 'keyword' | 'device';
}

/** A line of the file: of a keyword, of an ad group's other keywords, or of an ad group on a device. */
export interface PlatformLine {
  date: string;
  platform: string;
  account: string;
  campaignId: string | null;
  campaignName: string;
  adGroupId: string | null;
  adGroupName: string | null;
  keyword: string | null;
  matchType: string | null;
  device: string | null;
  impressions: string | null;
  clicks: string | null;
  cost: string | null;
  clientCost: string | null;
  conversions: string | null;
  callConversions: string | null;
  viewThrough: string | null;
}

/** The part of an ad group beyond the keywords that its platform reports. */
const OTHER_KEYWORDS = 'Other keywords';

const bucket = (grain: Grain): RawBuilder<unknown> =>
  grain === 'day' ? sql`d.day` : sql`date_trunc(${grain}, d.day)::date`;

const isOfPlatform = (platformKey: number | null): RawBuilder<unknown> =>
  platformKey === null ? sql`true` : sql`a.platform_key = ${platformKey}`;

/** How many daily rows there are, up to a bound. */
export const countDays = async (
  tx: Tx,
  { ownerKey, platformKey, detail }: AskedRows,
  { from, to }: Stretch,
  most: number,
): Promise<number> => {
  const days = sql`
    select from platform_day d join platform_campaign y using (owner_key, platform_campaign_key)
    join platform_account a using (owner_key, account_key)
    where d.owner_key = ${ownerKey} and d.complete and d.day between ${from}::date and ${to}::date and ${isOfPlatform(platformKey)}`;
  const keywords = sql`
    union all select from platform_keyword_day d join platform_keyword k using (owner_key, keyword_key)
    join platform_ad_group g using (owner_key, ad_group_key) join platform_campaign y using (owner_key, platform_campaign_key)
    join platform_account a using (owner_key, account_key)
    where d.owner_key = ${ownerKey} and d.complete and d.day between ${from}::date and ${to}::date and ${isOfPlatform(platformKey)}`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${days} ${detail === 'keyword' ? keywords : sql``} limit ${most}) counted
  `.execute(tx);
  return rows[0]?.n ?? 0;
};

const FIGURES = sql`sum(d.impressions) as impressions, sum(d.clicks) as clicks, sum(d.cost) as cost, sum(d.client_cost) as client_cost,
  sum(d.conversions) as conversions`;

/**
 * Ad groups with keywords are listed by keyword, with one line for the remainder; all others by device. Keywords are a part of their ad
 * group's figures, so either way its lines add up to its total, once.
 */
const byKeyword = ({ ownerKey, grain }: AskedRows, { from, to }: Stretch) => sql`
  , words as (
    select ${bucket(grain)} as date, k.ad_group_key, d.keyword_key, ${FIGURES}
    from platform_keyword_day d join platform_keyword k using (owner_key, keyword_key)
    where d.owner_key = ${ownerKey} and d.complete and d.day between ${from}::date and ${to}::date
      and k.ad_group_key in (select ad_group_key from ads)
    group by 1, 2, 3
  ), groups as (
    select date, platform_campaign_key, ad_group_key, sum(impressions) as impressions, sum(clicks) as clicks, sum(cost) as cost,
           sum(client_cost) as client_cost, sum(conversions) as conversions, sum(calls) as calls, sum(views) as views
    from ads group by 1, 2, 3
  ), worded as (
    select g.date, g.platform_campaign_key, g.ad_group_key, g.impressions - sum(w.impressions) as impressions,
           g.clicks - sum(w.clicks) as clicks, g.cost - sum(w.cost) as cost, g.client_cost - sum(w.client_cost) as client_cost,
           g.conversions - sum(w.conversions) as conversions, g.calls, g.views
    from groups g join words w using (date, ad_group_key)
    group by g.date, g.platform_campaign_key, g.ad_group_key, g.impressions, g.clicks, g.cost, g.client_cost, g.conversions, g.calls, g.views
  ), lines as (
    select w.date, o.platform_campaign_key, w.ad_group_key, k.text as keyword, k.match_type, null::text as device, w.impressions,
           w.clicks, w.cost, w.client_cost, w.conversions, null::numeric as calls, null::numeric as views
    from words w join worded o using (date, ad_group_key)
    join platform_keyword k on k.owner_key = ${ownerKey} and k.keyword_key = w.keyword_key
    union all
    select date, platform_campaign_key, ad_group_key, ${OTHER_KEYWORDS}, null, null, impressions, clicks, cost, client_cost,
           conversions, calls, views
    from worded where (impressions, clicks, cost, client_cost, conversions, calls, views) <> (0, 0, 0, 0, 0, 0, 0)
    union all
    select date, platform_campaign_key, ad_group_key, null, null, device, impressions, clicks, cost, client_cost, conversions, calls, views
    from ads x where not exists (select from worded o where o.date = x.date and o.ad_group_key = x.ad_group_key)
  )`;

const byDevice = sql`
  , lines as (
    select date, platform_campaign_key, ad_group_key, null::text as keyword, null::text as match_type, device, impressions, clicks,
           cost, client_cost, conversions, calls, views
    from ads
  )`;

/** The platforms' figures of a range of days, in the order of the file. */
export const streamLines = (tx: Tx, question: AskedRows, stretch: Stretch): CompiledQuery<PlatformLine> => {
  const { ownerKey, platformKey, grain, detail } = question;
  const { from, to } = stretch;
  return sql<PlatformLine>`
    with ads as materialized (
      select ${bucket(grain)} as date, d.platform_campaign_key, d.ad_group_key, d.device, ${FIGURES},
             sum(d.call_conversions) as calls, sum(d.view_through) as views
      from platform_day d join platform_campaign y using (owner_key, platform_campaign_key)
      join platform_account a using (owner_key, account_key)
      where d.owner_key = ${ownerKey} and d.complete and d.day between ${from}::date and ${to}::date and ${isOfPlatform(platformKey)}
      group by 1, 2, 3, 4
    ) ${detail === 'keyword' ? byKeyword(question, stretch) : byDevice}
    select l.date::text as date, t.name as platform, a.account_name as account, y.external_id as "campaignId", y.name as "campaignName",
           g.external_id as "adGroupId", g.name as "adGroupName", l.keyword, initcap(l.match_type) as "matchType",
           initcap(l.device) as device, l.impressions, l.clicks, l.cost, l.client_cost as "clientCost", l.conversions,
           l.calls as "callConversions", l.views as "viewThrough"
    from lines l
    join platform_ad_group g on g.owner_key = ${ownerKey} and g.ad_group_key = l.ad_group_key
    join platform_campaign y on y.owner_key = ${ownerKey} and y.platform_campaign_key = l.platform_campaign_key
    join platform_account a on a.owner_key = ${ownerKey} and a.account_key = y.account_key
    join trading_platform t on t.platform_key = a.platform_key
    order by l.date, lower(t.name), lower(a.account_name), a.account_key, y.name, y.external_id, g.name, g.external_id,
             l.keyword is not distinct from ${OTHER_KEYWORDS}, l.keyword, l.match_type, l.device
  `.compile(tx);
};

interface LeadPlace {
  campaignKey: number;
  platform: string;
  account: string;
  /** The linked platform campaign; null where there are several, or none: its leads are then listed under our own name. */
  campaignId: string | null;
  campaignName: string;
}

/** Our campaigns on a platform: leads are known by campaign, not by anything smaller. */
export const listLeadPlaces = async (tx: Tx, { ownerKey, platformKey }: AskedRows): Promise<Map<number, LeadPlace>> => {
  const { rows } = await sql<LeadPlace>`
    select c.campaign_key as "campaignKey", t.name as platform, a.account_name as account, only_one.external_id as "campaignId",
           coalesce(only_one.name, c.name) as "campaignName"
    from campaign c join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
    join trading_platform t on t.platform_key = a.platform_key
    left join lateral (
      select min(y.external_id) as external_id, min(y.name) as name from platform_campaign y
      where y.owner_key = c.owner_key and y.campaign_key = c.campaign_key having count(*) = 1
    ) only_one on true
    where c.owner_key = ${ownerKey} and ${isOfPlatform(platformKey)}
  `.execute(tx);
  return new Map(rows.map((row) => [row.campaignKey, row]));
};
