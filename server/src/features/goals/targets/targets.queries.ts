import { type TargetChange, type TargetField, type Targets } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** The columns of the fields. Listed here, because input must never become part of a statement. */
const COLUMN_OF = {
  monthlyDollarCap: 'spend_goal',
  revisedSpendGoal: 'revised_spend_goal',
  inquiryGoal: 'inquiry_goal',
  revisedInquiriesGoal: 'revised_inquiry_goal',
  cplGoal: 'cpl_goal',
} as const satisfies Record<TargetField, string>;
const FIELDS = Object.entries(COLUMN_OF) as [TargetField, string][];

const VALUES = sql.join(FIELDS.map(([field, column]) => sql`${sql.raw(`m.${column}::float8`)} as ${sql.ref(field)}`));

export interface LockedGoal {
  goalKey: number;
  goalName: string;
  startMonth: string;
  endMonth: string | null;
}

const SPANS = sql`
  select goal_key as "goalKey", name as "goalName", start_month::text as "startMonth", end_month::text as "endMonth" from goal`;

export const listGoalSpans = async (tx: Tx, ownerKey: number, goalKeys: readonly number[]): Promise<LockedGoal[]> => {
  const { rows } = await sql<LockedGoal>`
    ${SPANS} where owner_key = ${ownerKey} and goal_key = any (${[...new Set(goalKeys)]}::int[])
  `.execute(tx);
  return rows;
};

/** Always in the same order: two saves of the same line items wait for each other without a deadlock. */
export const lockGoals = async (tx: Tx, ownerKey: number, goalKeys: readonly number[]): Promise<LockedGoal[]> => {
  const { rows } = await sql<LockedGoal>`
    ${SPANS} where owner_key = ${ownerKey} and goal_key = any (${[...new Set(goalKeys)]}::int[])
    order by goal_key for no key update
  `.execute(tx);
  return rows;
};

/** A month as stored, with its last editor. */
interface StoredTargets extends Targets {
  goalKey: number;
  month: string;
  rowVersion: number;
  updatedAt: Date;
  updatedByName: string | null;
}

export const listTargets = async (
  tx: Tx,
  ownerKey: number,
  pairs: readonly { goalKey: number; month: string }[],
): Promise<StoredTargets[]> => {
  const { rows } = await sql<StoredTargets>`
    select m.goal_key as "goalKey", m.month::text as month, m.row_version as "rowVersion", m.updated_at as "updatedAt",
           u.first_name || ' ' || u.last_name as "updatedByName", ${VALUES}
    from goal_month m left join user_account u on u.user_key = m.updated_by
    where m.owner_key = ${ownerKey} and (m.goal_key, m.month) in (
      select * from unnest(${pairs.map(({ goalKey }) => goalKey)}::int[], ${pairs.map(({ month }) => month)}::date[]))
  `.execute(tx);
  return rows;
};

export interface MonthChange {
  goalKey: number;
  month: string;
  changes: Partial<Targets>;
}
export interface SavedMonth {
  goalKey: number;
  month: string;
  rowVersion: number;
}
interface Writing {
  ownerKey: number;
  by: number | null;
  at: Date;
}

