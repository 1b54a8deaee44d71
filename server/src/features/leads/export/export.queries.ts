import { type LeadExport, type LeadExportQuestion } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';

export interface ExportId {
  ownerKey: number;
  exportKey: number;
}
const isExport = ({ ownerKey, exportKey }: ExportId) => sql`owner_key = ${ownerKey} and export_key = ${exportKey}`;

/** One after the other for an owner, so that two concurrent requests are both counted. */
export const holdExportsOf = (tx: Tx, ownerKey: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('lead exports of owner ' || ${ownerKey}::int, 0))`.execute(tx);

export const countDownloads = async (tx: Tx, ownerKey: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from lead_export where owner_key = ${ownerKey} and is_direct and state = 'running'
  `.execute(tx);
  return rows[0]?.n ?? 0;
};

interface NewExport {
  question: LeadExportQuestion;
  leads: number;
  isDirect: boolean;
  at: Date;
  /** How long a download counts as running without a heartbeat. */
  aliveSeconds: number;
}

/** Null where the user has another that has not ended. */
export const insertExport = async (tx: Tx, scope: Scope, row: NewExport): Promise<number | null> => {
  const { question, leads, isDirect, at, aliveSeconds } = row;
  const { rows } = await sql<{ key: number }>`
    insert into lead_export (owner_key, user_key, partner_key, question, has_people, is_direct, state, leads, asked_at, taken_until)
    values (${question.ownerKey}, ${scope.userKey}, ${scope.partnerKey}, ${JSON.stringify(question)}, ${question.wholePeople}, ${isDirect},
            ${isDirect ? 'running' : 'queued'}, ${leads}, ${at},
            ${isDirect ? sql`clock_timestamp() + make_interval(secs => ${aliveSeconds})` : null})
    on conflict (user_key) where state in ('queued', 'running') do nothing
    returning export_key as key
  `.execute(tx);
  return rows[0]?.key ?? null;
};

/** Writes a heartbeat and the progress. False: it was cancelled, or another process has taken it. */
export const updateAlive = async (
  tx: Tx,
  id: ExportId,
  { rows: written, worker, seconds }: { rows: number; worker: string | null; seconds: number },
): Promise<boolean> => {
  const { rows } = await sql`
    update lead_export set rows_written = ${written}, taken_until = clock_timestamp() + make_interval(secs => ${seconds})
    where ${isExport(id)} and state = 'running' and taken_by is not distinct from ${worker}::uuid returning export_key
  `.execute(tx);
  return rows.length > 0;
};

export const removeDownload = async (tx: Tx, id: ExportId): Promise<void> => {
  await sql`delete from lead_export where ${isExport(id)} and is_direct`.execute(tx);
};

export interface TakenExport extends ExportId {
  takenTimes: number;
  userKey: number;
  userType: string;
  partnerKey: number | null;
  permissions: string[];
  email: string;
  firstName: string;
  /** Whether its maker still exists and works on the owner. */
  isAllowed: boolean;
}

/** Run without a scope: it covers every owner. */
export const takeStatement = (most: number, seconds: number, worker: string) => ({
  name: 'take_lead_exports',
  text: `select owner_key as "ownerKey", export_key as "exportKey", taken_times as "takenTimes", user_key as "userKey",
                user_type as "userType", partner_key as "partnerKey", permissions, email, first_name as "firstName",
                is_allowed as "isAllowed"
         from app.take_lead_exports($1, make_interval(secs => $2), $3)`,
  values: [most, seconds, worker],
});

export interface ExportQuestion {
  question: LeadExportQuestion;
  ownerName: string;
  timeZone: string;
}

export const findQuestion = async (tx: Tx, id: ExportId): Promise<ExportQuestion | undefined> => {
  const { rows } = await sql<ExportQuestion>`
    select e.question, o.name as "ownerName", o.time_zone as "timeZone" from lead_export e join owner o on o.owner_key = e.owner_key
    where e.owner_key = ${id.ownerKey} and e.export_key = ${id.exportKey}
  `.execute(tx);
  return rows[0];
};

export const insertPart = async (
  tx: Tx,
  scope: Scope,
  id: ExportId,
  place: number,
  sealed: Uint8Array,
): Promise<void> => {
  await sql`
    insert into lead_export_part (owner_key, export_key, place, partner_key, sealed)
    values (${id.ownerKey}, ${id.exportKey}, ${place}, ${scope.partnerKey}, ${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)})
  `.execute(tx);
};

