import { DELIVERY_SCHEDULE, STUCK_AGES, STUCK_WINDOW_DAYS } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type StatusClock } from '../../../shared/campaign-status/status-clock.rules.ts';
import {
  type BudgetUse,
  type CampaignUse,
  type DataGap,
  type FoundCause,
  type OpenBreaker,
  type StuckLeads,
  unitsOfLevel,
} from './scan.rules.ts';

const HOUR_MS = 3_600_000;

/** The campaigns with a counter in this month, with their plan. Counters are updated in the transaction of each lead. */
export const listCampaignUses = async (tx: Tx, ownerKey: number, clock: StatusClock): Promise<CampaignUse[]> => {
  const { today, month, week } = clock;
  const { rows } = await sql<CampaignUse>`
    select c.campaign_key as "campaignKey", u.month_units as "usedMonth", u.week_units as "usedWeek", u.day_units as "usedDay",
           p.monthly_capacity as "monthlyCapacity", p.incremental_capacity as "incrementalCapacity",
           p.monthly_allocation as "monthlyAllocation", p.monthly_soft_allocation as "monthlySoftAllocation",
           p.weekly_soft_allocation as "weeklySoftAllocation", p.weekly_allocation as "weeklyAllocation",
           p.daily_allocation as "dailyAllocation", p.client_monthly_allocation as "clientMonthlyAllocation",
           p.user_defined_monthly_allocation as "userDefinedMonthlyAllocation",
           p.user_defined_monthly_soft_allocation as "userDefinedMonthlySoftAllocation",
           p.user_defined_weekly_soft_allocation as "userDefinedWeeklySoftAllocation",
           p.user_defined_daily_allocation as "userDefinedDailyAllocation"
    from cap_count m
    join campaign c on c.owner_key = m.owner_key and c.campaign_key = m.campaign_key and c.deleted_at is null
    join campaign_month p on p.owner_key = c.owner_key and p.campaign_key = c.campaign_key and p.month = ${month}
    cross join lateral app.units_taken(m.owner_key, m.campaign_key, ${month}::date, ${week.from}::date, ${today}::date) u
    where m.owner_key = ${ownerKey} and m.kind = 'month' and m.ref = 0 and m.from_day = ${month}
  `.execute(tx);
  return rows;
};

/** Line items that stop at their budget, added up as in the check of a posted lead. */
export const listBudgetUses = async (tx: Tx, ownerKey: number, month: string): Promise<BudgetUse[]> => {
  const { rows } = await sql<BudgetUse>`
    select g.goal_key as "goalKey", coalesce(b.revised_spend_goal, b.spend_goal)::float8 as "spendGoal",
           s.spent::float8 as spent
    from goal g
    join goal_month b on b.owner_key = g.owner_key and b.goal_key = g.goal_key and b.month = ${month}
    cross join lateral app.goal_spent(g.owner_key, g.goal_key, b.month) s
    where g.owner_key = ${ownerKey} and g.hard_cap
  `.execute(tx);
  return rows;
};

/** The leads on the page of stuck leads, by endpoint and reason. A lead whose campaign went to another client since is the endpoint's. */
export const listStuckLeads = async (tx: Tx, ownerKey: number, now: Date): Promise<StuckLeads[]> => {
  const since = new Date(now.getTime() - STUCK_WINDOW_DAYS * 24 * HOUR_MS);
  const old = new Date(now.getTime() - STUCK_AGES.ATTENTION.fromHours * HOUR_MS);
  const { rows } = await sql<StuckLeads>`
    select coalesce(e.client_key, g.client_key) as "clientKey", e.endpoint_key as "endpointKey", coalesce(l.status_reasons[1], '') as reason,
           count(*)::int as leads, count(*) filter (where l.created_at <= ${old})::int as old, min(l.created_at) as since
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join delivery_task t on t.owner_key = l.owner_key and t.lead_key = l.lead_key
    left join delivery_endpoint e on e.owner_key = t.owner_key and e.endpoint_key = t.endpoint_key
    where l.owner_key = ${ownerKey} and l.status = 'STK' and l.created_at > ${since} and l.captured_date >= ${since}::date - 1
    group by 1, 2, 3
  `.execute(tx);
  return rows;
};

