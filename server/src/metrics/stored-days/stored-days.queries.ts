import { type CampaignDimensionKey } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { groupedBy } from '../campaign-groups.ts';
import { joinsFor } from '../sql/dimension-sql.ts';
import { FACT_SQL } from '../sql/fact-sql.ts';
import { type CampaignChoice, type CampaignRow, isChosen, type Throughs } from '../periods/period.queries.ts';
import { type Day } from '../periods/periods.ts';

interface Asked {
  ownerKey: number;
  only: CampaignChoice;
}

/** Last loaded day of a campaign's own source; `row` is a campaign. */
const throughOf = ({ usual, late }: Throughs, row: string): RawBuilder<unknown> =>
  late.size === 0
    ? sql`${usual.toString()}::date`
    : sql`coalesce((select l.through from unnest(${[...late.keys()]}::int[], ${[...late.values()].map(String)}::date[]) l (account_key, through)
                    where l.account_key = ${sql.ref(`${row}.account_key`)}), ${usual.toString()}::date)`;

/** Condition: sums are through the last complete day of the campaign's account and of leads. */
const isThrough = (throughs: Throughs, past: string, row: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${past}.through`)} = ${throughOf(throughs, row)} and ${sql.ref(`${past}.leads_through`)} = ${throughs.usual.toString()}`;

interface PastRow {
  campaignKey: number;
  /** Group key of the campaign. */
  key: string | number | null;
  /** Null if no sums through the campaign's last complete day are stored. */
  sums: number[] | null;
}

/** Stored cohort sums of these campaigns, with their group key. */
export const listPast = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  throughs: Throughs,
  by: CampaignDimensionKey | null,
  what: 'historical' | 'mature',
): Promise<PastRow[]> => {
  const group = groupedBy(by);
  const { rows } = await sql<PastRow>`
    select f.campaign_key as "campaignKey", ${sql.raw(group.key)} as key, ${sql.ref(`past.${what}`)} as sums
    from campaign f ${sql.raw(joinsFor([...group.joins]).join('\n    '))}
    left join campaign_past past on past.owner_key = f.owner_key and past.campaign_key = f.campaign_key and ${isThrough(throughs, 'past', 'f')}
    where f.owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'f')}
  `.execute(tx);
  return rows;
};

/** Channels of each group's campaigns. */
export const listChannels = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  by: CampaignDimensionKey,
): Promise<Map<string | number | null, string[]>> => {
  const group = groupedBy(by);
  const { rows } = await sql<{ key: string | number | null; channels: string[] }>`
    select ${sql.raw(group.key)} as key, array_agg(distinct f.channel order by f.channel) as channels
    from campaign f ${sql.raw(joinsFor([...group.joins]).join('\n    '))}
    where f.owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'f')}
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ key, channels }) => [key, channels]));
};

export interface RecentRow {
  campaignKey: number;
  through: string;
  /** Daily cost and results, latest first. */
  costs: number[];
  valid: number[];
}

export const listRecentDays = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  spend: 'clientCost' | 'mediaCost',
): Promise<RecentRow[]> => {
  const { rows } = await sql<RecentRow>`
    select campaign_key as "campaignKey", through::text, ${sql.ref(spend === 'mediaCost' ? 'media_cost' : 'client_cost')} as costs, valid
    from campaign_past p where owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'p')}
  `.execute(tx);
  return rows;
};

/** Logged days of a month, with those on which the campaign was open. */
export interface OpenDays {
  campaignKey: number;
  month: string;
  from: string;
  through: string;
  open: number;
}

export const listOpenDays = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  { from, to }: { from: Day; to: Day },
): Promise<OpenDays[]> => {
  const { rows } = await sql<OpenDays>`
    select campaign_key as "campaignKey", month::text, logged_from::text as "from", logged_through::text as through, open_days as open
    from campaign_open_days o
    where owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'o')} and month between ${from.with({ day: 1 }).toString()} and ${to.toString()}
    order by campaign_key, month
  `.execute(tx);
  return rows;
};

export const listOwners = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ ownerKey: number }>`select owner_key as "ownerKey" from owner order by 1`.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};

/** Only one process fills the sums at a time, and past days cannot change meanwhile. */
export const lockPast = async (tx: Tx): Promise<void> => {
  await sql`lock table campaign_past in share row exclusive mode`.execute(tx);
};

export type DueRow = Pick<
  CampaignRow,
  'campaignKey' | 'accountKey' | 'startDate' | 'endDate' | 'activatedAt' | 'deletedAt' | 'dayParting'
> & { hasSums: boolean };

/** Campaigns whose sums or open days do not reach the last complete day. */
export const listDue = async (
  tx: Tx,
  ownerKey: number,
  throughs: Throughs,
  { after, limit }: { after: number; limit: number },
): Promise<DueRow[]> => {
  const yesterday = throughs.usual.toString();
  const { rows } = await sql<DueRow>`
    select c.campaign_key as "campaignKey", c.account_key as "accountKey", c.start_date as "startDate", c.end_date as "endDate",
           c.activated_at as "activatedAt", c.deleted_at as "deletedAt", p.campaign_key is not null as "hasSums",
           case when jsonb_array_length(t.day_parting -> 'days') > 0 then t.day_parting end as "dayParting"
    from campaign c
    left join campaign_past p on p.owner_key = c.owner_key and p.campaign_key = c.campaign_key and ${isThrough(throughs, 'p', 'c')}
    left join campaign_open_days o
      on o.owner_key = c.owner_key and o.campaign_key = c.campaign_key and o.month = ${throughs.usual.with({ day: 1 }).toString()} and o.logged_through = ${yesterday}
    left join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    where c.owner_key = ${ownerKey} and c.campaign_key > ${after} and (p.campaign_key is null or o.campaign_key is null)
    order by c.campaign_key limit ${limit}
  `.execute(tx);
  return rows;
};

interface DayRow {
  campaignKey: number;
  day: string;
  clientCost: number;
  mediaCost: number;
  valid: number;
}

export const listDays = async (
  tx: Tx,
  ownerKey: number,
  campaignKeys: readonly number[],
  { from, to }: { from: Day; to: Day },
): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    select f.campaign_key as "campaignKey", f.day::text, (${sql.raw(FACT_SQL.clientCost)})::float8 as "clientCost",
           (${sql.raw(FACT_SQL.mediaCost)})::float8 as "mediaCost", (${sql.raw(FACT_SQL.validLeads)})::int as valid
    from campaign_day f
    where f.owner_key = ${ownerKey} and f.campaign_key = any (${[...campaignKeys]}::int[]) and f.day between ${from.toString()} and ${to.toString()}
  `.execute(tx);
  return rows;
};

