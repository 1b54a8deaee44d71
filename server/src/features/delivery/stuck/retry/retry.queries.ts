import { endpointStateOf, type StuckRetry } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../../db/scope/tx.ts';
import { iso } from '../stuck.queries.ts';

/** Inserts a task for undelivered leads from before the outbox, or whose task was pruned. */
const ensureTasks = async (tx: Tx, ownerKey: number, which: ReturnType<typeof sql>): Promise<void> => {
  await sql`
    insert into delivery_task (owner_key, captured_date, lead_key, client_key, campus_key, endpoint_key, email_hash, phone_hash,
                               accepted_at, is_stuck)
    select l.owner_key, l.captured_date, l.lead_key, g.client_key, l.campus_key,
           (select e.endpoint_key from delivery_endpoint e where e.owner_key = g.owner_key and e.client_key = g.client_key
              and (e.campus_key is null or e.campus_key = l.campus_key) order by e.campus_key nulls last limit 1),
           p.email_hash, p.phone_hash, l.created_at, l.status = 'STK'
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    where l.owner_key = ${ownerKey} and app.waits_for_delivery(l.status) and ${which}
    on conflict (owner_key, lead_key) do nothing
  `.execute(tx);
};

/** A user says the endpoint works again: the first lead is sent without waiting for the breaker. */
const letThrough = async (tx: Tx, ownerKey: number, endpointKeys: readonly number[], now: Date): Promise<void> => {
  await sql`
    update delivery_health set open_until = ${now}
    where owner_key = ${ownerKey} and endpoint_key = any (${[...endpointKeys]}) and open_until > ${now}
  `.execute(tx);
};

interface Asked {
  userKey: number | null;
  at: Date;
}

const insertRetry = async (
  tx: Tx,
  ownerKey: number,
  { endpointKey, reason, userKey, at }: Asked & { endpointKey: number | null; reason: string | null },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into delivery_retry (owner_key, endpoint_key, reason, asked_by, asked_at)
    values (${ownerKey}, ${endpointKey}, ${reason}, ${userKey}, ${at}) returning retry_key as key
  `.execute(tx);
  return rows[0]!.key;
};

/** Makes tasks due now. Those being sent stay as they are. */
export const retryLeads = async (
  tx: Tx,
  ownerKey: number,
  leadKeys: readonly number[],
  actor: Asked,
): Promise<number> => {
  const { at: now } = actor;
  await ensureTasks(tx, ownerKey, sql`l.lead_key = any (${[...leadKeys]})`);
  const retryKey = await insertRetry(tx, ownerKey, { ...actor, endpointKey: null, reason: null });
  const { rows } = await sql<{ endpointKey: number | null }>`
    update delivery_task t set due_at = ${now}, is_stuck = (l.status = 'STK'), done_at = null, retry_key = ${retryKey}
    from lead l
    where t.owner_key = ${ownerKey} and t.lead_key = any (${[...leadKeys]}) and l.owner_key = t.owner_key
      and l.captured_date = t.captured_date and l.lead_key = t.lead_key and app.waits_for_delivery(l.status)
    returning t.endpoint_key as "endpointKey"
  `.execute(tx);
  const endpointKeys = rows.flatMap(({ endpointKey }) => (endpointKey === null ? [] : [endpointKey]));
  await letThrough(tx, ownerKey, [...new Set(endpointKeys)], now);
  return rows.length;
};

export const retryEndpoint = async (
  tx: Tx,
  ownerKey: number,
  { endpointKey, reason }: { endpointKey: number; reason: string | null },
  actor: Asked,
): Promise<number> => {
  const { at: now } = actor;
  const retryKey = await insertRetry(tx, ownerKey, { ...actor, endpointKey, reason });
  const { numAffectedRows = 0n } = await sql`
    update delivery_task t set due_at = ${now}, retry_key = ${retryKey}
    from lead l
    where t.owner_key = ${ownerKey} and t.endpoint_key = ${endpointKey} and t.done_at is null and l.owner_key = t.owner_key
      and l.captured_date = t.captured_date and l.lead_key = t.lead_key and l.status = 'STK'
      and (${reason}::text is null or l.status_reasons && array[${reason}::text])
  `.execute(tx);
  await letThrough(tx, ownerKey, [endpointKey], now);
  return Number(numAffectedRows);
};

/** How long finished and unfinished retries are shown. */
const SHOWN_DONE = '1 hour';
const SHOWN_WAITING = '7 days';
const MAX_SHOWN = 5;

type StoredRetry = Omit<StuckRetry, 'state' | 'openUntil'> & { isPaused: boolean; openUntil: Date | null };

/**
 * The progress of each endpoint's newest retries, by the state of their leads since: a lead due at the very moment of the request was not
 * tried yet, a failed one has a later moment.
 */
export const listRetries = async (tx: Tx, ownerKey: number, now: Date): Promise<StuckRetry[]> => {
  const { rows } = await sql<StoredRetry>`
    with newest as (
      select distinct on (coalesce(r.endpoint_key, -r.retry_key)) r.*
      from delivery_retry r
      where r.owner_key = ${ownerKey} and r.asked_at > ${now}::timestamptz - ${SHOWN_WAITING}::interval
      order by coalesce(r.endpoint_key, -r.retry_key), r.retry_key desc
    )
    select r.retry_key as "retryKey", r.endpoint_key as "endpointKey", e.name as "endpointName", r.reason,
           ${iso('r.asked_at')} as "askedAt", concat_ws(' ', u.first_name, u.last_name) as "askedBy", n.leads, d.delivered, d.rejected,
           n.leads - d.delivered - d.rejected - n.failed - n.waiting as closed, n.failed, n.waiting,
           h.open_until as "openUntil", e.paused_at is not null as "isPaused", coalesce(h.failures_in_row, 0) as "failuresInRow"
    from newest r
    cross join lateral (
      select count(*)::int as leads,
             count(*) filter (where t.done_at is null and t.due_at is distinct from r.asked_at)::int as failed,
             count(*) filter (where t.done_at is null and t.due_at = r.asked_at)::int as waiting
      from delivery_task t where t.owner_key = r.owner_key and t.retry_key = r.retry_key
    ) n
    cross join lateral (
      select count(*) filter (where app.was_delivered(l.status))::int as delivered,
             count(*) filter (where l.status = 'REJ')::int as rejected
      from delivery_task t
      join lead l on l.owner_key = t.owner_key and l.captured_date = t.captured_date and l.lead_key = t.lead_key
      where t.owner_key = r.owner_key and t.retry_key = r.retry_key and t.done_at is not null
    ) d
    left join delivery_endpoint e on e.owner_key = r.owner_key and e.endpoint_key = r.endpoint_key
    left join delivery_health h on h.owner_key = r.owner_key and h.endpoint_key = r.endpoint_key
    left join user_account u on u.user_key = r.asked_by
    where n.leads > 1 and (n.waiting > 0 or r.asked_at > ${now}::timestamptz - ${SHOWN_DONE}::interval)
    order by r.retry_key desc limit ${MAX_SHOWN}
  `.execute(tx);
  return rows.map(({ isPaused, openUntil, ...retry }) => ({
    ...retry,
    state: retry.endpointKey === null ? null : endpointStateOf({ isPaused, openUntil }),
    openUntil: openUntil?.toISOString() ?? null,
  }));
};
