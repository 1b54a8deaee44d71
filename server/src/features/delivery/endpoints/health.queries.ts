import { type DeliveryHealthRow, type DeliverySystem } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

const HOUR_MS = 3_600_000;
const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Columns common to the agency's page and the client's line. */
const shared = sql`
  e.endpoint_key as "endpointKey", e.name,
  case when e.paused_at is not null then 'PAUSED' when h.open_until is not null then 'STOPPED' else 'SENDING' end as state,
  ${iso('h.open_until')} as "openUntil",
  (select ${iso('a.at')} from lead_delivery a
   where a.owner_key = e.owner_key and a.endpoint_key = e.endpoint_key and a.outcome = 'accepted'
   order by a.at desc limit 1) as "lastAcceptedAt",
  w.waiting, ${iso('w.oldest')} as "oldestWaitingAt"`;

const joined = sql`
  delivery_endpoint e
  left join delivery_health h on h.owner_key = e.owner_key and h.endpoint_key = e.endpoint_key
  cross join lateral (
    select count(*)::int as waiting, min(t.accepted_at) as oldest from delivery_task t
    where t.owner_key = e.owner_key and t.endpoint_key = e.endpoint_key and t.done_at is null) w`;

export const listHealth = async (tx: Tx, ownerKeys: readonly number[], now: Date): Promise<DeliveryHealthRow[]> => {
  const [day, week] = [24, 168].map((hours) => new Date(now.getTime() - hours * HOUR_MS));
  const { rows } = await sql<DeliveryHealthRow>`
    select ${shared}, e.owner_key as "ownerKey", o.name as "ownerName", e.client_key as "clientKey",
           c.name as "clientName", e.campus_key as "campusKey", k.name as "campusName", e.settings ->> 'method' as method,
           coalesce(h.failures_in_row, 0) as "failuresInRow", ${iso('h.last_failure_at')} as "lastFailureAt",
           h.last_reason as "lastReason", d.p95 as "p95Ms", d.day as "accepted24h", d.week as "accepted7d"
    from ${joined}
    join owner o on o.owner_key = e.owner_key
    join client c on c.owner_key = e.owner_key and c.client_key = e.client_key
    left join campus k on k.owner_key = e.owner_key and k.campus_key = e.campus_key
    cross join lateral (
      select round(percentile_cont(0.95) within group (order by x.duration_ms) filter (where x.at > ${day}))::int as p95,
             count(*) filter (where x.outcome = 'accepted' and x.at > ${day})::int as day,
             count(*) filter (where x.outcome = 'accepted')::int as week
      from lead_delivery x where x.owner_key = e.owner_key and x.endpoint_key = e.endpoint_key and x.at > ${week}) d
    where e.owner_key = any (${[...ownerKeys]})
    order by lower(o.name), lower(c.name), e.endpoint_key
  `.execute(tx);
  return rows;
};

export const listSystems = async (tx: Tx, ownerKey: number): Promise<DeliverySystem[]> => {
  const { rows } = await sql<DeliverySystem>`
    select ${shared} from ${joined} where e.owner_key = ${ownerKey} order by lower(e.name), e.endpoint_key
  `.execute(tx);
  return rows;
};

/** Sends the oldest waiting lead at once; at a stopped endpoint it is the single trial. */
export const probe = async (tx: Tx, ownerKey: number, endpointKey: number, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    update delivery_task set due_at = ${now}
    where (owner_key, lead_key) = (
      select t.owner_key, t.lead_key from delivery_task t
      where t.owner_key = ${ownerKey} and t.endpoint_key = ${endpointKey} and t.done_at is null
        and (t.taken_until is null or t.taken_until < clock_timestamp())
      order by t.accepted_at, t.lead_key limit 1 for update)
  `.execute(tx);
  // A breaker with the present time as its end lets one lead through, and stays open for the others until that succeeds.
  await sql`
    update delivery_health set open_until = ${now}
    where owner_key = ${ownerKey} and endpoint_key = ${endpointKey} and open_until > ${now}
  `.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
