import {
  type CampaignDimensionKey,
  type ReportChannel,
  type Recount,
  type Timestamps,
  type WidgetBody,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { DIMENSION_SQL, joinsFor } from '../../metrics/sql/dimension-sql.ts';

type Filters = Pick<
  WidgetBody,
  | 'brandKeys'
  | 'clientKeys'
  | 'clientModelKeys'
  | 'goalKeys'
  | 'customChannelKeys'
  | 'partnerKeys'
  | 'channels'
  | 'selectedChannels'
  | 'campaignKeys'
  | 'campaignCodes'
>;

const anyOf = (column: string, keys: readonly (number | string)[] | undefined, type: string): RawBuilder<unknown>[] =>
  keys === undefined || keys.length === 0 ? [] : [sql`${sql.raw(column)} = any (${keys}::${sql.raw(type)})`];

/** Filters that keep all campaigns of a line item, or none. */
const goalConditions = (filters: Filters): RawBuilder<unknown>[] => [
  ...anyOf('cl.brand_key', filters.brandKeys, 'int[]'),
  ...anyOf('cl.client_key', filters.clientKeys, 'int[]'),
  ...anyOf('g.client_model_key', filters.clientModelKeys, 'int[]'),
  ...anyOf('g.goal_key', filters.goalKeys, 'int[]'),
];

/** Filters that cut through line items. */
const campaignConditions = (filters: Filters): RawBuilder<unknown>[] => [
  ...anyOf('c.custom_channel_key', filters.customChannelKeys, 'int[]'),
  ...anyOf('c.partner_key', filters.partnerKeys, 'int[]'),
  ...anyOf('c.channel', [...(filters.channels ?? []), ...(filters.selectedChannels ?? [])], 'text[]'),
  ...anyOf('c.campaign_key', filters.campaignKeys, 'int[]'),
  ...anyOf('c.code', filters.campaignCodes, 'text[]'),
];

/** The line items that the filters keep whole, with their own budgets; `null` where a filter cuts through line items. */
export type WholeGoals = readonly number[] | 'all' | null;

export const findWholeGoals = async (tx: Tx, ownerKey: number, filters: Filters): Promise<WholeGoals> => {
  if (campaignConditions(filters).length > 0) return null;
  const conditions = goalConditions(filters);
  if (conditions.length === 0) return 'all';
  const { rows } = await sql<{ key: number }>`
    select g.goal_key as key from goal g join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    where g.owner_key = ${ownerKey} and ${sql.join(conditions, sql` and `)}
  `.execute(tx);
  return rows.map(({ key }) => key);
};

/** The campaigns that the filters keep, or null without a filter. */
export const findFilteredCampaigns = async (tx: Tx, ownerKey: number, filters: Filters): Promise<number[] | null> => {
  const conditions = [...goalConditions(filters), ...campaignConditions(filters)];
  if (conditions.length === 0) return null;
  const { rows } = await sql<{ key: number }>`
    select c.campaign_key as key
    from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    where c.owner_key = ${ownerKey} and ${sql.join(conditions, sql` and `)}
  `.execute(tx);
  return rows.map(({ key }) => key);
};

export interface CampaignLabel {
  campaignKey: number;
  key: string | number | null;
  label: string | null;
  name: string;
  code: string;
  activatedAt: Date | null;
  endDate: string | null;
  deletedAt: Date | null;
}

/** The label of a campaign in a dimension, with the fields that show whether it is over. */
export const listCampaignLabels = async (
  tx: Tx,
  ownerKey: number,
  by: CampaignDimensionKey,
): Promise<CampaignLabel[]> => {
  const { value, key, joins } = DIMENSION_SQL[by];
  const { rows } = await sql<CampaignLabel>`
    select c.campaign_key as "campaignKey", ${sql.raw(key ?? value)} as key, ${sql.raw(value)} as label, c.name, c.code,
           c.activated_at as "activatedAt", c.end_date as "endDate", c.deleted_at as "deletedAt"
    from (select owner_key, campaign_key from campaign) f ${sql.raw(joinsFor(['c', ...joins]).join('\n    '))}
    where f.owner_key = ${ownerKey}
  `.execute(tx);
  return rows;
};

/** The label of a line item in a dimension of line items. */
export const listGoalLabels = async (
  tx: Tx,
  ownerKey: number,
  by: CampaignDimensionKey,
): Promise<{ goalKey: number; key: string | number | null; label: string | null }[]> => {
  const { value, key, joins } = DIMENSION_SQL[by];
  const { rows } = await sql<{ goalKey: number; key: string | number | null; label: string | null }>`
    select g.goal_key as "goalKey", ${sql.raw(key ?? value)} as key, ${sql.raw(value)} as label
    from goal g ${sql.raw(joinsFor(joins, ['c', 'g']).join('\n    '))} where g.owner_key = ${ownerKey}
  `.execute(tx);
  return rows;
};

/** Of these accounts, those with data for the filtered campaigns. */
export const listFeeding = async (
  tx: Tx,
  ownerKey: number,
  accountKeys: readonly number[],
  { channel, campaignKeys }: { channel: ReportChannel; campaignKeys: readonly number[] | null },
): Promise<number[]> => {
  const { rows } = await sql<{ accountKey: number }>`
    select distinct c.account_key as "accountKey" from campaign c
    where c.owner_key = ${ownerKey} and c.account_key = any (${accountKeys}::int[])
      and ${channel === 'all' ? sql`true` : sql`c.channel = ${channel}`}
      and ${campaignKeys === null ? sql`true` : sql`c.campaign_key = any (${campaignKeys}::int[])`}
  `.execute(tx);
  return rows.map(({ accountKey }) => accountKey);
};

export const findLastWebsiteDay = async (tx: Tx, ownerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from website_day where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.day ?? null;
};

export const findRecount = async (tx: Tx, ownerKey: number): Promise<Recount | null> => {
  const { rows } = await sql<Omit<Recount, 'at'> & { at: Date }>`
    select at, differences, found from recount where owner_key = ${ownerKey} order by at desc limit 1
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const differences = row.found.map(({ day, campaignKey, counter, rolled, recounted }) => ({
    day,
    campaignKey,
    counter,
    rolled,
    recounted,
  }));
  return { at: row.at.toISOString(), differences: row.differences, found: differences };
};

export const findTimestamps = async (tx: Tx, ownerKey: number, now: Date): Promise<Omit<Timestamps, 'replica'>> => {
  const { rows } = await sql<{ leads: Date | null; milestones: Date | null; ga4: Date | null; rollups: Date | null }>`
    select (select max(l.created_at) from lead l join owner o using (owner_key)
            where l.owner_key = ${ownerKey} and l.captured_date > (${now}::timestamptz at time zone o.time_zone)::date - 40) as leads,
           (select max(f.day)::timestamptz from campaign_day f where f.owner_key = ${ownerKey}
              and f.contacts + f.appointments + f.interviews + f.visits + f.applications + f.enrollments + f.starts > 0) as milestones,
           (select max(w.day)::timestamptz from website_day w where w.owner_key = ${ownerKey}) as ga4,
           (select v.folded_at from fact_version v where v.owner_key = ${ownerKey}) as rollups
  `.execute(tx);
  const platforms = await sql<{ name: string; at: Date }>`
    select t.name, min(a.last_sync_at) as at from platform_account a join trading_platform t using (platform_key)
    where a.owner_key = ${ownerKey} and a.last_sync_at is not null group by 1
  `.execute(tx);
  const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
  const [row] = rows;
  return {
    leads: iso(row?.leads),
    milestones: iso(row?.milestones),
    platforms: Object.fromEntries(platforms.rows.map(({ name, at }) => [name, at.toISOString()])),
    ga4: iso(row?.ga4),
    rollups: iso(row?.rollups),
  };
};

/** The names that these programs have; programs of other owners have none here. */
export const listProgramNames = async (tx: Tx, ownerKey: number, keys: readonly number[] = []): Promise<string[]> => {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct name from program where owner_key = ${ownerKey} and program_key = any (${keys}::int[])
  `.execute(tx);
  // A key that is nobody's must not lift the filter.
  return rows.length === 0 ? [''] : rows.map(({ name }) => name);
};
