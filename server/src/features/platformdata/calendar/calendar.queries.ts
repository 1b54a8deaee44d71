import { type PlatformDay, type PlatformReport, type PlatformSource, REPORT_SUMS } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { DAY_TABLES } from '../loading/day-tables.ts';
import { type Place, storedSums } from '../loading/replace-days.ts';
import { formatsOf } from '../reading/formats.ts';

type SourceRow = Omit<PlatformSource, 'takesFiles' | 'lastFileAt' | 'pushKeyMadeAt'> & {
  lastFileAt: Date | null;
  pushKeyMadeAt: Date | null;
};

/** The accounts by name, and the website after them. */
export const listSources = async (tx: Tx, ownerKey: number): Promise<PlatformSource[]> => {
  const { rows } = await sql<SourceRow>`
    with source as (
      select a.account_key, a.account_id, a.account_name as name, t.name as platform, c.name as client, a.currency, a.time_zone, a.status,
             a.last_error, (a.last_sync_at at time zone a.time_zone)::date - 1 as last_day, 0 as place
      from platform_account a join trading_platform t using (platform_key)
      join client c on c.owner_key = a.owner_key and c.client_key = a.client_key
      where a.owner_key = ${ownerKey}
      union all
      select null, '', 'Website (GA4)', 'Google Analytics 4', null, 'USD', o.time_zone, 'ACTIVE', null,
             (select max(w.day) from website_day w where w.owner_key = o.owner_key), 1
      from owner o where o.owner_key = ${ownerKey}
    )
    select s.account_key as "accountKey", s.account_id as "accountId", s.name, s.platform as "platformName", s.client as "clientName",
           s.currency, s.time_zone as "timeZone", s.status, s.last_error as "lastError", s.last_day::text as "lastDay",
           (select max(f.received_at) from platform_file f
            where f.owner_key = ${ownerKey} and f.account_key is not distinct from s.account_key) as "lastFileAt",
           k.key_id as "pushKeyId", k.made_at as "pushKeyMadeAt"
    from source s
    left join platform_push_key k on k.owner_key = ${ownerKey} and k.account_key is not distinct from s.account_key
    order by s.place, lower(s.name), s.account_key
  `.execute(tx);
  return rows.map(({ lastFileAt, pushKeyMadeAt, ...row }) => ({
    ...row,
    takesFiles: formatsOf(row.accountKey === null ? null : row.platformName).length > 0,
    lastFileAt: lastFileAt?.toISOString() ?? null,
    pushKeyMadeAt: pushKeyMadeAt?.toISOString() ?? null,
  }));
};

export interface CalendarPlace {
  timeZone: string;
  today: string;
  /** Whether days are expected at all: not for a paused or disconnected account. */
  isExpected: boolean;
  /** The first day with any data; null: nothing has come yet. */
  firstDay: string | null;
}

export const findCalendarPlace = async (
  tx: Tx,
  place: Place,
  report: PlatformReport,
  now: Date,
): Promise<CalendarPlace | undefined> => {
  const { ownerKey, accountKey } = place;
  const table = DAY_TABLES[report];
  const { rows } = await sql<CalendarPlace>`
    select o.time_zone as "timeZone", (${now}::timestamptz at time zone o.time_zone)::date::text as today, o.expected as "isExpected",
           least((select min(f.day) from platform_file_day f where f.owner_key = ${ownerKey}
                    and f.account_key is not distinct from ${accountKey}::int and f.report = ${report}),
                 (select min(p.day) from ${sql.raw(table.table)} p where p.owner_key = ${ownerKey} and ${table.ofPlace(place)}))::text as "firstDay"
    from (
      select a.time_zone, a.status in ('ACTIVE', 'ERROR') as expected from platform_account a
      where a.owner_key = ${ownerKey} and a.account_key = ${accountKey}::int
      union all
      select w.time_zone, true from owner w where w.owner_key = ${ownerKey} and ${accountKey}::int is null
    ) o
  `.execute(tx);
  return rows[0];
};

export type StoredDay = Omit<PlatformDay, 'state' | 'loadedAt' | 'correctedAt'> & {
  loadedAt: Date | null;
  correctedAt: Date | null;
};

/** The days of a span with any data, the file's sums beside the table's. */
export const listStoredDays = async (
  tx: Tx,
  place: Place,
  report: PlatformReport,
  { from, to }: { from: string; to: string },
): Promise<StoredDay[]> => {
  const { ownerKey, accountKey } = place;
  const table = DAY_TABLES[report];
  const zeros = JSON.stringify(Object.fromEntries(REPORT_SUMS[report].map((name) => [name, 0])));
  const { rows } = await sql<StoredDay>`
    with stored as (${storedSums(table, place, sql`p.day between ${from}::date and ${to}::date`)}),
    told as (
      select d.*, x.file_name from platform_file_day d join platform_file x on x.owner_key = d.owner_key and x.file_key = d.file_key
      where d.owner_key = ${ownerKey} and d.account_key is not distinct from ${accountKey}::int and d.report = ${report}
        and d.day between ${from}::date and ${to}::date
    )
    select coalesce(s.day, t.day)::text as day, ${zeros}::jsonb || t.sums as "fileSums", coalesce(s.sums, ${zeros}::jsonb) as "storedSums",
           t.file_name as "fileName", t.loaded_at as "loadedAt", t.corrected_at as "correctedAt"
    from stored s full join told t on t.day = s.day order by 1
  `.execute(tx);
  return rows;
};