/** Stored sums of one campaign. */
export interface StoredPast {
  campaignKey: number;
  through: string;
  leadsThrough: string;
  clientCost: number[];
  mediaCost: number[];
  valid: number[];
  historical: number[];
  mature: number[];
}

export const upsertPast = async (tx: Tx, ownerKey: number, rows: readonly StoredPast[]): Promise<void> => {
  await sql`
    insert into campaign_past (owner_key, campaign_key, through, leads_through, client_cost, media_cost, valid, historical, mature)
    select ${ownerKey}::int, x."campaignKey", x.through, x."leadsThrough", x."clientCost", x."mediaCost", x.valid, x.historical, x.mature
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as x ("campaignKey" int, through date, "leadsThrough" date, "clientCost" json, "mediaCost" json, valid json, historical json, mature json)
    on conflict (owner_key, campaign_key) do update set through = excluded.through, leads_through = excluded.leads_through, client_cost = excluded.client_cost,
      media_cost = excluded.media_cost, valid = excluded.valid, historical = excluded.historical, mature = excluded.mature
  `.execute(tx);
};

export const listStoredPast = async (
  tx: Tx,
  ownerKey: number,
  after: number,
  limit: number,
): Promise<(StoredPast & { accountKey: number | null })[]> => {
  const { rows } = await sql<StoredPast & { accountKey: number | null }>`
    select campaign_key as "campaignKey", c.account_key as "accountKey", through::text, leads_through::text as "leadsThrough", client_cost as "clientCost", media_cost as "mediaCost", valid, historical, mature
    from campaign_past join campaign c using (owner_key, campaign_key)
    where owner_key = ${ownerKey} and campaign_key > ${after} order by campaign_key limit ${limit}
  `.execute(tx);
  return rows;
};

/** Appends days to the log; existing bits never change. */
export const addOpenDays = async (tx: Tx, ownerKey: number, rows: readonly OpenDays[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into campaign_open_days as t (owner_key, campaign_key, month, logged_from, logged_through, open_days)
    select ${ownerKey}::int, x."campaignKey", x.month, x."from", x.through, x.open
    from json_to_recordset(${JSON.stringify(rows)}::json) as x ("campaignKey" int, month date, "from" date, through date, open int)
    on conflict (owner_key, campaign_key, month) do update
      set logged_through = excluded.logged_through, open_days = t.open_days | excluded.open_days
      where excluded.logged_from = t.logged_through + 1
  `.execute(tx);
};
