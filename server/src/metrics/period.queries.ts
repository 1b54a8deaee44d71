import { type AdditiveMetricKey, type MonthPlan, type UserGroup } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../db/tx.ts';
import { FACT_SQL, LEAD_COST_SQL } from './fact-sql.ts';
import { type Day, type MonthBase } from './periods.ts';
import { type PacingCurve } from './pacing.rules.ts';

export const findOwnerZone = async (tx: Tx, ownerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.zone ?? null;
};

export interface AccountRow {
  accountKey: number;
  /** The day before the last sync, by the account's own calendar: that sync saw it whole. */
  loadedThrough: string;
}

/** Accounts that were synced at all. A source that never said when it was loaded is taken to be up to date. */
export const listAccounts = async (tx: Tx, ownerKey: number): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select account_key as "accountKey", ((last_sync_at at time zone time_zone)::date - 1)::text as "loadedThrough"
    from platform_account where owner_key = ${ownerKey} and last_sync_at is not null
  `.execute(tx);
  return rows;
};

/** Which campaigns: all of the owner's that the month knows, or fewer. */
export type CampaignChoice = { campaignKeys: readonly number[] } | { goalKeys: readonly number[] } | null;

/** Whose campaigns, and which of them. */
interface Asked {
  ownerKey: number;
  only: CampaignChoice;
}

/** Whether a row's campaign is among them. */
export const isChosen = (only: CampaignChoice, ownerKey: number, row: string): RawBuilder<unknown> => {
  if (only === null) return sql`true`;
  const column = sql.ref(`${row}.campaign_key`);
  return 'campaignKeys' in only
    ? sql`${column} = any (${[...only.campaignKeys]}::int[])`
    : sql`${column} in (select x.campaign_key from campaign x where x.owner_key = ${ownerKey} and x.goal_key = any (${[...only.goalKeys]}::int[]))`;
};

/** How far each source is loaded: one day for all but the accounts that lag behind it. */
export interface Throughs {
  usual: Day;
  late: ReadonlyMap<number, Day>;
}

export interface CampaignRow extends MonthPlan, Partial<Record<AdditiveMetricKey, string | number | null>> {
  campaignKey: number;
  goalKey: number;
  channel: string;
  customChannelKey: number | null;
  partnerKey: number | null;
  accountKey: number | null;
  startDate: string;
  endDate: string | null;
  activatedAt: Date | null;
  deletedAt: Date | null;
  monthlyBudget: string | null;
  planned: boolean;
  clientBidPrice: string | null;
  aggregatorBidPrice: string | null;
  clientDesktop: string | null;
  mediaDesktop: string | null;
  openDays: string[] | null;
  /** What the month's leads so far cost, without platforms and credits: what the price of one is told from. */
  leadCost: string | null;
}

export interface CampaignQuestion {
  ownerKey: number;
  base: MonthBase;
  group: UserGroup;
  throughs: Throughs;
  facts: readonly AdditiveMetricKey[];
  /** Prices are those in force at this instant. */
  pricesAt: Date;
  only: CampaignChoice;
}

/** The days after the last complete one, of campaigns whose source lags behind: each by its own. */
const lateDays = ({ ownerKey, base, throughs, only }: CampaignQuestion): RawBuilder<unknown> => sql`
      union all
      select -1, d.* from unnest(${[...throughs.late.keys()]}::int[], ${[...throughs.late.values()].map(String)}::date[]) late (account_key, through)
      join campaign c on c.owner_key = ${ownerKey} and c.account_key = late.account_key
      join campaign_day d on d.owner_key = c.owner_key and d.campaign_key = c.campaign_key and d.day > late.through
      where late.through >= ${base.days.from.toString()} and d.day <= ${base.days.to.toString()} and ${isChosen(only, ownerKey, 'd')}`;

/**
 * The month's row less the days after the last complete one: there is at most a handful of those, however late in the month.
 * Where no day is complete yet, the whole row stays: it is what today has so far.
 */
const monthToDate = (question: CampaignQuestion): RawBuilder<unknown> => {
  const { ownerKey, base, throughs, only } = question;
  const [from, to] = [base.days.from.toString(), base.days.to.toString()];
  const isLate = sql`select c.campaign_key from campaign c
        where c.owner_key = ${ownerKey} and c.account_key = any (${[...throughs.late.keys()]}::int[])`;
  return sql`(
      select 1 as sign, m.* from campaign_month_fact m
      where m.owner_key = ${ownerKey} and m.month = ${from} and ${isChosen(only, ownerKey, 'm')}
      union all
      select -1, d.* from campaign_day d
      where d.owner_key = ${ownerKey} and ${throughs.usual.toString()} >= ${from}::text and d.day > ${throughs.usual.toString()} and d.day <= ${to}
        and ${isChosen(only, ownerKey, 'd')} ${throughs.late.size > 0 ? sql`and d.campaign_key not in (${isLate})` : sql``}
      ${throughs.late.size > 0 ? lateDays(question) : sql``}
    ) f`;
};

/** Everything that is stored about the campaigns that a month knows: by their dates, by a plan, or by what they did. */
export const listCampaignMonths = async (tx: Tx, question: CampaignQuestion): Promise<CampaignRow[]> => {
  const { ownerKey, base, group, facts, pricesAt, only } = question;
  const [from, to] = [base.days.from.toString(), base.days.to.toString()];
  const sums = facts.map((fact) => sql`sum(f.sign * (${sql.raw(FACT_SQL[fact])})) as ${sql.ref(fact)}`);
  const { rows } = await sql<CampaignRow>`
    with fact as (
      select f.campaign_key, sum(f.sign * ${sql.raw(LEAD_COST_SQL[group])}) as lead_cost, ${sql.join(sums)}
      from ${monthToDate(question)} group by 1
    ), price as (
      select distinct on (campaign_key) campaign_key, client_desktop, media_desktop from campaign_price
      where owner_key = ${ownerKey} and valid_from <= ${pricesAt} and ${isChosen(only, ownerKey, 'campaign_price')}
      order by campaign_key, valid_from desc
    )
    select c.campaign_key as "campaignKey", c.goal_key as "goalKey", c.channel, c.custom_channel_key as "customChannelKey",
           c.partner_key as "partnerKey", c.account_key as "accountKey", c.start_date as "startDate", c.end_date as "endDate",
           c.activated_at as "activatedAt", c.deleted_at as "deletedAt", c.monthly_budget as "monthlyBudget",
           p.campaign_key is not null as planned,
           p.monthly_capacity as "monthlyCapacity", p.incremental_capacity as "incrementalCapacity",
           p.monthly_allocation as "monthlyAllocation", p.monthly_soft_allocation as "monthlySoftAllocation",
           p.weekly_soft_allocation as "weeklySoftAllocation", p.weekly_allocation as "weeklyAllocation",
           p.daily_allocation as "dailyAllocation", p.client_monthly_allocation as "clientMonthlyAllocation",
           p.user_defined_monthly_allocation as "userDefinedMonthlyAllocation",
           p.user_defined_monthly_soft_allocation as "userDefinedMonthlySoftAllocation",
           p.user_defined_weekly_soft_allocation as "userDefinedWeeklySoftAllocation",
           p.user_defined_daily_allocation as "userDefinedDailyAllocation",
           p.client_bid_price as "clientBidPrice", p.aggregator_bid_price as "aggregatorBidPrice",
           price.client_desktop as "clientDesktop", price.media_desktop as "mediaDesktop",
           case when jsonb_array_length(t.day_parting -> 'days') > 0 then array(
             select d ->> 'day' from jsonb_array_elements(t.day_parting -> 'days') d where jsonb_array_length(d -> 'intervals') > 0
           ) end as "openDays",
           fact.lead_cost as "leadCost", ${sql.join(facts.map((fact) => sql.ref(`fact.${fact}`)))}
    from campaign c
    left join fact using (campaign_key)
    left join price using (campaign_key)
    left join campaign_month p on p.owner_key = c.owner_key and p.campaign_key = c.campaign_key and p.month = ${from}
    left join campaign_targeting t on t.owner_key = c.owner_key and t.campaign_key = c.campaign_key
    where c.owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'c')}
      and (c.start_date <= ${to} and coalesce(c.end_date >= ${from}, true) or fact.campaign_key is not null or p.campaign_key is not null)
    order by c.campaign_key
  `.execute(tx);
  return rows;
};

export interface PauseRow {
  campaignKey: number;
  startsOn: string;
  endsOn: string | null;
  setAt: Date;
  cancelledAt: Date | null;
}

/** Pauses that reach into the days that are asked about. */
export const listPauses = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  { from, to }: { from: Day; to: Day },
): Promise<PauseRow[]> => {
  const { rows } = await sql<PauseRow>`
    select campaign_key as "campaignKey", starts_on as "startsOn", ends_on as "endsOn", set_at as "setAt", cancelled_at as "cancelledAt"
    from campaign_pause
    where owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'campaign_pause')} and starts_on <= ${to.toString()} and coalesce(ends_on >= ${from.toString()}, true)
  `.execute(tx);
  return rows;
};

/** Valid leads that nobody pays for: they have no part in what a lead costs. Few campaigns have any. */
export const countUnpaidLeads = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  { from, through }: { from: Day; through: Day },
): Promise<Map<number, number>> => {
  const { rows } = await sql<{ campaignKey: number; leads: number }>`
    select l.campaign_key as "campaignKey", sum(f.valid) as leads
    from lead l cross join lateral app.inquiry_facts(l) f
    where l.owner_key = ${ownerKey} and l.captured_date between ${from.toString()} and ${through.toString()} and l.unpaid
      and ${isChosen(only, ownerKey, 'l')}
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ campaignKey, leads }) => [campaignKey, leads]));
};

