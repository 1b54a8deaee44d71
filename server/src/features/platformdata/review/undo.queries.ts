import { type PlatformReport } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type DayTable, onStagedDays, type Place, type StagedRange } from '../loading/replace-days.ts';

/** The days of the report as they are before it: their rows, and what was stated for them. */
export const stageBefore = async (tx: Tx, table: DayTable, place: Place, { from, to }: StagedRange): Promise<void> => {
  await sql`
    create temp table row_before on commit drop as
    select p.day, jsonb_agg(to_jsonb(p)) as rows from ${sql.raw(table.table)} p where ${onStagedDays(table, place)} group by p.day
  `.execute(tx);
  await sql`
    create temp table noted_before on commit drop as
    select d.day, to_jsonb(d) as noted from platform_file_day d
    where d.owner_key = ${place.ownerKey} and d.account_key is not distinct from ${place.accountKey}::int
      and d.report = ${table.report} and d.day between ${from}::date and ${to}::date
  `.execute(tx);
};

/** Keeps them for the days that the file changed, which it noted as its own. */
export const insertUndo = async (tx: Tx, ownerKey: number, fileKey: number): Promise<void> => {
  await sql`
    insert into platform_file_undo (owner_key, file_key, day, rows, noted)
    select d.owner_key, d.file_key, d.day, coalesce(r.rows, '[]'), n.noted
    from platform_file_day d left join row_before r on r.day = d.day left join noted_before n on n.day = d.day
    where d.owner_key = ${ownerKey} and d.file_key = ${fileKey}
  `.execute(tx);
};

export interface UndoableFile {
  report: PlatformReport;
  fileName: string;
  readBefore: Date | null;
}

export const findUndoable = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  fileKey: number,
  since: Date,
): Promise<UndoableFile | undefined> => {
  const { rows } = await sql<UndoableFile>`
    select f.report, f.file_name as "fileName", f.read_before as "readBefore" from platform_file f
    where f.owner_key = ${ownerKey} and f.account_key is not distinct from ${accountKey}::int and f.file_key = ${fileKey}
      and f.undone_at is null and f.received_at > ${since}
      and exists (select from platform_file_undo b where b.owner_key = f.owner_key and b.file_key = f.file_key)
  `.execute(tx);
  return rows[0];
};

/** The days of the file that another file has changed since. */
export const listChangedSince = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  report: PlatformReport,
  fileKey: number,
): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select b.day::text as day from platform_file_undo b
    where b.owner_key = ${ownerKey} and b.file_key = ${fileKey} and not exists (
      select from platform_file_day d
      where d.owner_key = b.owner_key and d.account_key is not distinct from ${accountKey}::int and d.report = ${report}
        and d.day = b.day and d.file_key = b.file_key)
    order by 1
  `.execute(tx);
  return rows.map(({ day }) => day);
};

/** What was there before the file becomes what is to be there now. */
export const stageUndo = async (tx: Tx, { table }: DayTable, ownerKey: number, fileKey: number): Promise<void> => {
  const ofFile = sql`b.owner_key = ${ownerKey} and b.file_key = ${fileKey}`;
  await sql`create temp table staged_day on commit drop as select b.day from platform_file_undo b where ${ofFile}`.execute(
    tx,
  );
  await sql`
    create temp table fresh_row on commit drop as
    select r.* from platform_file_undo b cross join lateral jsonb_populate_recordset(null::${sql.raw(table)}, b.rows) r where ${ofFile}
  `.execute(tx);
};

/** States for the days again what was stated before the file, and lets go of what was kept for this. */
export const restoreNotes = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  report: PlatformReport,
  { fileKey, userKey, at }: { fileKey: number; userKey: number | null; at: Date },
): Promise<void> => {
  const ofDay = sql`d.owner_key = ${ownerKey} and d.account_key is not distinct from ${accountKey}::int and d.report = ${report}
    and b.owner_key = ${ownerKey} and b.file_key = ${fileKey} and b.day = d.day`;
  await sql`delete from platform_file_day d using platform_file_undo b where ${ofDay} and b.noted is null`.execute(tx);
  await sql`
    update platform_file_day d set file_key = n.file_key, sums = n.sums, loaded_at = n.loaded_at, corrected_at = n.corrected_at
    from platform_file_undo b cross join lateral jsonb_populate_record(null::platform_file_day, b.noted) n
    where ${ofDay} and b.noted is not null
  `.execute(tx);
  await sql`delete from platform_file_undo where owner_key = ${ownerKey} and file_key = ${fileKey}`.execute(tx);
  await sql`
    update platform_file set undone_at = ${at}, undone_by = ${userKey} where owner_key = ${ownerKey} and file_key = ${fileKey}
  `.execute(tx);
};

/** The account was read as far as before the file, unless another one came since. */
export const restoreRead = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  fileKey: number,
  readBefore: Date | null,
): Promise<void> => {
  await sql`
    update platform_account a set last_sync_at = ${readBefore}
    where a.owner_key = ${ownerKey} and a.account_key = ${accountKey} and not exists (
      select from platform_file f where f.owner_key = a.owner_key and f.account_key = a.account_key and f.report = 'daily'
        and f.outcome <> 'REFUSED' and f.undone_at is null and f.file_key > ${fileKey})
  `.execute(tx);
};
