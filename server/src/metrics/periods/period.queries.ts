import {
  type AdditiveMetricKey,
  type DayParting,
  type MonthPlan,
  type Parts,
  type UserGroup,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { FACT_SQL, LEAD_COST_SQL } from '../sql/fact-sql.ts';
import { type Day, dayOf, isAfter, isBefore, type MonthBase, oldestOf, todayIn } from './periods.ts';
import { type PacingCurve } from '../days/pacing.rules.ts';

export const findOwnerZone = async (tx: Tx, ownerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.zone ?? null;
};

/** The current day at the owner where it is the earliest; null without owners. */
export const findEarliestDay = async (tx: Tx, owners: readonly number[], now: Date): Promise<Day | null> => {
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from owner where ${ofOwners('owner_key', owners)}
  `.execute(tx);
  return oldestOf(rows.map(({ zone }) => todayIn(now, zone)));
};

/** The day of a file that belongs to these owners: where theirs differ, the one that all of them have reached. */
export const findFileDay = async (tx: Tx, owners: readonly number[], now: Date): Promise<string> =>
  String((await findEarliestDay(tx, owners, now)) ?? todayIn(now, 'UTC'));

interface AccountRow {
  ownerKey: number;
  accountKey: number;
  /** Last completely delivered day of the account; its data of later days is in no number. */
  loadedThrough: string;
}

/** Accounts that were synced at least once. A source that never reported a load is assumed to be up to date. */
export const listAccounts = async (tx: Tx, owners: readonly number[]): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    select owner_key as "ownerKey", account_key as "accountKey", app.loaded_through(a)::text as "loadedThrough"
    from platform_account a where ${ofOwners('owner_key', owners)} and last_sync_at is not null
  `.execute(tx);
  return rows;
};

/** Choice of campaigns: null for all of the owner's in the month, or some campaigns, those of line items, or a range of keys. */
export type CampaignChoice =
  | { campaignKeys: readonly number[] }
  | { goalKeys: readonly number[] }
  | { fromKey: number; toKey: number }
  | null;

interface Asked {
  ownerKey: number;
  only: CampaignChoice;
}

/** SQL condition: the row's campaign is chosen. */
export const isChosen = (only: CampaignChoice, ownerKey: number, row: string): RawBuilder<unknown> => {
  if (only === null) return sql`true`;
  const column = sql.ref(`${row}.campaign_key`);
  if ('fromKey' in only) return sql`${column} between ${only.fromKey} and ${only.toKey}`;
  return 'campaignKeys' in only
    ? sql`${column} = any (${[...only.campaignKeys]}::int[])`
    : sql`${column} in (select x.campaign_key from campaign x where x.owner_key = ${ownerKey} and x.goal_key = any (${[...only.goalKeys]}::int[]))`;
};

/** Resolves the choice to campaign keys once, instead of by a subquery in each following statement. */
export const resolveChoice = async (tx: Tx, ownerKey: number, only: CampaignChoice): Promise<CampaignChoice> => {
  if (only === null || !('goalKeys' in only)) return only;
  const { rows } = await sql<{ campaignKey: number }>`
    select campaign_key as "campaignKey" from campaign where owner_key = ${ownerKey} and goal_key = any (${[...only.goalKeys]}::int[])
  `.execute(tx);
  return { campaignKeys: rows.map(({ campaignKey }) => campaignKey) };
};

/** For a key range, repeats the condition on a joined table: both are then read in key order, side by side. */
const isStretch = (only: CampaignChoice, ownerKey: number, row: string): RawBuilder<unknown> =>
  only !== null && 'fromKey' in only ? isChosen(only, ownerKey, row) : sql`true`;

/** How far each source is loaded: one usual day, and the accounts that are behind it. */
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
  /** Handling of leads above the cap. */
  overDelivery: string;
  planned: boolean;
  clientBidPrice: string | null;
  aggregatorBidPrice: string | null;
  clientDesktop: string | null;
  mediaDesktop: string | null;
  /** Null if every hour of the week is open. */
  dayParting: DayParting | null;
  /** Version of the month's plan; 0 if there is none. */
  rowVersion: number;
  /** Valid leads of the whole month, including today and later days: the count that caps use. */
  validInMonth: number;
  /** Cost of the month's leads so far, without platforms and credits: the basis of the price per lead. */
  leadCost: string | null;
}

