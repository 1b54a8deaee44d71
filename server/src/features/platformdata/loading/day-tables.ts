import { type PlatformReport } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type DayTable, type Place } from './replace-days.ts';

/** The latest name in the file, unless newer data are already loaded. */
const prepareCampaigns = async (tx: Tx, { ownerKey, accountKey }: Place): Promise<void> => {
  await sql`
    insert into platform_campaign as c (owner_key, account_key, external_id, name)
    select ${ownerKey}::int, ${accountKey}::int, s.campaign_id, (array_agg(s.campaign_name order by s.day desc))[1]
    from staged_row s group by s.campaign_id order by s.campaign_id
    on conflict (owner_key, account_key, external_id) do update set name = excluded.name
    where c.name <> excluded.name
      and not exists (select from platform_month m where m.owner_key = c.owner_key and m.platform_campaign_key = c.platform_campaign_key
                      and m.month > (select max(day) from staged_row))
  `.execute(tx);
  await sql`
    insert into platform_ad_group as g (owner_key, platform_campaign_key, external_id, name)
    select c.owner_key, c.platform_campaign_key, s.ad_group_id, (array_agg(s.ad_group_name order by s.day desc))[1]
    from staged_row s
    join platform_campaign c on c.owner_key = ${ownerKey} and c.account_key = ${accountKey} and c.external_id = s.campaign_id
    group by 1, 2, 3 order by 2, 3
    on conflict (owner_key, platform_campaign_key, external_id) do update set name = excluded.name where g.name <> excluded.name
  `.execute(tx);
};

const prepareKeywords = async (tx: Tx, place: Place): Promise<void> => {
  await prepareCampaigns(tx, place);
  await sql`
    insert into platform_keyword (owner_key, ad_group_key, text, match_type)
    select distinct g.owner_key, g.ad_group_key, s.keyword, s.match_type
    from staged_row s
    join platform_campaign c on c.owner_key = ${place.ownerKey} and c.account_key = ${place.accountKey} and c.external_id = s.campaign_id
    join platform_ad_group g on g.owner_key = c.owner_key and g.platform_campaign_key = c.platform_campaign_key and g.external_id = s.ad_group_id
    order by 2, 3, 4
    on conflict (owner_key, ad_group_key, text, match_type) do nothing
  `.execute(tx);
};

/** By the fee in force on the day, whenever its file comes. */
const WITH_FEE = sql.raw('app.charged(s.cost, s.owner_key, s.account_key, s.day) as client_cost');

/**
 * Fractions are carried from row to row of a day: each row is in whole cents or conversions, within one of the file's value, and the day's
 * sum is the file's, rounded once.
 */
const carried = (column: string, decimals: number, order: string): string =>
  `round(sum(${column}) over w, ${decimals}) - round(coalesce(sum(${column}) over (partition by s.day order by ${order} rows between unbounded preceding and 1 preceding), 0), ${decimals}) as ${column}`;

const costFollows = (differs: string) => ({
  client_cost: (old: string, fresh: string): string => `case when ${differs} then ${old} else ${fresh} end`,
});

const GROUP_ORDER = 's.campaign_id, s.ad_group_id, s.device';
const daily: DayTable = {
  report: 'daily',
  table: 'platform_day',
  staged:
    'campaign_id text, campaign_name text, ad_group_id text, ad_group_name text, device text, impressions bigint, clicks bigint, cost numeric, conversions numeric, call_conversions numeric, view_through numeric',
  columns: {
    campaign_id: 'campaignId',
    campaign_name: 'campaignName',
    ad_group_id: 'adGroupId',
    ad_group_name: 'adGroupName',
    device: 'device',
    impressions: 'impressions',
    clicks: 'clicks',
    cost: 'cost',
    conversions: 'conversions',
    call_conversions: 'callConversions',
    view_through: 'viewThrough',
  },
  prepare: prepareCampaigns,
  rows: ({ ownerKey, accountKey }) => sql`
    with summed as (
      select day, campaign_id, ad_group_id, device, sum(impressions) as impressions, sum(clicks) as clicks, sum(cost) as cost,
             sum(conversions) as conversions, sum(call_conversions) as call_conversions, sum(view_through) as view_through
      from staged_row group by 1, 2, 3, 4
    ), whole as (
      select ${ownerKey}::int as owner_key, ${accountKey}::int as account_key, s.day, s.campaign_id, s.ad_group_id, s.device,
             s.impressions::bigint, s.clicks::int, ${sql.raw(
               [
                 carried('cost', 2, GROUP_ORDER),
                 carried('conversions', 0, GROUP_ORDER),
                 carried('call_conversions', 0, GROUP_ORDER),
                 carried('view_through', 0, GROUP_ORDER),
               ].join(', '),
             )}
      from summed s window w as (partition by s.day order by ${sql.raw(GROUP_ORDER)})
    )
    select s.owner_key, s.day, c.platform_campaign_key, g.ad_group_key, s.device, s.impressions, s.clicks, s.cost, ${WITH_FEE},
           s.conversions::int, s.call_conversions::int, s.view_through::int
    from whole s
    join platform_campaign c on c.owner_key = s.owner_key and c.account_key = s.account_key and c.external_id = s.campaign_id
    join platform_ad_group g on g.owner_key = c.owner_key and g.platform_campaign_key = c.platform_campaign_key and g.external_id = s.ad_group_id
    -- Rows without any activity are skipped: platforms are inconsistent about listing them.
    where s.impressions + s.clicks + s.cost + s.conversions + s.call_conversions + s.view_through > 0`,
  keys: ['platform_campaign_key', 'ad_group_key', 'device'],
  values: ['impressions', 'clicks', 'cost', 'conversions', 'call_conversions', 'view_through'],
  // Like a lead's price, the client's cost of a row changes only with the row's own cost.
  follows: costFollows('p.cost = f.cost'),
  ofPlace: ({ ownerKey, accountKey }) => sql`p.platform_campaign_key in (
    select c.platform_campaign_key from platform_campaign c where c.owner_key = ${ownerKey} and c.account_key = ${accountKey})`,
  campaignOf: (row) => `${row}.platform_campaign_key`,
  sums: {
    impressions: 'impressions',
    clicks: 'clicks',
    cost: 'cost',
    conversions: 'conversions',
    callConversions: 'call_conversions',
    viewThrough: 'view_through',
  },
};

