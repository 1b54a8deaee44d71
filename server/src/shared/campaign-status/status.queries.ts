import { type DayParting, type MonthPlan } from '@paceline/contract';
import { sql } from 'kysely';
import { planOnce } from '../../db/connection/prepared.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { missingParts, type DraftParts } from './missing-parts.rules.ts';
import { type StatusInput } from './campaign-status.rules.ts';
import { statusClock, type StatusClock } from './status-clock.rules.ts';

/** Data shared by all campaigns of an owner when their status is evaluated at one moment. */
export interface StatusContext {
  ownerKey: number;
  clock: StatusClock;
  ioRequired: boolean;
  /** Line items that stop at their budget, by key. */
  hardCaps: ReadonlyMap<number, { spent: number; spendGoal: number | null }>;
}

interface HardCapRow {
  goalKey: number;
  spent: number;
  spendGoal: number | null;
}

const listHardCaps = async (tx: Tx, ownerKey: number, month: string): Promise<HardCapRow[]> => {
  const { rows } = await sql<HardCapRow>`
    select g.goal_key as "goalKey", coalesce(m.revised_spend_goal, m.spend_goal)::float8 as "spendGoal",
           coalesce(sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost), 0)::float8 as spent
    from goal g
    join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${month}
    left join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key
    left join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = ${month}
    where g.owner_key = ${ownerKey} and g.hard_cap
    group by 1, 2
  `.execute(tx);
  return rows;
};

/** For a media partner, who sees neither budgets nor others' costs: only which line items are stopped. */
const listCappedGoals = async (tx: Tx, ownerKey: number, month: string): Promise<HardCapRow[]> => {
  const { rows } = await sql<HardCapRow>`
    select k as "goalKey", 1 as spent, 1 as "spendGoal" from app.capped_goals(${ownerKey}::int, ${month}::date) k
  `.execute(tx);
  return rows;
};

export const getStatusContext = async (
  tx: Tx,
  scope: Pick<Scope, 'partnerKey'>,
  ownerKey: number,
  now: Date,
): Promise<StatusContext> => {
  const { rows } = await sql<{ zone: string; ioRequired: boolean }>`
    select time_zone as zone, io_required as "ioRequired" from owner where owner_key = ${ownerKey}
  `.execute(tx);
  if (rows[0] === undefined) throw new AppError('NOT_FOUND');
  const isPartner = scope.partnerKey !== null;
  const clock = statusClock(now, rows[0].zone, { hidesBudget: isPartner });
  const caps = await (isPartner ? listCappedGoals : listHardCaps)(tx, ownerKey, clock.month);
  return {
    ownerKey,
    clock,
    ioRequired: rows[0].ioRequired,
    hardCaps: new Map(caps.map(({ goalKey, ...cap }) => [goalKey, cap])),
  };
};

interface StatusRow extends MonthPlan, DraftParts {
  campaignKey: number;
  goalKey: number;
  deletedAt: Date | null;
  activatedAt: Date | null;
  startDate: string;
  endDate: string | null;
  pauses: { startsOn: string; endsOn: string | null; reason: string }[] | null;
  partnerActive: boolean | null;
  partnerClientStatus: string | null;
  ioAccepted: boolean;
  planned: boolean;
  countMonth: number;
  countWeek: number;
  countDay: number;
  dayParting: DayParting | null;
  platformStatus: 'ENABLED' | 'PAUSED' | 'REMOVED' | null;
}

const toInput = (row: StatusRow, { ioRequired, hardCaps }: StatusContext): StatusInput => {
  const cap = hardCaps.get(row.goalKey);
  return {
    campaign: {
      isPpl: row.channel === 'ppl',
      deletedAt: row.deletedAt,
      activatedAt: row.activatedAt,
      startDate: row.startDate,
      endDate: row.endDate,
      missing: row.activatedAt === null ? missingParts(row) : [],
    },
    pauses: row.pauses?.map((pause) => ({ ...pause, cancelledAt: null })) ?? [],
    partnerActive: row.partnerActive,
    partnerClientStatus: row.partnerClientStatus,
    // Only PPL campaigns have insertion orders: what is bought on a platform has none.
    ioRequired: ioRequired && row.channel === 'ppl',
    ioAccepted: row.ioAccepted,
    plan: row.planned ? row : null,
    counts: { month: row.countMonth, week: row.countWeek, day: row.countDay },
    goal: cap === undefined ? null : { hardCap: true, ...cap },
    dayParting: row.dayParting,
    platformStatus: row.platformStatus,
  };
};

