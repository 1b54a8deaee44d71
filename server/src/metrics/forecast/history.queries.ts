import { type AdditiveMetricKey } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { FACT_SQL } from '../sql/fact-sql.ts';
import { type CountedKpi, COUNTED_KPIS } from './line.rules.ts';

/** Facts behind each KPI: outcomes count on the day they arrived, whatever month their inquiry is from. */
export const KPI_FACTS = {
  spend: 'clientCost',
  inquiries: 'validLeads',
  contacts: 'contactEvents',
  applications: 'applicationEvents',
  enrollments: 'enrollmentEvents',
  starts: 'startEvents',
} as const satisfies Record<CountedKpi, AdditiveMetricKey>;

export type GoalMonthRow = Record<CountedKpi, number> & { goalKey: number; month: string };

/** Months of all or some line items of an owner, from the rollups in one statement. */
export const listGoalMonths = async (
  tx: Tx,
  ownerKey: number,
  { from, before, goalKeys }: { from: string; before: string; goalKeys: readonly number[] | null },
): Promise<GoalMonthRow[]> => {
  const sums = COUNTED_KPIS.map((kpi) => sql`sum(${sql.raw(FACT_SQL[KPI_FACTS[kpi]])})::float8 as ${sql.ref(kpi)}`);
  const { rows } = await sql<GoalMonthRow>`
    select c.goal_key as "goalKey", f.month::text as month, ${sql.join(sums)}
    from campaign_month_fact f join campaign c on c.owner_key = f.owner_key and c.campaign_key = f.campaign_key
    where f.owner_key = ${ownerKey} and f.month >= ${from} and f.month < ${before}
      ${goalKeys === null ? sql`` : sql`and c.goal_key = any (${[...goalKeys]}::int[])`}
    group by 1, 2
  `.execute(tx);
  return rows;
};

export interface GoalFacts {
  goalKey: number;
  name: string;
  clientKey: number;
  clientName: string;
  clientModelKey: number | null;
  channel: string | null;
  /** Whether it runs in the month or later. */
  isOpen: boolean;
}

export const listGoalFacts = async (tx: Tx, ownerKey: number, month: string): Promise<GoalFacts[]> => {
  const { rows } = await sql<GoalFacts>`
    select g.goal_key as "goalKey", g.name, g.client_key as "clientKey", c.name as "clientName",
           g.client_model_key as "clientModelKey", g.channel,
           g.active and (g.end_month is null or g.end_month >= ${month}::date) as "isOpen"
    from goal g join client c on c.owner_key = g.owner_key and c.client_key = g.client_key
    where g.owner_key = ${ownerKey} order by c.name, g.name, g.goal_key
  `.execute(tx);
  return rows;
};

/** Ad accounts behind a line item's spend, for campaigns that ran on the day or after it. */
export const listGoalAccounts = async (
  tx: Tx,
  ownerKey: number,
  accountKeys: readonly number[],
): Promise<{ goalKey: number; accountKey: number; endDate: string | null }[]> => {
  if (accountKeys.length === 0) return [];
  const { rows } = await sql<{ goalKey: number; accountKey: number; endDate: string | null }>`
    select goal_key as "goalKey", account_key as "accountKey", case when bool_or(end_date is null) then null else max(end_date)::text end as "endDate"
    from campaign
    where owner_key = ${ownerKey} and account_key = any (${[...accountKeys]}::int[]) and deleted_at is null and activated_at is not null
    group by 1, 2
  `.execute(tx);
  return rows;
};

/**
 * Partners' capacity for each line item by month from `month` on: the month's own value, else the last one given. One campaign without a
 * limit leaves the line item without one.
 */
export const listCapacities = async (
  tx: Tx,
  ownerKey: number,
  month: string,
  months: number,
): Promise<{ goalKey: number; ahead: number; capacity: number | null }[]> => {
  const { rows } = await sql<{ goalKey: number; ahead: number; capacity: number | null }>`
    select c.goal_key as "goalKey", s.ahead, case when bool_and(said.capacity is not null) then sum(said.capacity)::int end as capacity
    from generate_series(0, ${months - 1}::int) s (ahead)
    cross join lateral (select (${month}::date + make_interval(months => s.ahead))::date as month) m
    join campaign c on c.owner_key = ${ownerKey} and c.channel = 'ppl' and c.deleted_at is null and c.activated_at is not null
      and c.start_date < m.month + interval '1 month' and (c.end_date is null or c.end_date >= m.month)
    left join lateral (
      select p.monthly_capacity + case when p.month = m.month then p.incremental_capacity else 0 end as capacity
      from campaign_month p
      where p.owner_key = c.owner_key and p.campaign_key = c.campaign_key and p.month <= m.month
      order by p.month desc limit 1
    ) said on true
    group by 1, 2
  `.execute(tx);
  return rows;
};
