import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type DayTable, fileSums, type Place, type StagedRange } from './replace-days.ts';

/** Creates the partitions for the days, in a transaction of its own, as creating one locks the whole table. */
export const ensureMonths = async (tx: Tx, from: string, to: string): Promise<void> => {
  await sql`select app.ensure_platform_months(${from}::date, ${to}::date)`.execute(tx);
};

interface NotedDays {
  newDays: string[];
  correctedDays: string[];
  /** All days of the file's span, including those without delivery. */
  days: number;
}

/**
 * Stores the file's values for its days: new ones and corrections. A day of its span without rows in file and table had no delivery; one
 * with rows in the table only is not the file's and stays.
 */
export const noteDays = async (
  tx: Tx,
  table: DayTable,
  place: Place,
  {
    fileKey,
    range,
    had,
    changed,
    at,
  }: {
    fileKey: number;
    range: StagedRange;
    had: ReadonlySet<string>;
    changed: ReadonlyMap<string, number>;
    at: Date;
  },
): Promise<NotedDays> => {
  const { ownerKey, accountKey } = place;
  const { rows } = await sql<{ day: string; isNew: boolean; isCorrected: boolean }>`
    with told as (${fileSums(table)}),
    covered as (
      select d.day::date as day, coalesce(t.sums, '{}') as sums, t.day is not null as has_rows
      from generate_series(${range.from}::date, ${range.to}::date, interval '1 day') d (day)
      left join told t on t.day = d.day::date
      where t.day is not null or not exists (
        select from ${sql.raw(table.table)} p where p.owner_key = ${ownerKey} and p.day = d.day::date and ${table.ofPlace(place)})
    ),
    known as (
      select c.*, o.day is not null as is_known, c.day::text = any (${[...had]}::text[]) as had, c.day::text = any (${[...changed.keys()]}::text[]) as moved
      from covered c
      left join platform_file_day o on o.owner_key = ${ownerKey} and o.account_key is not distinct from ${accountKey}::int
        and o.report = ${table.report} and o.day = c.day
    ),
    noted as (
      insert into platform_file_day as n (owner_key, account_key, report, day, file_key, sums, loaded_at, corrected_at)
      select ${ownerKey}, ${accountKey}::int, ${table.report}, k.day, ${fileKey}, k.sums,
             ${at}, case when k.had and k.moved then ${at}::timestamptz end
      from known k where not k.is_known or k.moved
      on conflict (owner_key, account_key, report, day) do update
      set file_key = excluded.file_key, sums = excluded.sums, loaded_at = excluded.loaded_at, corrected_at = excluded.loaded_at
    )
    select day::text as day, not is_known and not had as "isNew", moved and (is_known or had) as "isCorrected" from known
  `.execute(tx);
  const daysWhere = (is: (row: (typeof rows)[number]) => boolean): string[] => rows.filter(is).map(({ day }) => day);
  return {
    newDays: daysWhere(({ isNew }) => isNew),
    correctedDays: daysWhere(({ isCorrected }) => isCorrected),
    days: rows.length,
  };
};

/**
 * Marks the account as read up to the last day of its file: reports take the day before this moment as the last complete one. A file about
 * the past never marks it as read up to now.
 */
export const updateAccountRead = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  lastDay: string,
  now: Date,
): Promise<void> => {
  await sql`
    update platform_account a
    set last_sync_at = n.at, last_error = null, status = case when a.status = 'ERROR' then 'ACTIVE' else a.status end
    from (select greatest(o.last_sync_at, least(${now}::timestamptz, (${lastDay}::date + 1)::timestamp at time zone o.time_zone)) as at
          from platform_account o where o.owner_key = ${ownerKey} and o.account_key = ${accountKey}) n
    where a.owner_key = ${ownerKey} and a.account_key = ${accountKey}
      and (a.last_sync_at is distinct from n.at or a.last_error is not null or a.status = 'ERROR')
  `.execute(tx);
};

export const updateAccountError = async (tx: Tx, { ownerKey, accountKey }: Place, error: string): Promise<void> => {
  await sql`
    update platform_account set last_error = ${error}
    where owner_key = ${ownerKey} and account_key = ${accountKey} and last_error is distinct from ${error}
  `.execute(tx);
};
