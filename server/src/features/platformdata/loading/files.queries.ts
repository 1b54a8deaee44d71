import {
  LIMITS,
  type PlatformAccountStatus,
  type PlatformFile,
  type PlatformFileOutcome,
  type PlatformFileWay,
  type PlatformReport,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { FORMATS } from '../reading/formats.ts';
import { type Place } from './replace-days.ts';

export interface Account {
  /** Null: the website. */
  accountKey: number | null;
  accountId: string;
  name: string;
  /** Null: the website. */
  platformName: string | null;
  currency: string;
  timeZone: string;
  today: string;
  status: PlatformAccountStatus;
  /** Through when it was read; null: never, or the website. */
  readThrough: Date | null;
}

/** The account, locked against other files until the transaction ends; the website has a lock of its own. */
export const lockAccount = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  now: Date,
  lock: boolean,
): Promise<Account | undefined> => {
  if (accountKey === null) {
    if (lock)
      await sql`select pg_advisory_xact_lock(hashtextextended('website of owner ' || ${ownerKey}::int, 0))`.execute(tx);
    const { rows } = await sql<Account>`
      select null as "accountKey", '' as "accountId", 'Website (GA4)' as name, null as "platformName", 'USD' as currency,
             time_zone as "timeZone", (${now}::timestamptz at time zone time_zone)::date::text as today, 'ACTIVE' as status,
             null as "readThrough"
      from owner where owner_key = ${ownerKey}
    `.execute(tx);
    return rows[0];
  }
  const { rows } = await sql<Account>`
    select a.account_key as "accountKey", a.account_id as "accountId", a.account_name as name, t.name as "platformName", a.currency,
           a.time_zone as "timeZone", (${now}::timestamptz at time zone a.time_zone)::date::text as today, a.status,
           a.last_sync_at as "readThrough"
    from platform_account a join trading_platform t using (platform_key)
    where a.owner_key = ${ownerKey} and a.account_key = ${accountKey} ${lock ? sql`for no key update of a` : sql``}
  `.execute(tx);
  return rows[0];
};

/** A campaign of the file that belongs to another account of the platform: then the file is for that account. */
export const findOthersCampaign = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
): Promise<{ id: string; accountName: string } | undefined> => {
  const { rows } = await sql<{ id: string; accountName: string }>`
    select c.external_id as id, o.account_name as "accountName"
    from platform_account a
    join platform_account o on o.owner_key = a.owner_key and o.platform_key = a.platform_key and o.account_key <> a.account_key
    join platform_campaign c on c.owner_key = o.owner_key and c.account_key = o.account_key
    where a.owner_key = ${ownerKey} and a.account_key = ${accountKey}
      and c.external_id in (select campaign_id from staged_row) limit 1
  `.execute(tx);
  return rows[0];
};

interface NewFile extends Place {
  way: PlatformFileWay;
  fileName: string;
  bytes: number;
  sha256: Buffer;
  format: string | null;
  report: PlatformReport | null;
  outcome: PlatformFileOutcome;
  error: string | null;
  problems: readonly string[];
  warnings: readonly string[];
  firstDay: string | null;
  lastDay: string | null;
  lines: number;
  days: number;
  newDays: number;
  correctedDays: number;
  changedRows: number;
  fileSums: Record<string, number> | null;
  storedSums: Record<string, number> | null;
  readBefore: Date | null;
  receivedBy: number | null;
  receivedAt: Date;
}

export const insertFile = async (tx: Tx, file: NewFile): Promise<number> => {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const { rows } = await sql<{ fileKey: number }>`
    insert into platform_file (owner_key, account_key, way, file_name, bytes, sha256, format, report, outcome, error, problems, warnings,
      first_day, last_day, lines, days, new_days, corrected_days, changed_rows, file_sums, stored_sums, read_before, received_by, received_at)
    values (${file.ownerKey}, ${file.accountKey}, ${file.way}, ${file.fileName}, ${file.bytes}, ${file.sha256}, ${file.format}, ${file.report},
      ${file.outcome}, ${file.error}, ${json(file.problems)}, ${json(file.warnings)}, ${file.firstDay}, ${file.lastDay}, ${file.lines},
      ${file.days}, ${file.newDays}, ${file.correctedDays}, ${file.changedRows}, ${json(file.fileSums)}, ${json(file.storedSums)}, ${file.readBefore},
      ${file.receivedBy}, ${file.receivedAt})
    returning file_key as "fileKey"
  `.execute(tx);
  return rows[0]!.fileKey;
};

/** The number of the file's days, once they are stored; one without changes says so. */
export const updateCounts = async (
  tx: Tx,
  ownerKey: number,
  fileKey: number,
  counts: { days: number; newDays: number; correctedDays: number; outcome: PlatformFileOutcome },
): Promise<void> => {
  await sql`
    update platform_file set outcome = ${counts.outcome}, days = ${counts.days}, new_days = ${counts.newDays}, corrected_days = ${counts.correctedDays}
    where owner_key = ${ownerKey} and file_key = ${fileKey}
  `.execute(tx);
};

interface FileTimes {
  receivedAt: Date;
  undoneAt: Date | null;
  undoUntil: Date | null;
}
type FileRow = Omit<PlatformFile, 'formatName' | keyof FileTimes> & FileTimes & { format: string | null };

/** An upload that changed something can be undone as long as any other file. */
const undoMs = LIMITS.bulkUndoMs;

/** The latest first; one more than requested, to show that there are more. */
export const listFiles = async (
  tx: Tx,
  { ownerKey, accountKey }: Place,
  now: Date,
  { before = null, fileKey = null, rows: most }: { before?: number | null; fileKey?: number | null; rows: number },
): Promise<PlatformFile[]> => {
  const { rows } = await sql<FileRow>`
    select f.file_key as "fileKey", f.file_name as "fileName", f.bytes::float8 as bytes, f.way, f.report, f.format, f.outcome, f.error,
           f.problems, f.warnings, f.first_day::text as "firstDay", f.last_day::text as "lastDay", f.lines, f.days, f.new_days as "newDays",
           f.corrected_days as "correctedDays", f.changed_rows as "changedRows", f.file_sums as "fileSums", f.stored_sums as "storedSums",
           f.received_at as "receivedAt", u.user_name as "receivedBy", f.undone_at as "undoneAt",
           case when f.undone_at is null and f.received_at > ${new Date(now.getTime() - undoMs)}
                 and exists (select from platform_file_undo b where b.owner_key = f.owner_key and b.file_key = f.file_key)
                then f.received_at + ${undoMs}::float8 * interval '1 millisecond' end as "undoUntil"
    from platform_file f left join user_account u on u.user_key = f.received_by
    where f.owner_key = ${ownerKey} and f.account_key is not distinct from ${accountKey}::int
      and (${before}::int is null or f.file_key < ${before}) and (${fileKey}::int is null or f.file_key = ${fileKey})
    order by f.file_key desc limit ${most}
  `.execute(tx);
  return rows.map(({ format, receivedAt, undoneAt, undoUntil, ...row }) => ({
    ...row,
    formatName: FORMATS.find(({ key }) => key === format)?.name ?? null,
    receivedAt: receivedAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
    undoUntil: undoUntil?.toISOString() ?? null,
  }));
};