interface CampaignQuestion {
  ownerKey: number;
  base: MonthBase;
  group: UserGroup;
  /** Last complete day of leads, clicks and milestones: numbers are counted through it. */
  usual: Day;
  facts: readonly AdditiveMetricKey[];
  /** Prices in force at this instant. */
  pricesAt: Date;
  /** Last day of the month with any data. */
  lastDay: Day | null;
  only: CampaignChoice;
}

/**
 * Joins the amounts to subtract from the month, as a row `after` for each campaign with data after the last complete day. Without a
 * complete day nothing is subtracted: the month is today's so far. Usually it is today alone, which is already one row: aggregating it took
 * longer than everything else on a page.
 */
const joinAfter = (
  question: CampaignQuestion,
  sums: readonly [name: string, expression: string][],
): RawBuilder<unknown> => {
  const { ownerKey, base, usual, lastDay, only } = question;
  const next = usual.add({ days: 1 });
  const columns = sums.map(([name, of]) => [sql.ref(name), sql.raw(of)] as const);
  const isLeftOut = isBefore(usual, base.days.from) ? sql`false` : sql`true`;
  const where = sql`f.owner_key = ${ownerKey} and f.day <= ${base.days.to.toString()} and ${isLeftOut} and ${isChosen(only, ownerKey, 'f')}`;
  if (lastDay !== null && isAfter(lastDay, next))
    return sql`left join (
      select f.campaign_key, ${sql.join(columns.map(([name, of]) => sql`sum(${of}) as ${name}`))} from campaign_day f
      where ${where} and f.day >= ${next.toString()} group by 1
    ) after on after.campaign_key = c.campaign_key`;
  return sql`left join (
      select f.campaign_key, ${sql.join(columns.map(([name, of]) => sql`${of} as ${name}`))} from campaign_day f
      where ${where} and f.day = ${next.toString()}
    ) after on after.campaign_key = c.campaign_key`;
};

/** All stored data of the campaigns of a month: campaigns with dates, a plan or activity in it. */
export const listCampaignMonths = async (tx: Tx, question: CampaignQuestion): Promise<CampaignRow[]> => {
  const { ownerKey, base, group, facts, pricesAt, only } = question;
  const [from, to] = [base.days.from.toString(), base.days.to.toString()];
  const sums: [name: string, expression: string][] = [
    ['leadCost', LEAD_COST_SQL[group]],
    ...facts.map((fact): [string, string] => [fact, FACT_SQL[fact]]),
  ];
  const { rows } = await sql<CampaignRow>`
    select c.campaign_key as "campaignKey", c.goal_key as "goalKey", c.channel, c.custom_channel_key as "customChannelKey",
           c.partner_key as "partnerKey", c.account_key as "accountKey", c.start_date as "startDate", c.end_date as "endDate",
           c.activated_at as "activatedAt", c.deleted_at as "deletedAt", c.monthly_budget as "monthlyBudget",
           c.over_delivery as "overDelivery",
           p.campaign_key is not null as planned, coalesce(p.row_version, 0) as "rowVersion",
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
           case when jsonb_array_length(t.day_parting -> 'days') > 0 then t.day_parting end as "dayParting",
           coalesce(f.valid, 0) as "validInMonth",
           ${sql.join(sums.map(([name, of]) => sql`${sql.raw(of)} - coalesce(${sql.ref(`after.${name}`)}, 0) as ${sql.ref(name)}`))}
    from campaign c
    left join campaign_month_fact f
      on f.owner_key = ${ownerKey} and f.campaign_key = c.campaign_key and f.month = ${from} and ${isStretch(only, ownerKey, 'f')}
    ${joinAfter(question, sums)}
    left join lateral (
      select v.client_desktop, v.media_desktop from campaign_price v
      where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key and v.valid_from <= ${pricesAt}
      order by v.valid_from desc limit 1
    ) price on true
    left join campaign_month p
      on p.owner_key = ${ownerKey} and p.campaign_key = c.campaign_key and p.month = ${from} and ${isStretch(only, ownerKey, 'p')}
    left join campaign_targeting t on t.owner_key = ${ownerKey} and t.campaign_key = c.campaign_key and ${isStretch(only, ownerKey, 't')}
    where c.owner_key = ${ownerKey} and ${isChosen(only, ownerKey, 'c')}
      and (c.start_date <= ${to} and coalesce(c.end_date >= ${from}, true) or f.campaign_key is not null or p.campaign_key is not null)
    order by c.campaign_key
  `.execute(tx);
  return rows;
};

