import { sql } from 'kysely';
import { planOnce } from '../../../db/connection/prepared.ts';
import { type Tx } from '../../../db/scope/tx.ts';

export interface GoalNames {
  goalKey: number;
  goalName: string;
  brandName: string;
  clientKey: number;
  clientName: string;
  campusName: string;
  /** The hard cap of its campaigns, in the running month. */
  hardCap: boolean;
  budget: number | null;
}

const listGoalNames = async (tx: Tx, ownerKey: number, month: string): Promise<GoalNames[]> => {
  const { rows } = await sql<GoalNames>`
    select g.goal_key as "goalKey", g.name as "goalName", b.name as "brandName", cl.client_key as "clientKey", cl.name as "clientName",
           coalesce(ca.names, '') as "campusName", g.hard_cap as "hardCap", coalesce(m.revised_spend_goal, m.spend_goal)::float8 as budget
    from goal g
    join client cl using (owner_key, client_key)
    join brand b using (owner_key, brand_key)
    left join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${month}
    left join (
      select gc.goal_key, string_agg(k.name, ', ' order by k.name) as names from goal_campus gc join campus k using (owner_key, campus_key)
      where gc.owner_key = ${ownerKey} group by 1
    ) ca on ca.goal_key = g.goal_key
    where g.owner_key = ${ownerKey}
  `.execute(tx);
  return rows;
};

/** Total cost in the month of the campaigns of line items that stop at their budget. */
const sumGoalSpend = async (tx: Tx, ownerKey: number, month: string, goalKeys: readonly number[]) => {
  if (goalKeys.length === 0) return new Map<number, number>();
  const { rows } = await sql<{ goalKey: number; spent: number }>`
    select c.goal_key as "goalKey", sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost)::float8 as spent
    from campaign c join campaign_month_fact f using (owner_key, campaign_key)
    where c.owner_key = ${ownerKey} and f.month = ${month} and c.goal_key = any (${[...goalKeys]}::int[])
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ goalKey, spent }) => [goalKey, spent]));
};

type PlatformStatus = 'ENABLED' | 'PAUSED' | 'REMOVED';

interface Lookups {
  ownerName: string;
  channels: { channel: string; name: string; productType: string }[] | null;
  customChannels: { key: number; name: string }[] | null;
  partners: { key: number; name: string; active: boolean }[] | null;
  partnerClients: { partnerKey: number; clientKey: number; status: string }[] | null;
  platforms: { accountKey: number; name: string }[] | null;
  linked: { campaignKey: number; status: PlatformStatus }[] | null;
  pauses: { campaignKey: number; startsOn: string; endsOn: string | null; reason: string }[] | null;
}

/** A few short lists in one statement. */
const getLookups = async (tx: Tx, ownerKey: number, today: string): Promise<Lookups | undefined> => {
  const { rows } = await sql<Lookups>`${planOnce('lists_of_names')}
    select o.name as "ownerName",
      (select json_agg(json_build_object('channel', channel, 'name', name, 'productType', product_type)) from channel) as channels,
      (select json_agg(json_build_object('key', custom_channel_key, 'name', name)) from custom_channel where owner_key = ${ownerKey}) as "customChannels",
      (select json_agg(json_build_object('key', partner_key, 'name', name, 'active', active)) from media_partner) as partners,
      (select json_agg(json_build_object('partnerKey', partner_key, 'clientKey', client_key, 'status', status))
       from partner_client where owner_key = ${ownerKey}) as "partnerClients",
      (select json_agg(json_build_object('accountKey', a.account_key, 'name', t.name))
       from platform_account a join trading_platform t using (platform_key) where a.owner_key = ${ownerKey}) as platforms,
      (select json_agg(x) from (
        select campaign_key as "campaignKey", case when bool_or(status = 'ENABLED') then 'ENABLED' else min(status) end as status
        from platform_campaign where owner_key = ${ownerKey} and campaign_key is not null group by 1) x) as linked,
      (select json_agg(json_build_object('campaignKey', campaign_key, 'startsOn', starts_on, 'endsOn', ends_on, 'reason', reason) order by pause_key)
       from campaign_pause where owner_key = ${ownerKey} and cancelled_at is null and coalesce(ends_on >= ${today}, true)) as pauses
    from owner o where o.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0];
};

const byKey = <Row, Key>(rows: readonly Row[] | null, keyOf: (row: Row) => Key): ReadonlyMap<Key, Row> =>
  new Map((rows ?? []).map((row) => [keyOf(row), row]));

/**
 * The names of campaigns, and the limits beside their own plan, loaded once for the whole table: joined to every page, some twenty tables
 * took the planner longer than reading the page.
 */
export const loadNames = async (tx: Tx, ownerKey: number, { today, month }: { today: string; month: string }) => {
  const goals = await listGoalNames(tx, ownerKey, month);
  const capped = goals.filter(({ hardCap }) => hardCap).map(({ goalKey }) => goalKey);
  const goalSpend = await sumGoalSpend(tx, ownerKey, month, capped);
  const lookups = await getLookups(tx, ownerKey, today);
  return {
    ownerName: lookups?.ownerName ?? '',
    goals: byKey(goals, ({ goalKey }) => goalKey),
    goalSpend,
    channels: byKey(lookups?.channels ?? null, ({ channel }) => channel),
    customChannels: byKey(lookups?.customChannels ?? null, ({ key }) => key),
    partners: byKey(lookups?.partners ?? null, ({ key }) => key),
    partnerClients: byKey(lookups?.partnerClients ?? null, ({ partnerKey, clientKey }) => `${partnerKey} ${clientKey}`),
    platforms: byKey(lookups?.platforms ?? null, ({ accountKey }) => accountKey),
    linked: byKey(lookups?.linked ?? null, ({ campaignKey }) => campaignKey),
    pauses: Map.groupBy(lookups?.pauses ?? [], ({ campaignKey }) => campaignKey),
  };
};
export type Names = Awaited<ReturnType<typeof loadNames>>;