export const removeParts = async (tx: Tx, { ownerKey, exportKey }: ExportId): Promise<void> => {
  await sql`delete from lead_export_part where owner_key = ${ownerKey} and export_key = ${exportKey}`.execute(tx);
};

export const findPart = async (tx: Tx, id: ExportId, place: number): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from lead_export_part where ${isExport(id)} and place = ${place}
  `.execute(tx);
  return rows[0]?.sealed;
};

type Ended =
  | { state: 'ready'; rows: number; sizeBytes: number; expiresAt: Date; at: Date }
  | { state: 'failed'; rows: number; failure: string; at: Date };

/** False where it was cancelled meanwhile. */
export const updateEnded = async (tx: Tx, id: ExportId, worker: string, ended: Ended): Promise<boolean> => {
  const isReady = ended.state === 'ready';
  const { rows } = await sql`
    update lead_export
    set state = ${ended.state}, rows_written = ${ended.rows}, finished_at = ${ended.at}, taken_by = null, taken_until = null,
        size_bytes = ${isReady ? ended.sizeBytes : null}, expires_at = ${isReady ? ended.expiresAt : null},
        failure = ${isReady ? null : ended.failure}
    where ${isExport(id)} and state = 'running' and taken_by = ${worker} returning export_key
  `.execute(tx);
  return rows.length > 0;
};

/** A writer that stops releases the export at once: the next process starts it again. */
export const updateGivenBack = async (tx: Tx, id: ExportId, worker: string): Promise<void> => {
  await sql`
    update lead_export set state = 'queued', taken_by = null, taken_until = null, taken_times = taken_times - 1
    where ${isExport(id)} and state = 'running' and taken_by = ${worker}
  `.execute(tx);
};

/** The user's own export that waits or runs. False where there is none. */
export const updateCancelled = async (tx: Tx, { userKey }: Scope, id: ExportId, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    update lead_export set state = 'cancelled', finished_at = ${at}, taken_by = null, taken_until = null
    where ${isExport(id)} and user_key = ${userKey} and state in ('queued', 'running') returning export_key
  `.execute(tx);
  return rows.length > 0;
};

export const removeExport = async (tx: Tx, { userKey }: Scope, id: ExportId): Promise<boolean> => {
  const { rows } = await sql`
    delete from lead_export where ${isExport(id)} and user_key = ${userKey} and state not in ('queued', 'running')
    returning export_key
  `.execute(tx);
  return rows.length > 0;
};

interface ReadyExport {
  question: LeadExportQuestion;
  rowsWritten: number;
  sizeBytes: number;
}
/** The user's own export whose file is still kept. */
export const findReady = async (tx: Tx, { userKey }: Scope, id: ExportId, now: Date): Promise<ReadyExport | null> => {
  const { rows } = await sql<ReadyExport>`
    select question, rows_written as "rowsWritten", size_bytes as "sizeBytes" from lead_export
    where ${isExport(id)} and user_key = ${userKey} and state = 'ready' and expires_at > ${now}
  `.execute(tx);
  return rows[0] ?? null;
};

/** More than anybody makes in the days that exports are kept. */
const MAX_LISTED = 200;

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const listExports = async (tx: Tx, { userKey, ownerKeys }: Scope, now: Date): Promise<LeadExport[]> => {
  const { rows } = await sql<LeadExport>`
    select e.export_key as "exportKey", e.owner_key as "ownerKey", o.name as "ownerName", e.question ->> 'startDate' as "startDate",
           e.question ->> 'endDate' as "endDate", e.question ->> 'format' as format, e.has_people as "wholePeople",
           e.is_direct as "isDirect", case when e.state = 'ready' and e.expires_at <= ${now} then 'expired' else e.state end as state,
           e.leads, e.rows_written as "rowsWritten", e.size_bytes as "sizeBytes", e.failure, ${iso('e.asked_at')} as "askedAt",
           ${iso('e.expires_at')} as "expiresAt"
    from lead_export e join owner o on o.owner_key = e.owner_key
    where e.user_key = ${userKey} and e.owner_key = any (${[...ownerKeys]}::int[])
      and (not e.is_direct or e.state = 'running')
    order by e.asked_at desc, e.export_key desc limit ${MAX_LISTED}
  `.execute(tx);
  return rows;
};
