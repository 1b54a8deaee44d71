import { type Goal, type GoalForm, type GoalMonthTargets, goalRecord } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../shared/records/record-store.ts';

const keysIn = (name: 'campus' | 'program') => ({
  column: null,
  read: sql`array(select ${sql.ref(`${name}_key`)} from ${sql.table(`goal_${name}`)} x where x.owner_key = g.owner_key and x.goal_key = g.goal_key order by 1)`,
});
const store = recordStore(goalRecord, {
  alias: 'g',
  places: {
    goalName: 'name',
    startMonth: { column: 'start_month', read: sql`g.start_month::text` },
    endMonth: { column: 'end_month', read: sql`g.end_month::text` },
    cpeGoal: { column: 'cpe_goal', read: sql`g.cpe_goal::float8` },
    criteria: { column: 'criteria', write: (value) => JSON.stringify(value) },
    campusKeys: keysIn('campus'),
    programKeys: keysIn('program'),
  },
});

export interface GoalCalendar {
  currentMonth: string;
  timeZone: string;
}

/** On the owner's calendar, independent of the caller's time zone. */
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

/** With `lock`, the line item and its targets are locked until the transaction ends. */
export const findGoal = async (
  tx: Tx,
  goalKey: number,
  lock = false,
): Promise<Omit<Goal, 'currentMonth' | 'months'> | undefined> => {
  const { rows } = await sql<GoalRow>`
    select g.goal_key as "goalKey", g.owner_key as "ownerKey", l.name as "clientName", ${selectFields(store)},
           g.row_version as "rowVersion", u.first_name || ' ' || u.last_name as "updatedBy", g.updated_at as "updatedAt"
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
    insert into goal ${insertFields(store, form, { owner_key: ownerKey, updated_by: by, updated_at: at })}
    returning goal_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The line item was not written');
  return rows[0].key;
};

/** The client of a line item cannot change, so it is not updated. */
export const updateGoal = async (
  tx: Tx,
  goalKey: number,
  form: GoalForm,
  { ownerKey, by, at }: Writing,
): Promise<void> => {
  const { clientKey: _, ...changed } = form;
  await sql`
    update goal set ${setFields(store, changed)}, row_version = row_version + 1, updated_by = ${by}, updated_at = ${at}
    where owner_key = ${ownerKey} and goal_key = ${goalKey}
  `.execute(tx);
};

/** Replaces the campuses or the programs of a line item with these keys. */
export const replaceKeys = async (
  tx: Tx,
  { ownerKey, goalKey }: { ownerKey: number; goalKey: number },
  name: 'campus' | 'program',
  keys: readonly number[],
): Promise<void> => {
  const [table, column, all] = [sql.table(`goal_${name}`), sql.ref(`${name}_key`), [...keys]];
  await sql`
    delete from ${table} where owner_key = ${ownerKey} and goal_key = ${goalKey} and not (${column} = any (${all}::int[]))
  `.execute(tx);
  await sql`
    insert into ${table} (owner_key, goal_key, ${column}) select ${ownerKey}, ${goalKey}, key from unnest(${all}::int[]) key
    on conflict do nothing
  `.execute(tx);
};