/** Campaigns that ran last on the same days. */
export interface RecentSet {
  campaignKeys: readonly number[];
  days: readonly Day[];
}

interface SpendRow {
  campaignKey: number;
  spend: string;
}

/** What each campaign cost on these days. */
export const sumSpend = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  spend: AdditiveMetricKey,
  days: readonly Day[],
): Promise<Map<number, number>> => {
  const { rows } = await sql<SpendRow>`
    select f.campaign_key as "campaignKey", sum(${sql.raw(FACT_SQL[spend])}) as spend from campaign_day f
    where f.owner_key = ${ownerKey} and f.day = any (${days.map(String)}::date[]) and ${isChosen(only, ownerKey, 'f')}
    group by 1
  `.execute(tx);
  return new Map(rows.map((row) => [row.campaignKey, Number(row.spend)]));
};

/** What campaigns cost on days of their own. */
export const sumSpendOfSets = async (
  tx: Tx,
  ownerKey: number,
  spend: AdditiveMetricKey,
  sets: readonly RecentSet[],
): Promise<Map<number, number>> => {
  const campaigns = sets.flatMap(({ campaignKeys }, set) => campaignKeys.map((key) => [key, set] as const));
  const days = sets.flatMap((one, set) => one.days.map((day) => [set, day.toString()] as const));
  const { rows } = await sql<SpendRow>`
    select f.campaign_key as "campaignKey", sum(${sql.raw(FACT_SQL[spend])}) as spend
    from unnest(${campaigns.map(([key]) => key)}::int[], ${campaigns.map(([, set]) => set)}::int[]) k (campaign_key, set)
    join unnest(${days.map(([set]) => set)}::int[], ${days.map(([, day]) => day)}::date[]) d (set, day) using (set)
    join campaign_day f on f.owner_key = ${ownerKey} and f.day = d.day and f.campaign_key = k.campaign_key
    group by 1
  `.execute(tx);
  return new Map(rows.map((row) => [row.campaignKey, Number(row.spend)]));
};