/** For campaigns of a late account, our own facts of the days after the account's last one, through `to`. */
export const sumLateDays = async (
  tx: Tx,
  { ownerKey, only }: Asked,
  { late }: Throughs,
  { from, to }: { from: Day; to: Day },
  facts: readonly AdditiveMetricKey[],
): Promise<Map<number, Parts>> => {
  if (late.size === 0) return new Map();
  const sums = facts.map((fact) => sql`sum(${sql.raw(FACT_SQL[fact])})::float8 as ${sql.ref(fact)}`);
  const { rows } = await sql<Record<string, number>>`
    select f.campaign_key as "campaignKey", ${sql.join(sums)}
    from unnest(${[...late.keys()]}::int[], ${[...late.values()].map(String)}::date[]) late (account_key, through)
    join campaign c on c.owner_key = ${ownerKey} and c.account_key = late.account_key
    join campaign_day f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.day > late.through
    where f.day between ${from.toString()} and ${to.toString()} and ${isChosen(only, ownerKey, 'f')}
    group by 1
  `.execute(tx);
  return new Map(rows.map(({ campaignKey, ...parts }) => [campaignKey ?? 0, parts]));
};

/** Last day of a range with any activity. */
export const findLastDay = async (
  tx: Tx,
  ownerKey: number,
  { from, to }: { from: Day; to: Day },
): Promise<Day | null> => {
  const { rows } = await sql<{ day: string }>`
    select day from campaign_day where owner_key = ${ownerKey} and day between ${from.toString()} and ${to.toString()} order by day desc limit 1
  `.execute(tx);
  return rows[0] === undefined ? null : dayOf(rows[0].day);
};

export interface PauseRow {
  campaignKey: number;
  startsOn: string;
  endsOn: string | null;
  setAt: Date;
  cancelledAt: Date | null;
}

/** Pauses that overlap the days. */
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

/** Valid leads that are not paid for: they are excluded from the price per lead. Few campaigns have any. */
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

/** Campaigns whose projections use the same days. */
interface WindowSet {
  campaignKeys: readonly number[];
  days: readonly Day[];
}

/** Sums over a projection's days. */
export interface DaySums {
  spend: number;
  validLeads: number;
}

/** Sums over a projection's days, of the month and before it. */
export interface WindowSums {
  inMonth: DaySums;
  before: DaySums;
}

/** Costs and results of campaigns, each on its own days. */
export const sumWindows = async (
  tx: Tx,
  ownerKey: number,
  spend: AdditiveMetricKey,
  sets: readonly WindowSet[],
): Promise<Map<number, DaySums>> => {
  const campaigns = sets.flatMap(({ campaignKeys }, set) => campaignKeys.map((key) => [key, set] as const));
  const days = sets.flatMap((one, set) => one.days.map((day) => [set, day.toString()] as const));
  const { rows } = await sql<{ campaignKey: number; spend: string; validLeads: string }>`
    select f.campaign_key as "campaignKey", sum(${sql.raw(FACT_SQL[spend])}) as spend, sum(${sql.raw(FACT_SQL.validLeads)}) as "validLeads"
    from unnest(${campaigns.map(([key]) => key)}::int[], ${campaigns.map(([, set]) => set)}::int[]) k (campaign_key, set)
    join unnest(${days.map(([set]) => set)}::int[], ${days.map(([, day]) => day)}::date[]) d (set, day) using (set)
    join campaign_day f on f.owner_key = ${ownerKey} and f.day = d.day and f.campaign_key = k.campaign_key
    group by 1
  `.execute(tx);
  return new Map(
    rows.map((row) => [row.campaignKey, { spend: Number(row.spend), validLeads: Number(row.validLeads) }]),
  );
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
  /** The month's target ÷ the previous month's; null if one is missing. */
  spendChange: number | null;
  leadChange: number | null;
}

/** Line items with their targets of the month; media partners get them without targets. */
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
           m.revised_inquiry_goal as "revisedInquiryGoal", m.cpl_goal as "cplGoal",
           change.spend as "spendChange", change.leads as "leadChange"
    from goal g left join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = ${month.toString()}
    left join app.plan_changes(${ownerKey}, ${month.toString()}) change on change.goal_key = g.goal_key
    where g.owner_key = ${ownerKey} and ${some}
    order by g.goal_key
  `.execute(tx);
  return rows;
};