const recordset = (changes: readonly MonthChange[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as x ("goalKey" int, month date, changes jsonb)`;
const RETURNED = sql`returning m.goal_key as "goalKey", m.month::text as month, m.row_version as "rowVersion"`;
const typeOf = (column: string): string => (column.includes('inquiry') ? 'int' : 'numeric');

export const insertTargets = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  changes: readonly MonthChange[],
): Promise<SavedMonth[]> => {
  const columns = FIELDS.map(([, column]) => sql.ref(column));
  const values = FIELDS.map(([field, column]) => sql.raw(`(x.changes ->> '${field}')::${typeOf(column)}`));
  const { rows } = await sql<SavedMonth>`
    insert into goal_month as m (owner_key, goal_key, month, ${sql.join(columns)}, updated_by, updated_at)
    select ${ownerKey}, x."goalKey", x.month, ${sql.join(values)}, ${by}::int, ${at}::timestamptz from ${recordset(changes)}
    ${RETURNED}
  `.execute(tx);
  return rows;
};

/** Writes only the given cells; each month's version is incremented. */
export const updateTargets = async (
  tx: Tx,
  { ownerKey, by, at }: Writing,
  changes: readonly MonthChange[],
): Promise<SavedMonth[]> => {
  const assignments = FIELDS.map(([field, column]) =>
    sql.raw(
      `${column} = case when x.changes ? '${field}' then (x.changes ->> '${field}')::${typeOf(column)} else m.${column} end`,
    ),
  );
  const { rows } = await sql<SavedMonth>`
    update goal_month m
    set ${sql.join(assignments)}, row_version = m.row_version + 1, updated_by = ${by}::int, updated_at = ${at}
    from ${recordset(changes)}
    where m.owner_key = ${ownerKey} and m.goal_key = x."goalKey" and m.month = x.month
    ${RETURNED}
  `.execute(tx);
  return rows;
};

interface SheetRow extends Targets {
  goalKey: number;
  goalName: string;
  campusName: string;
  month: string;
  rowVersion: number | null;
}

/** The months of the active line items, each where the line item runs. */
export const listSheetRows = async (
  tx: Tx,
  ownerKey: number,
  { from, to }: { from: string; to: string },
): Promise<(SheetRow & Record<string, string | number | null>)[]> => {
  const { rows } = await sql<SheetRow & Record<string, string | number | null>>`
    select g.goal_key as "goalKey", g.name as "goalName", coalesce(k.names, 'All campuses') as "campusName",
           t.month::date::text as month, m.row_version as "rowVersion", ${VALUES}
    from goal g
    cross join generate_series(${from}::date, ${to}::date, interval '1 month') t (month)
    left join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = t.month::date
    left join lateral (
      select case when count(*) > 3 then count(*) || ' campuses' else string_agg(c.name, ', ' order by c.name) end as names
      from goal_campus x join campus c using (owner_key, campus_key)
      where x.owner_key = g.owner_key and x.goal_key = g.goal_key
    ) k on true
    where g.owner_key = ${ownerKey} and g.active and t.month >= g.start_month
      and coalesce(t.month <= g.end_month, true)
    order by lower(g.name), g.goal_key, t.month
  `.execute(tx);
  return rows;
};

/** Sets the source of this transaction's changes, which the history stores. */
export const setVia = async (tx: Tx, via: 'file' | 'undo'): Promise<void> => {
  await sql`select set_config('app.via', ${via}, true)`.execute(tx);
};

const fieldOfColumn = new Map<string, TargetField>(FIELDS.map(([field, column]) => [column, field]));

/** Newest first. */
export const listChanges = async (
  tx: Tx,
  goalKey: number,
  { month, field }: { month?: string | undefined; field?: TargetField | undefined },
): Promise<TargetChange[]> => {
  const column = field === undefined ? null : COLUMN_OF[field];
  const { rows } = await sql<Omit<TargetChange, 'at' | 'field'> & { at: Date; column: string }>`
    select h.change_key as "changeKey", h.changed_at as at, coalesce(u.first_name || ' ' || u.last_name, 'Paceline') as by,
           h.via, h.month::text as month, h.field as column, h.before::float8 as before, h.after::float8 as after
    from goal_change h left join user_account u on u.user_key = h.changed_by
    where h.goal_key = ${goalKey} and (${month ?? null}::date is null or h.month = ${month ?? null})
      and (${column}::text is null or h.field = ${column})
    order by h.change_key desc limit 500
  `.execute(tx);
  return rows.flatMap(({ column: name, at, ...change }) => {
    const changedField = fieldOfColumn.get(name);
    return changedField === undefined ? [] : [{ ...change, at: at.toISOString(), field: changedField }];
  });
};
