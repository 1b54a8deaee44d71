import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type Task } from './tries.queries.ts';

export interface BatchId {
  ownerKey: number;
  endpointKey: number;
  batchNo: number;
}
interface Batch {
  fileName: string;
}

/** The next moment of the schedule, counted from midnight in the owner's time zone. */
const nextMoment = (ownerKey: number, now: Date, everyMinutes: number) => sql`
  (select (l.day + (floor(extract(epoch from l.at - l.day) / (60 * ${everyMinutes}::int)) + 1)
           * ${everyMinutes}::int * interval '1 minute') at time zone l.zone
   from (select o.time_zone as zone, ${now}::timestamptz at time zone o.time_zone as at,
                date_trunc('day', ${now}::timestamptz at time zone o.time_zone) as day
         from owner o where o.owner_key = ${ownerKey}) l)`;

/**
 * Adds a due lead to the next outgoing file. A lead from a failed file has that file sent again. The lead's retry schedule starts at the
 * file's own moment: waiting for it is no delay.
 */
export const putIntoBatch = async (
  tx: Tx,
  { ownerKey, leadKey, endpointKey }: { ownerKey: number; leadKey: number; endpointKey: number },
  { fileName, everyMinutes }: { fileName: string; everyMinutes: number },
  now: Date,
): Promise<void> => {
  // Serialised per endpoint: two would both create a file.
  await sql`select from delivery_health where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} for update`.execute(
    tx,
  );
  const batches = await sql<{ batchNo: number }>`
    update delivery_batch b set due_at = ${now} from delivery_task t
    where t.owner_key = ${ownerKey} and t.lead_key = ${leadKey} and b.owner_key = t.owner_key and b.endpoint_key = t.endpoint_key
      and b.batch_no = t.batch_no and b.done_at is null and b.started_at is not null
    returning b.batch_no as "batchNo"
  `.execute(tx);
  if (batches.rows.length === 0) {
    await sql`
      insert into delivery_batch (owner_key, endpoint_key, batch_no, file_name, due_at)
      select ${ownerKey}, ${endpointKey}, n.batch_no,
             replace(replace(replace(${fileName}::text, '{number}', lpad(n.batch_no::text, 6, '0')),
               '{date}', to_char(m.at at time zone o.time_zone, 'YYYY-MM-DD')), '{time}', to_char(m.at at time zone o.time_zone, 'HH24MI')), m.at
      from (select coalesce(max(batch_no), 0) + 1 as batch_no, bool_or(started_at is null and done_at is null) as is_open
            from delivery_batch where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}) n,
           (select ${nextMoment(ownerKey, now, everyMinutes)} as at) m, owner o
      where o.owner_key = ${ownerKey} and n.is_open is not true
    `.execute(tx);
  }
  await sql`
    update delivery_task t
    set batch_no = b.batch_no, accepted_at = case when b.started_at is null then greatest(t.accepted_at, b.due_at) else t.accepted_at end,
        due_at = null, taken_by = null, taken_until = null, taken_times = 0
    from delivery_batch b
    where t.owner_key = ${ownerKey} and t.lead_key = ${leadKey} and b.owner_key = t.owner_key and b.endpoint_key = ${endpointKey}
      and b.done_at is null and ${batches.rows[0] === undefined ? sql`b.started_at is null` : sql`b.batch_no = ${batches.rows[0].batchNo}`}
  `.execute(tx);
};

/** Claims a file for a limited time, by the database's clock; undefined where another worker has it. No further leads are added to it. */
export const takeBatch = async (
  tx: Tx,
  { ownerKey, endpointKey, batchNo }: BatchId,
  { worker, now, seconds }: { worker: string; now: Date; seconds: number },
): Promise<Batch | undefined> => {
  const { rows } = await sql<Batch>`
    update delivery_batch set taken_by = ${worker}, taken_until = clock_timestamp() + make_interval(secs => ${seconds}),
           started_at = coalesce(started_at, ${now})
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} and batch_no = ${batchNo} and done_at is null and due_at <= ${now}
      and (taken_until is null or taken_until < clock_timestamp())
    returning file_name as "fileName"
  `.execute(tx);
  return rows[0];
};

/** The undelivered leads of a file, in order of arrival. */
export const listBatchTasks = async (
  tx: Tx,
  { ownerKey, endpointKey, batchNo }: BatchId,
  lock: boolean,
): Promise<Task[]> => {
  const { rows } = await sql<Task>`
    select t.owner_key as "ownerKey", t.lead_key::int as "leadKey", t.captured_date::text as "capturedDate",
           t.client_key as "clientKey", t.endpoint_key as "endpointKey", t.accepted_at as "acceptedAt", t.mapping_errors as "mappingErrors",
           t.taken_times as "takenTimes", l.status, false as "mayHaveArrived"
    from delivery_task t
    join lead l on l.owner_key = t.owner_key and l.captured_date = t.captured_date and l.lead_key = t.lead_key
    where t.owner_key = ${ownerKey} and t.endpoint_key = ${endpointKey} and t.batch_no = ${batchNo} and t.done_at is null
    order by t.lead_key ${lock ? sql`for update of t, l` : sql``}
  `.execute(tx);
  return rows;
};

/** Releases a file: done, or to be resent when one of its leads is due. False where another worker has claimed it meanwhile. */
export const releaseBatch = async (
  tx: Tx,
  { ownerKey, endpointKey, batchNo }: BatchId,
  { worker, now, isDone }: { worker: string; now: Date; isDone: boolean },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update delivery_batch set taken_by = null, taken_until = null, due_at = null, done_at = ${isDone ? now : null}
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} and batch_no = ${batchNo} and taken_by = ${worker}
  `.execute(tx);
  return numAffectedRows === 1n;
};

/** Stores the first host key a server presents; later ones must match. */
export const pinHostKey = async (
  tx: Tx,
  ownerKey: number,
  endpointKey: number,
  hostKey: string,
  now: Date,
): Promise<void> => {
  await sql`
    update delivery_endpoint set host_key = ${hostKey}, host_key_at = ${now}
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} and host_key is null
  `.execute(tx);
};

/** After an endpoint's delivery method changed: leads waiting in its files use the new one. */
export const dissolveBatches = async (tx: Tx, ownerKey: number, endpointKey: number, now: Date): Promise<void> => {
  await sql`
    update delivery_task set batch_no = null, due_at = coalesce(due_at, ${now})
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} and batch_no is not null and done_at is null
  `.execute(tx);
  await sql`
    update delivery_batch set done_at = ${now}, due_at = null
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} and done_at is null
  `.execute(tx);
};