/**
 * Inputs of the statuses of campaigns, by key; campaigns the viewer cannot see are absent. Each is looked up separately: a join would read
 * a table that has just grown, without new statistics, completely for every campaign.
 */
export const listStatusInputs = async (
  tx: Tx,
  context: StatusContext,
  campaignKeys: readonly number[],
): Promise<Map<number, StatusInput>> => {
  const { ownerKey, clock, ioRequired } = context;
  const { today, month, week } = clock;
  const { rows } = await sql<StatusRow>`${planOnce('status_of_campaigns')}
    select c.campaign_key as "campaignKey", c.goal_key as "goalKey", c.channel, c.deleted_at as "deletedAt", c.activated_at as "activatedAt",
           c.start_date as "startDate", c.end_date as "endDate", c.posting_confirmed as "postingConfirmed",
           c.monthly_budget is not null as "hasBudget", z.pauses, mp.active as "partnerActive", pc.status as "partnerClientStatus",
           ${ioRequired} and exists (
             select from insertion_order i where i.owner_key = c.owner_key and i.partner_key = c.partner_key
               and i.client_key = g.client_key and i.month = ${month} and i.status = 'ACCEPTED') as "ioAccepted",
           c.activated_at is null and exists (
             select from campaign_price v where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key) as "hasPrice",
           c.activated_at is null and exists (
             select from tracking_url u where u.owner_key = c.owner_key and u.campaign_key = c.campaign_key
               and u.type = 'CLICK' and u.is_default and u.active) as "hasTracking",
           p.campaign_key is not null as planned, p.monthly_capacity as "monthlyCapacity", p.incremental_capacity as "incrementalCapacity",
           p.monthly_allocation as "monthlyAllocation", p.monthly_soft_allocation as "monthlySoftAllocation",
           p.weekly_soft_allocation as "weeklySoftAllocation", p.weekly_allocation as "weeklyAllocation",
           p.daily_allocation as "dailyAllocation", p.client_monthly_allocation as "clientMonthlyAllocation",
           p.user_defined_monthly_allocation as "userDefinedMonthlyAllocation",
           p.user_defined_monthly_soft_allocation as "userDefinedMonthlySoftAllocation",
           p.user_defined_weekly_soft_allocation as "userDefinedWeeklySoftAllocation",
           p.user_defined_daily_allocation as "userDefinedDailyAllocation",
           coalesce(f.valid, 0) as "countMonth", coalesce(d.week, 0)::int as "countWeek", coalesce(d.day, 0)::int as "countDay",
           case when jsonb_array_length(t.day_parting -> 'days') > 0 then t.day_parting end as "dayParting", x.status as "platformStatus"
    from unnest(${[...campaignKeys]}::int[]) k (campaign_key)
    join lateral (select * from campaign where owner_key = ${ownerKey} and campaign_key = k.campaign_key limit 1) c on true
    join lateral (select client_key from goal where owner_key = c.owner_key and goal_key = c.goal_key limit 1) g on true
    left join lateral (select active from media_partner where partner_key = c.partner_key limit 1) mp on true
    left join lateral (
      select status from partner_client
      where owner_key = c.owner_key and partner_key = c.partner_key and client_key = g.client_key limit 1
    ) pc on true
    left join lateral (
      select * from campaign_month p where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key and p.month = ${month} limit 1
    ) p on true
    left join lateral (
      select f.valid from campaign_month_fact f
      where f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = ${month} limit 1
    ) f on true
    left join lateral (
      select t.day_parting from campaign_targeting t where t.owner_key = c.owner_key and t.campaign_key = c.campaign_key limit 1
    ) t on true
    left join lateral (
      select sum(e.valid) as week, sum(e.valid) filter (where e.day = ${today}) as day from campaign_day e
      where e.owner_key = c.owner_key and e.campaign_key = c.campaign_key and e.day between ${week.from} and ${today}
    ) d on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('startsOn', q.starts_on, 'endsOn', q.ends_on, 'reason', q.reason) order by q.starts_on) as pauses
      from campaign_pause q
      where q.owner_key = c.owner_key and q.campaign_key = c.campaign_key and q.cancelled_at is null and coalesce(q.ends_on >= ${today}, true)
    ) z on true
    left join lateral (
      select case when bool_or(y.status = 'ENABLED') then 'ENABLED' else min(y.status) end as status
      from platform_campaign y where y.owner_key = c.owner_key and y.campaign_key = c.campaign_key
    ) x on c.channel <> 'ppl'
  `.execute(tx);
  return new Map(rows.map((row) => [row.campaignKey, toInput(row, context)]));
};