export interface GoalRow {
  goalKey: number;
  clientKey: number;
  clientModelKey: number | null;
  pacingCurve: PacingCurve;
  spendGoal: string | null;
  revisedSpendGoal: string | null;
  inquiryGoal: number | null;
  revisedInquiryGoal: number | null;
  cplGoal: string | null;
}

/** Line items with their targets of the month; a media partner finds them without. */
export const listGoalMonths = async (
  tx: Tx,
  ownerKey: number,
  month: Day,
  goalKeys: readonly number[] | null,
): Promise<GoalRow[]> => {
  const some = goalKeys === null ? sql`true` : sql`g.goal_key = any (${[...goalKeys]}::int[])`;
  const { rows } = await sql<GoalRow>`
    select g.goal_key as "goalKey", g.client_key as "clientKey", g.client_model_key as "clientModelKey", g.pacing_curve as "pacingCurve",
           m.spend_goal as "spendGoal", m.revised_spend_goal as "revisedSpendGoal", m.inquiry_goal as "inquiryGoal",
           m.revised_inquiry_goal as "revisedInquiryGoal", m.cpl_goal as "cplGoal"
    from goal g left join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${month.toString()}
    where g.owner_key = ${ownerKey} and ${some}
    order by g.goal_key
  `.execute(tx);
  return rows;
};
