import {
  breakerOpenUntil,
  DELIVERY_SCHEDULE,
  isAwaitingDelivery,
  type LeadStatus,
  nextTryAt,
  stuckAt,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { getOwnerVariant } from '../owner-variant.queries.ts';
import { moveLead } from './move-lead.ts';
import { type Sent } from './send-lead.ts';

export interface Task {
  ownerKey: number;
  leadKey: number;
  capturedDate: string;
  clientKey: number;
  endpointKey: number | null;
  acceptedAt: Date;
  mappingErrors: number;
  takenTimes: number;
  /** Whether an earlier attempt without an answer may have reached the client. */
  mayHaveArrived: boolean;
  status: LeadStatus;
}

/** A task still claimed by the worker, with its lead; locked if it is to be written. */
export const findTask = async (
  tx: Tx,
  { ownerKey, leadKey, worker }: { ownerKey: number; leadKey: number; worker: string },
  lock: 'locked' | 'read',
): Promise<Task | undefined> => {
  const { rows } = await sql<Task>`
    select t.owner_key as "ownerKey", t.lead_key::int as "leadKey", t.captured_date::text as "capturedDate",
           t.client_key as "clientKey", t.endpoint_key as "endpointKey", t.accepted_at as "acceptedAt", t.mapping_errors as "mappingErrors",
           t.taken_times as "takenTimes", l.status,
           t.taken_times > 1 or exists (
             select from lead_delivery d
             where d.owner_key = t.owner_key and d.captured_date = t.captured_date and d.lead_key = t.lead_key
               and d.at >= t.accepted_at and d.outcome = 'failed' and d.reason in ('TIMEOUT', 'UNPARSEABLE_RESPONSE', 'ENDPOINT_DOWN')
           ) as "mayHaveArrived"
    from delivery_task t
    join lead l on l.owner_key = t.owner_key and l.captured_date = t.captured_date and l.lead_key = t.lead_key
    where t.owner_key = ${ownerKey} and t.lead_key = ${leadKey} and t.taken_by = ${worker} and t.done_at is null
    ${lock === 'locked' ? sql`for update` : sql``}
  `.execute(tx);
  return rows[0];
};

/** Removes the lead from the outbox: it needs no more sending. */
export const finishTask = async (tx: Tx, ownerKey: number, leadKey: number, now: Date): Promise<void> => {
  await sql`
    update delivery_task set done_at = ${now}, due_at = null, taken_by = null, taken_until = null, taken_times = 0
    where owner_key = ${ownerKey} and lead_key = ${leadKey}
  `.execute(tx);
};

const insertTry = async (
  tx: Tx,
  { ownerKey, leadKey, capturedDate, endpointKey }: Task,
  { outcome, reason, httpStatus, durationMs, request, response, because }: Sent,
  at: Date,
  version: number | null,
  nextAt: Date | null,
): Promise<void> => {
  await sql`
    insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, reason, response, next_at, endpoint_key,
                               endpoint_version, duration_ms, http_status, request)
    select ${ownerKey}, ${capturedDate}::date, ${leadKey}, coalesce(max(attempt), 0) + 1, ${at}, ${outcome}, ${reason},
           ${response === '' ? because : response}, ${nextAt}, ${endpointKey}, ${version}, ${durationMs}, ${httpStatus}, ${request}
    from lead_delivery where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
};

/** Updates the circuit breaker: a success closes it and resets the failures; a failure counts, and at ten in a row it opens. */
export const noteHealth = async (
  tx: Tx,
  { ownerKey, endpointKey }: Pick<Task, 'ownerKey' | 'endpointKey'>,
  sent: Pick<Sent, 'outcome' | 'reason'>,
  now: Date,
): Promise<void> => {
  if (endpointKey === null) return;
  if (sent.outcome !== 'failed') {
    await sql`
      update delivery_health set failures_in_row = 0, last_success_at = ${now}, open_until = null
      where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
    `.execute(tx);
    return;
  }
  const { rows } = await sql<{ failures: number }>`
    update delivery_health set failures_in_row = failures_in_row + 1, last_failure_at = ${now}, last_reason = ${sent.reason}
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} returning failures_in_row as failures
  `.execute(tx);
  const until = breakerOpenUntil(rows[0]?.failures ?? 0, now);
  if (until !== null)
    await sql`
      update delivery_health set open_until = ${until} where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
    `.execute(tx);
};

/** By the owner's current setting. */
const stuckFrom = async (tx: Tx, { ownerKey, acceptedAt }: Pick<Task, 'ownerKey' | 'acceptedAt'>): Promise<Date> =>
  stuckAt(acceptedAt, (await getOwnerVariant(tx, ownerKey)).variant.stuckMinutes);

/** Stores an attempt, changes the lead's status and schedules the retry, all or nothing. */
export const storeTry = async (
  tx: Tx,
  task: Task,
  sent: Sent,
  version: number | null,
  now: Date,
  /** For a file of many leads, the sender of the file updates the endpoint's health once. */
  { isHealthNoted = false } = {},
): Promise<void> => {
  const { ownerKey, leadKey, status, acceptedAt } = task;
  const isMapping = sent.reason === 'MAPPING_ERROR';
  const mappingErrors = isMapping ? task.mappingErrors + 1 : 0;
  const isOver = mappingErrors >= DELIVERY_SCHEDULE.mappingTries;
  const nextAt = sent.outcome === 'failed' && !isOver ? nextTryAt(acceptedAt, now) : null;
  await insertTry(tx, task, sent, now, version, nextAt);
  if (!isHealthNoted) await noteHealth(tx, task, sent, now);
  const isOpen = isAwaitingDelivery(status);
  if (sent.outcome !== 'failed' || !isOpen) {
    await finishTask(tx, ownerKey, leadKey, now);
    if (!isOpen) return;
    await moveLead(tx, task, {
      from: status,
      to: sent.outcome === 'accepted' ? 'DLV' : 'REJ',
      by: 'system',
      userKey: null,
      reasons: sent.reason === null ? [] : [sent.reason],
      reference: sent.reference,
      at: now,
    });
    return;
  }
  const becomesStuck = status === 'VAL' && (nextAt === null || now >= (await stuckFrom(tx, task)));
  await sql`
    update delivery_task
    set due_at = ${nextAt}, mapping_errors = ${mappingErrors}, is_stuck = ${status === 'STK' || becomesStuck},
        taken_by = null, taken_until = null, taken_times = 0
    where owner_key = ${ownerKey} and lead_key = ${leadKey}
  `.execute(tx);
  const reasons = sent.reason === null ? [] : [sent.reason];
  if (becomesStuck) await moveLead(tx, task, { from: 'VAL', to: 'STK', by: 'system', userKey: null, reasons, at: now });
  else if (status === 'STK')
    await sql`
      update lead set status_reasons = ${reasons}
      where owner_key = ${ownerKey} and captured_date = ${task.capturedDate}::date and lead_key = ${leadKey}
        and status_reasons is distinct from ${reasons}
    `.execute(tx);
};

/** Ends the delivery of a suppressed person. */
export const stopTask = async (tx: Tx, task: Task, note: string, now: Date): Promise<void> => {
  await finishTask(tx, task.ownerKey, task.leadKey, now);
  await moveLead(tx, task, {
    from: task.status,
    to: 'SCR',
    by: 'system',
    userKey: null,
    reasons: ['DNC'],
    note,
    at: now,
  });
};

/**
 * Marks valid leads as stuck once their time limit is over, whatever prevented sending: an open breaker, a paused endpoint, no endpoint, an
 * earlier lead of the same person. The reason is that of the last attempt.
 */
export const markOverdue = async (
  tx: Tx,
  ownerKey: number,
  leadKeys: readonly number[],
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ capturedDate: string; leadKey: number; reason: string }>`
    select t.captured_date::text as "capturedDate", t.lead_key::int as "leadKey",
           coalesce((select d.reason from lead_delivery d
                     where d.owner_key = t.owner_key and d.captured_date = t.captured_date and d.lead_key = t.lead_key
                     order by d.attempt desc limit 1), h.last_reason, 'ENDPOINT_DOWN') as reason
    from delivery_task t
    join lead l on l.owner_key = t.owner_key and l.captured_date = t.captured_date and l.lead_key = t.lead_key
    left join delivery_health h on h.owner_key = t.owner_key and h.endpoint_key = t.endpoint_key
    where t.owner_key = ${ownerKey} and t.lead_key = any (${[...leadKeys]}) and t.done_at is null and not t.is_stuck
      and l.status = 'VAL' and (t.taken_until is null or t.taken_until < clock_timestamp())
    order by t.lead_key for update of t, l
  `.execute(tx);
  for (const { capturedDate, leadKey, reason } of rows)
    await moveLead(
      tx,
      { ownerKey, capturedDate, leadKey },
      { from: 'VAL', to: 'STK', by: 'system', userKey: null, reasons: [reason], at: now },
    );
  // Leads that are no longer valid need no sending.
  await sql`
    update delivery_task t set is_stuck = true from lead l
    where t.owner_key = ${ownerKey} and t.lead_key = any (${[...leadKeys]}) and l.owner_key = t.owner_key
      and l.captured_date = t.captured_date and l.lead_key = t.lead_key and l.status = 'STK'
  `.execute(tx);
  await sql`
    update delivery_task t set done_at = ${now}, due_at = null from lead l
    where t.owner_key = ${ownerKey} and t.lead_key = any (${[...leadKeys]}) and l.owner_key = t.owner_key
      and l.captured_date = t.captured_date and l.lead_key = t.lead_key and not app.waits_for_delivery(l.status) and t.done_at is null
  `.execute(tx);
  return rows.length;
};