/** Endpoints that are paused after too many failures; a success resets their count to 0. */
export const listOpenBreakers = async (tx: Tx, ownerKey: number): Promise<OpenBreaker[]> => {
  const { rows } = await sql<OpenBreaker>`
    select e.client_key as "clientKey", e.endpoint_key as "endpointKey", h.failures_in_row as failures,
           h.open_until as "openUntil"
    from delivery_health h join delivery_endpoint e using (owner_key, endpoint_key)
    where h.owner_key = ${ownerKey} and h.failures_in_row >= ${DELIVERY_SCHEDULE.breakerFailures}
  `.execute(tx);
  return rows;
};

/** Older gaps are left to the calendar; the alert covers what can still be fixed. */
const GAP_DAYS = 35;

/**
 * Days before yesterday of accounts and of the website that receive files, where neither a file nor a row exists. Where no file ever came,
 * nothing is late.
 */
export const listDataGaps = async (tx: Tx, ownerKey: number, now: Date): Promise<DataGap[]> => {
  const { rows } = await sql<DataGap>`
    with source as (
      select a.account_key, a.client_key, a.time_zone, 'daily' as report from platform_account a
      where a.owner_key = ${ownerKey} and a.status in ('ACTIVE', 'ERROR')
      union all
      select null, null, o.time_zone, 'pages' from owner o where o.owner_key = ${ownerKey}
    )
    select s.account_key as "accountKey", s.client_key as "clientKey", count(*)::int as days, min(d.day)::date::text as "firstDay"
    from source s
    cross join lateral (
      select min(f.day) as first from platform_file_day f
      where f.owner_key = ${ownerKey} and f.account_key is not distinct from s.account_key and f.report = s.report
    ) began
    cross join lateral (select (${now}::timestamptz at time zone s.time_zone)::date as today) at
    cross join lateral generate_series(greatest(began.first, at.today - ${GAP_DAYS}::int), at.today - 2, interval '1 day') d (day)
    where began.first is not null
      and not exists (select from platform_file_day f where f.owner_key = ${ownerKey}
                      and f.account_key is not distinct from s.account_key and f.report = s.report and f.day = d.day::date)
      and not exists (select from platform_campaign c join platform_day p using (owner_key, platform_campaign_key)
                      where c.owner_key = ${ownerKey} and c.account_key = s.account_key and p.day = d.day::date)
      and not (s.account_key is null and exists (select from website_day w where w.owner_key = ${ownerKey} and w.day = d.day::date))
    group by 1, 2
  `.execute(tx);
  return rows;
};

/** When the lead came that reached the level, by cause: the start time of an alert that is found later. */
export const listReachedAt = async (
  tx: Tx,
  ownerKey: number,
  causes: readonly FoundCause[],
): Promise<Map<string, Date>> => {
  const places = causes.flatMap((one) => {
    const { cause, campaignKey, period } = one;
    return campaignKey === null ? [] : [{ cause, campaignKey, from: period?.slice(0, 10), units: unitsOfLevel(one) }];
  });
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ cause: string; at: Date }>`
    select n.cause, x.created_at as at
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as n (cause text, "campaignKey" int, "from" date, units int)
    cross join lateral (
      select l.created_at from lead l
      where l.owner_key = ${ownerKey} and l.campaign_key = n."campaignKey" and l.captured_date >= n."from"
        and app.cap_day(l) is not null
      order by l.created_at offset greatest(n.units - 1, 0) limit 1
    ) x
  `.execute(tx);
  return new Map(rows.map(({ cause, at }) => [cause, at]));
};
