import { type DayParting, type MonthPlan } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/tx.ts';

/** Which part of an owner is asked for: a brand, a client, or all of it. */
export type Part = { brandKey: number } | { clientKey: number } | null;

export const isPart = (part: Part): RawBuilder<unknown> => {
  if (part === null) return sql`true`;
  return 'brandKey' in part ? sql`cl.brand_key = ${part.brandKey}` : sql`cl.client_key = ${part.clientKey}`;
};

/** Whether a campaign is of that part. Without one nothing is joined, and a page is a stretch of the primary key. */
const ofPart = (part: Part): RawBuilder<unknown> =>
  part === null
    ? sql`true`
    : sql`exists (select from goal g join client cl using (owner_key, client_key)
                  where g.owner_key = c.owner_key and g.goal_key = c.goal_key and ${isPart(part)})`;

/** The owner of a brand or a client, if the asker may see it. */
export const findOwnerOf = async (tx: Tx, part: Exclude<Part, null>): Promise<number | undefined> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select cl.owner_key as "ownerKey" from client cl where ${isPart(part)} limit 1
  `.execute(tx);
  return rows[0]?.ownerKey;
};

/** The owners in which the asker has campaigns: a partner works in many, and sees no others. */
export const listOwnersWithCampaigns = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ ownerKey: number }>`
    select distinct owner_key as "ownerKey" from campaign where deleted_at is null order by 1
  `.execute(tx);
  return rows.map(({ ownerKey }) => ownerKey);
};

export interface CampaignRecord {
  ownerKey: number;
  ownerName: string;
  campaignKey: number;
  vendor: string;
  vendorKey: number | null;
  name: string;
  campaignCode: string;
  channel: string;
  productType: string;
  customChannelName: string | null;
  goalKey: number;
  goalName: string;
  brandName: string;
  clientKey: number;
  clientName: string;
  campusName: string;
  campaignReoccuring: boolean;
  rowVersion: number;
  requestedAllocation: number | null;
  // what the status follows from
  isPpl: boolean;
  startDate: string;
  endDate: string | null;
  activatedAt: Date | null;
  pauses: { startsOn: string; endsOn: string | null; reason: string }[] | null;
  partnerActive: boolean | null;
  partnerClientStatus: string | null;
  planNow: MonthPlan | null;
  countMonth: number;
  countWeek: number;
  countDay: number;
  hardCap: boolean;
  goalSpent: number;
  goalBudget: number | null;
  dayParting: DayParting | null;
  platformStatus: 'ENABLED' | 'PAUSED' | 'REMOVED' | null;
}

export interface CampaignPage {
  ownerKey: number;
  part: Part;
  /** The month that is shown, its first and last day, and the month that runs. */
  month: { from: string; to: string };
  currentMonth: string;
  today: string;
  weekFrom: string;
  after: number;
  limit: number;
}

const PLAN = sql.raw(
  [
    'monthlyCapacity monthly_capacity',
    'incrementalCapacity incremental_capacity',
    'monthlyAllocation monthly_allocation',
    'monthlySoftAllocation monthly_soft_allocation',
    'weeklySoftAllocation weekly_soft_allocation',
    'weeklyAllocation weekly_allocation',
    'dailyAllocation daily_allocation',
    'clientMonthlyAllocation client_monthly_allocation',
    'userDefinedMonthlyAllocation user_defined_monthly_allocation',
    'userDefinedMonthlySoftAllocation user_defined_monthly_soft_allocation',
    'userDefinedWeeklySoftAllocation user_defined_weekly_soft_allocation',
    'userDefinedDailyAllocation user_defined_daily_allocation',
  ]
    .map((pair) => pair.split(' '))
    .map(([field, column]) => `'${field}', n.${column}`)
    .join(', '),
);

/** A page of the campaigns that the month knows, by key: each page starts behind the last one's end, however long the list. */
export const listCampaigns = async (tx: Tx, page: CampaignPage): Promise<CampaignRecord[]> => {
  const { ownerKey, part, month, currentMonth, today, weekFrom, after, limit } = page;
  const { rows } = await sql<CampaignRecord>`
    with page as (
      select c.* from campaign c
      where c.owner_key = ${ownerKey} and c.campaign_key > ${after} and c.deleted_at is null and ${ofPart(part)}
        and (c.start_date <= ${month.to} and coalesce(c.end_date >= ${month.from}, true)
          or exists (select from campaign_month_fact f where f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = ${month.from}))
      order by c.campaign_key limit ${limit}
    ), capped as (
      select c.goal_key, sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost) as spent
      from campaign c join campaign_month_fact f using (owner_key, campaign_key)
      where c.owner_key = ${ownerKey} and f.month = ${currentMonth}
        and c.goal_key in (select p.goal_key from page p join goal g on g.owner_key = p.owner_key and g.goal_key = p.goal_key where g.hard_cap)
      group by 1
    )
    select c.owner_key as "ownerKey", o.name as "ownerName", c.campaign_key as "campaignKey",
           coalesce(mp.name, t.name, ch.name) as vendor, c.partner_key as "vendorKey", c.name, c.code as "campaignCode",
           ch.name as channel, ch.product_type as "productType", cc.name as "customChannelName",
           c.goal_key as "goalKey", g.name as "goalName", b.name as "brandName", cl.client_key as "clientKey", cl.name as "clientName",
           coalesce(ca.names, '') as "campusName", c.recurring as "campaignReoccuring",
           coalesce(m.row_version, 0) as "rowVersion", r.requested as "requestedAllocation",
           c.channel = 'ppl' as "isPpl", c.start_date as "startDate", c.end_date as "endDate", c.activated_at as "activatedAt",
           z.pauses, mp.active as "partnerActive", pc.status as "partnerClientStatus",
           case when n.campaign_key is not null then jsonb_build_object(${PLAN}) end as "planNow",
           coalesce(f.valid, 0) as "countMonth", coalesce(live.week, 0)::int as "countWeek", coalesce(live.day, 0)::int as "countDay",
           g.hard_cap as "hardCap", coalesce(capped.spent, 0)::float8 as "goalSpent",
           coalesce(gm.revised_spend_goal, gm.spend_goal)::float8 as "goalBudget",
           case when jsonb_array_length(ct.day_parting -> 'days') > 0 then ct.day_parting end as "dayParting", x.status as "platformStatus"
    from page c
    join owner o using (owner_key)
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key
    join brand b on b.owner_key = cl.owner_key and b.brand_key = cl.brand_key
    join channel ch on ch.channel = c.channel
    left join custom_channel cc on cc.owner_key = c.owner_key and cc.custom_channel_key = c.custom_channel_key
    left join media_partner mp on mp.partner_key = c.partner_key
    left join partner_client pc on pc.owner_key = c.owner_key and pc.partner_key = c.partner_key and pc.client_key = cl.client_key
    left join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
    left join trading_platform t on t.platform_key = a.platform_key
    left join campaign_month m on m.owner_key = c.owner_key and m.campaign_key = c.campaign_key and m.month = ${month.from}
    left join campaign_month n on n.owner_key = c.owner_key and n.campaign_key = c.campaign_key and n.month = ${currentMonth}
    left join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = ${currentMonth}
    left join goal_month gm on gm.owner_key = g.owner_key and gm.goal_key = g.goal_key and gm.month = ${currentMonth}
    left join campaign_targeting ct on ct.owner_key = c.owner_key and ct.campaign_key = c.campaign_key
    left join allocation_request r on r.owner_key = c.owner_key and r.campaign_key = c.campaign_key and r.month = ${month.from} and r.state = 'OPEN'
    left join lateral (
      select sum(d.valid) as week, sum(d.valid) filter (where d.day = ${today}) as day
      from campaign_day d where d.owner_key = c.owner_key and d.campaign_key = c.campaign_key and d.day >= ${weekFrom}
    ) live on true
    left join capped on capped.goal_key = c.goal_key
    left join lateral (
      select string_agg(k.name, ', ' order by k.name) as names from goal_campus gc join campus k using (owner_key, campus_key)
      where gc.owner_key = g.owner_key and gc.goal_key = g.goal_key
    ) ca on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('startsOn', q.starts_on, 'endsOn', q.ends_on, 'reason', q.reason)) as pauses
      from campaign_pause q
      where q.owner_key = c.owner_key and q.campaign_key = c.campaign_key and q.cancelled_at is null and coalesce(q.ends_on >= ${today}, true)
    ) z on true
    left join lateral (
      select case when bool_or(y.status = 'ENABLED') then 'ENABLED' else min(y.status) end as status
      from platform_campaign y where y.owner_key = c.owner_key and y.campaign_key = c.campaign_key
    ) x on c.channel <> 'ppl'
    order by c.campaign_key
  `.execute(tx);
  return rows;
};

export interface GoalRecord {
  goalKey: number;
  goalName: string;
  brandKey: number;
  brandName: string;
  clientKey: number;
  clientName: string;
  campusName: string;
  channel: string | null;
  hardCap: boolean;
  rowVersion: number | null;
}

export const listGoals = async (
  tx: Tx,
  ownerKey: number,
  part: Part,
  month: { from: string; to: string },
): Promise<GoalRecord[]> => {
  const { rows } = await sql<GoalRecord>`
    select g.goal_key as "goalKey", g.name as "goalName", b.brand_key as "brandKey", b.name as "brandName", cl.client_key as "clientKey",
           cl.name as "clientName", coalesce(ca.names, '') as "campusName", ch.name as channel, g.hard_cap as "hardCap",
           m.row_version as "rowVersion"
    from goal g
    join client cl using (owner_key, client_key)
    join brand b using (owner_key, brand_key)
    left join channel ch on ch.channel = g.channel
    left join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${month.from}
    left join lateral (
      select string_agg(k.name, ', ' order by k.name) as names from goal_campus gc join campus k using (owner_key, campus_key)
      where gc.owner_key = g.owner_key and gc.goal_key = g.goal_key
    ) ca on true
    where g.owner_key = ${ownerKey} and ${isPart(part)} and g.active
      and g.start_month <= ${month.to} and coalesce(g.end_month >= ${month.from}, true)
    order by b.name, cl.name, g.name
  `.execute(tx);
  return rows;
};

/** What each line item cost and brought on each day of the month that has any. */
export const listGoalDays = async (
  tx: Tx,
  ownerKey: number,
  days: { from: string; to: string },
  spend: string,
): Promise<{ goalKey: number; day: string; spend: number; inquiries: number }[]> => {
  const { rows } = await sql<{ goalKey: number; day: string; spend: number; inquiries: number }>`
    select c.goal_key as "goalKey", f.day::text as day, sum(${sql.raw(spend)})::float8 as spend, sum(f.valid)::int as inquiries
    from campaign_day f join campaign c using (owner_key, campaign_key)
    where f.owner_key = ${ownerKey} and f.day between ${days.from} and ${days.to}
    group by 1, 2
  `.execute(tx);
  return rows;
};