const KEYWORD_ORDER = 's.campaign_id, s.ad_group_id, s.keyword, s.match_type';
const keywords: DayTable = {
  report: 'keywords',
  table: 'platform_keyword_day',
  staged:
    'campaign_id text, campaign_name text, ad_group_id text, ad_group_name text, keyword text, match_type text, impressions bigint, clicks bigint, cost numeric, conversions numeric',
  columns: {
    campaign_id: 'campaignId',
    campaign_name: 'campaignName',
    ad_group_id: 'adGroupId',
    ad_group_name: 'adGroupName',
    keyword: 'keyword',
    match_type: 'matchType',
    impressions: 'impressions',
    clicks: 'clicks',
    cost: 'cost',
    conversions: 'conversions',
  },
  prepare: prepareKeywords,
  rows: ({ ownerKey, accountKey }) => sql`
    with summed as (
      select day, campaign_id, ad_group_id, keyword, match_type, sum(impressions) as impressions, sum(clicks) as clicks, sum(cost) as cost,
             sum(conversions) as conversions
      from staged_row group by 1, 2, 3, 4, 5
    ), whole as (
      select ${ownerKey}::int as owner_key, ${accountKey}::int as account_key, s.day, s.campaign_id, s.ad_group_id, s.keyword, s.match_type,
             s.impressions::bigint, s.clicks::int, ${sql.raw(
               [carried('cost', 2, KEYWORD_ORDER), carried('conversions', 0, KEYWORD_ORDER)].join(', '),
             )}
      from summed s window w as (partition by s.day order by ${sql.raw(KEYWORD_ORDER)})
    )
    select s.owner_key, s.day, k.keyword_key, s.impressions, s.clicks, s.cost, ${WITH_FEE}, s.conversions::int
    from whole s
    join platform_campaign c on c.owner_key = s.owner_key and c.account_key = s.account_key and c.external_id = s.campaign_id
    join platform_ad_group g on g.owner_key = c.owner_key and g.platform_campaign_key = c.platform_campaign_key and g.external_id = s.ad_group_id
    join platform_keyword k on k.owner_key = g.owner_key and k.ad_group_key = g.ad_group_key and k.text = s.keyword and k.match_type = s.match_type
    where s.impressions + s.clicks + s.cost + s.conversions > 0`,
  keys: ['keyword_key'],
  values: ['impressions', 'clicks', 'cost', 'conversions'],
  follows: costFollows('p.cost = f.cost'),
  ofPlace: ({ ownerKey, accountKey }) => sql`p.keyword_key in (
    select k.keyword_key from platform_keyword k
    join platform_ad_group g on g.owner_key = k.owner_key and g.ad_group_key = k.ad_group_key
    join platform_campaign c on c.owner_key = g.owner_key and c.platform_campaign_key = g.platform_campaign_key
    where c.owner_key = ${ownerKey} and c.account_key = ${accountKey})`,
  campaignOf: (row) => `(
    select g.platform_campaign_key from platform_keyword k
    join platform_ad_group g on g.owner_key = k.owner_key and g.ad_group_key = k.ad_group_key
    where k.owner_key = ${row}.owner_key and k.keyword_key = ${row}.keyword_key)`,
  sums: { impressions: 'impressions', clicks: 'clicks', cost: 'cost', conversions: 'conversions' },
};

const pages: DayTable = {
  report: 'pages',
  table: 'website_day',
  staged:
    'host text, path text, source text, medium text, sessions bigint, engaged_sessions bigint, views bigint, new_users bigint',
  columns: {
    host: 'host',
    path: 'path',
    source: 'source',
    medium: 'medium',
    sessions: 'sessions',
    engaged_sessions: 'engagedSessions',
    views: 'views',
    new_users: 'newUsers',
  },
  rows: ({ ownerKey }) => sql`
    select ${ownerKey}::int as owner_key, day, host, path, source, medium, sum(sessions)::int as sessions,
           sum(engaged_sessions)::int as engaged_sessions, sum(views)::int as views, sum(new_users)::int as new_users
    from staged_row group by 2, 3, 4, 5, 6`,
  keys: ['host', 'path', 'source', 'medium'],
  values: ['sessions', 'engaged_sessions', 'views', 'new_users'],
  ofPlace: () => sql`true`,
  sums: { sessions: 'sessions', engagedSessions: 'engaged_sessions', views: 'views', newUsers: 'new_users' },
};

const events: DayTable = {
  report: 'events',
  table: 'website_event_day',
  staged: 'event_name text, event_count bigint, active_users bigint',
  columns: { event_name: 'eventName', event_count: 'eventCount', active_users: 'activeUsers' },
  rows: ({ ownerKey }) => sql`
    select ${ownerKey}::int as owner_key, day, event_name, sum(event_count)::int as event_count, sum(active_users)::int as active_users
    from staged_row group by 2, 3`,
  keys: ['event_name'],
  values: ['event_count', 'active_users'],
  ofPlace: () => sql`true`,
  sums: { eventCount: 'event_count', activeUsers: 'active_users' },
};

export const DAY_TABLES: Readonly<Record<PlatformReport, DayTable>> = { daily, keywords, pages, events };
