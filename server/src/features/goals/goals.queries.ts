import { type Goal, type GoalForm, type GoalMonthTargets } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export interface GoalCalendar {
  currentMonth: string;
  timeZone: string;
}

/** By the calendar of the owner, whoever asks from wherever. */
export const getCalendar = async (tx: Tx, ownerKey: number, now: Date): Promise<GoalCalendar> => {
  const { rows } = await sql<GoalCalendar>`
    select date_trunc('month', ${now}::timestamptz at time zone time_zone)::date::text as "currentMonth", time_zone as "timeZone"
    from owner where owner_key = ${ownerKey}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The owner of the scope is not there');
  return rows[0];
};

export const findGoalOwner = async (tx: Tx, goalKey: number): Promise<number | undefined> => {
  const { rows } = await sql<{ key: number }>`
    select owner_key as key from goal where goal_key = ${goalKey}
  `.execute(tx);
  return rows[0]?.key;
};

type GoalRow = Omit<Goal, 'currentMonth' | 'months' | 'updatedAt'> & { updatedAt: Date | null };

/** With `lock`, nobody else changes the line item or its targets until the transaction ends. */
export const findGoal = async (
  tx: Tx,
  goalKey: number,
  lock = false,
): Promise<Omit<Goal, 'currentMonth' | 'months'> | undefined> => {
  const { rows } = await sql<GoalRow>`
    select g.goal_key as "goalKey", g.owner_key as "ownerKey", g.client_key as "clientKey", l.name as "clientName",
           g.client_model_key as "clientModelKey", g.name as "goalName", g.channel, g.start_month::text as "startMonth",
           g.end_month::text as "endMonth", g.kpi, g.cpe_goal::float8 as "cpeGoal", g.hard_cap as "hardCap", g.fallback_url as "fallbackUrl",
           g.pacing_curve as "pacingCurve", g.criteria, g.active, g.row_version as "rowVersion",
           u.first_name || ' ' || u.last_name as "updatedBy", g.updated_at as "updatedAt",
           array(select campus_key from goal_campus x where x.owner_key = g.owner_key and x.goal_key = g.goal_key order by 1) as "campusKeys",
           array(select program_key from goal_program x where x.owner_key = g.owner_key and x.goal_key = g.goal_key order by 1) as "programKeys"
    from goal g join client l using (owner_key, client_key) left join user_account u on u.user_key = g.updated_by
    where g.goal_key = ${goalKey}
    ${lock ? sql`for no key update of g` : sql``}
  `.execute(tx);
  const [row] = rows;
  return row && { ...row, updatedAt: row.updatedAt?.toISOString() ?? null };
};

export const listMonths = async (tx: Tx, goalKey: number): Promise<GoalMonthTargets[]> => {
  const { rows } = await sql<Omit<GoalMonthTargets, 'updatedAt'> & { updatedAt: Date }>`
    select m.month::text as month, m.spend_goal::float8 as "monthlyDollarCap", m.revised_spend_goal::float8 as "revisedSpendGoal",
           m.inquiry_goal as "inquiryGoal", m.revised_inquiry_goal as "revisedInquiriesGoal", m.cpl_goal::float8 as "cplGoal",
           m.row_version as "rowVersion", u.first_name || ' ' || u.last_name as "updatedBy", m.updated_at as "updatedAt"
    from goal_month m left join user_account u on u.user_key = m.updated_by
    where m.goal_key = ${goalKey} order by m.month
  `.execute(tx);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
};

interface Writing {
  ownerKey: number;
  by: number | null;
  at: Date;
}

export const insertGoal = async (tx: Tx, form: GoalForm, { ownerKey, by, at }: Writing): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into goal (owner_key, client_key, client_model_key, name, channel, start_month, end_month, kpi, cpe_goal, hard_cap, fallback_url,
                      pacing_curve, criteria, active, updated_by, updated_at)
    values (${ownerKey}, ${form.clientKey}, ${form.clientModelKey}, ${form.goalName}, ${form.channel}, ${form.startMonth},
            ${form.endMonth}, ${form.kpi}, ${form.cpeGoal}, ${form.hardCap}, ${form.fallbackUrl}, ${form.pacingCurve},
            ${JSON.stringify(form.criteria)}, ${form.active}, ${by}, ${at})
    returning goal_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The line item was not written');
  return rows[0].key;
};

/** The client is what a line item is of: it is set once. */
export const updateGoal = async (
  tx: Tx,
  goalKey: number,
  form: GoalForm,
  { ownerKey, by, at }: Writing,
): Promise<void> => {
  await sql`
    update goal set client_model_key = ${form.clientModelKey}, name = ${form.goalName}, channel = ${form.channel},
      start_month = ${form.startMonth}, end_month = ${form.endMonth}, kpi = ${form.kpi}, cpe_goal = ${form.cpeGoal},
      hard_cap = ${form.hardCap}, fallback_url = ${form.fallbackUrl}, pacing_curve = ${form.pacingCurve}, criteria = ${JSON.stringify(form.criteria)},
      active = ${form.active}, row_version = row_version + 1, updated_by = ${by}, updated_at = ${at}
    where owner_key = ${ownerKey} and goal_key = ${goalKey}
  `.execute(tx);
};

export const replaceCampuses = async (
  tx: Tx,
  ownerKey: number,
  goalKey: number,
  keys: readonly number[],
): Promise<void> => {
  const all = [...keys];
  await sql`
    delete from goal_campus where owner_key = ${ownerKey} and goal_key = ${goalKey} and not (campus_key = any (${all}::int[]))
  `.execute(tx);
  await sql`
    insert into goal_campus (owner_key, goal_key, campus_key) select ${ownerKey}, ${goalKey}, key from unnest(${all}::int[]) key
    on conflict do nothing
  `.execute(tx);
};

export const replacePrograms = async (
  tx: Tx,
  ownerKey: number,
  goalKey: number,
  keys: readonly number[],
): Promise<void> => {
  const all = [...keys];
  await sql`
    delete from goal_program where owner_key = ${ownerKey} and goal_key = ${goalKey} and not (program_key = any (${all}::int[]))
  `.execute(tx);
  await sql`
    insert into goal_program (owner_key, goal_key, program_key) select ${ownerKey}, ${goalKey}, key from unnest(${all}::int[]) key
    on conflict do nothing
  `.execute(tx);
};
