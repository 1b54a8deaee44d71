import { type EndpointState, endpointStateOf, type NextTry, nextTryOf } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** What decides when an undelivered lead is tried next. */
export interface WaitingColumns {
  endpointKey: number | null;
  dueAt: Date | null;
  /** Due time of the file that the lead waits in. */
  fileDueAt: Date | null;
  isPaused: boolean;
  openUntil: Date | null;
}

/** Columns and tables of a lead's next try, for a statement with the lead's task `t`. */
export const waitingColumns = sql`
  t.endpoint_key as "endpointKey", t.due_at as "dueAt", b.due_at as "fileDueAt", e.paused_at is not null as "isPaused",
  h.open_until as "openUntil"`;
export const waitingTables = sql`
  left join delivery_endpoint e on e.owner_key = t.owner_key and e.endpoint_key = t.endpoint_key
  left join delivery_health h on h.owner_key = t.owner_key and h.endpoint_key = t.endpoint_key
  left join delivery_batch b on b.owner_key = t.owner_key and b.endpoint_key = t.endpoint_key and b.batch_no = t.batch_no
    and b.done_at is null`;

export const nextOf = ({ endpointKey, dueAt, fileDueAt, ...pause }: WaitingColumns, now: Date): NextTry =>
  nextTryOf({ endpoint: endpointKey === null ? null : pause, dueAt: dueAt ?? fileDueAt }, now);

/** The state of the endpoint; null without one. */
export const stateOf = ({ endpointKey, isPaused, openUntil }: WaitingColumns): EndpointState | null =>
  endpointKey === null ? null : endpointStateOf({ isPaused, openUntil });

interface Answer {
  at: string;
  outcome: 'accepted' | 'rejected' | 'failed';
  reason: string | null;
  httpStatus: number | null;
  /** The first 500 characters, without the person. */
  text: string;
}
interface StoredWaiting extends WaitingColumns {
  endpointName: string | null;
  failuresInRow: number;
  lastAnswer: Answer | null;
}

/** What an undelivered lead waits for: its endpoint, the last answer, and the next try. */
export const findWaiting = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: { ownerKey: number; capturedDate: string; leadKey: number },
  now: Date,
) => {
  const { rows } = await sql<StoredWaiting>`
    select ${waitingColumns}, e.name as "endpointName", coalesce(h.failures_in_row, 0) as "failuresInRow",
           (select jsonb_build_object(
              'at', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', d.outcome, 'reason', d.reason,
              'httpStatus', d.http_status, 'text', left(coalesce(d.response, ''), 500))
            from lead_delivery d
            where d.owner_key = ${ownerKey} and d.captured_date = ${capturedDate}::date and d.lead_key = ${leadKey}
            order by d.attempt desc limit 1) as "lastAnswer"
    from (select) one
    left join delivery_task t on t.owner_key = ${ownerKey} and t.lead_key = ${leadKey}
    ${waitingTables}
  `.execute(tx);
  const row = rows[0]!;
  const { endpointKey, endpointName, failuresInRow, lastAnswer, openUntil } = row;
  return {
    endpointKey,
    endpointName,
    state: stateOf(row),
    openUntil: openUntil?.toISOString() ?? null,
    failuresInRow,
    lastAnswer,
    ...nextOf(row, now),
  };
};
