import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The endpoint for a client's leads: the campus's before the client's. */
const endpointFor = (owner: string, client: string, campus: string): RawBuilder<number | null> => sql`
  (select e.endpoint_key from delivery_endpoint e
   where e.owner_key = ${sql.ref(owner)} and e.client_key = ${sql.ref(client)}
     and (e.campus_key is null or e.campus_key = ${sql.ref(campus)})
   order by e.campus_key nulls last limit 1)`;

/**
 * Queues a valid lead for delivery, effective when the transaction commits. Called in every transaction that makes a lead valid, after the
 * lead and its person are written: a post, a release, an override, a resend. A lead queued before restarts its retry schedule.
 */
export const queueDelivery = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: { ownerKey: number; capturedDate: string; leadKey: number },
  now: Date,
): Promise<void> => {
  const { numAffectedRows } = await sql`
    insert into delivery_task (owner_key, captured_date, lead_key, client_key, campus_key, endpoint_key, email_hash, phone_hash,
                               accepted_at, due_at)
    select l.owner_key, l.captured_date, l.lead_key, g.client_key, l.campus_key,
           ${endpointFor('l.owner_key', 'g.client_key', 'l.campus_key')}, p.email_hash, p.phone_hash, ${now}, ${now}
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join lead_person p
      on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    where l.owner_key = ${ownerKey} and l.captured_date = ${capturedDate}::date and l.lead_key = ${leadKey} and l.status = 'VAL'
    on conflict (owner_key, lead_key) do update
    set client_key = excluded.client_key, campus_key = excluded.campus_key, endpoint_key = excluded.endpoint_key,
        email_hash = excluded.email_hash, phone_hash = excluded.phone_hash, accepted_at = excluded.accepted_at,
        due_at = excluded.due_at, is_stuck = false, mapping_errors = 0, taken_by = null, taken_until = null, taken_times = 0,
        done_at = null
  `.execute(tx);
  if (numAffectedRows !== 1n) throw new Error(`Lead ${leadKey} is not valid: nothing is delivered of it`);
};

/** Reassigns waiting leads after an endpoint was created, deleted or moved. */
export const assignEndpoints = async (tx: Tx, ownerKey: number, clientKey: number, now: Date): Promise<void> => {
  await sql`
    with place as (
      select t.owner_key, t.lead_key, ${endpointFor('t.owner_key', 't.client_key', 't.campus_key')} as endpoint_key
      from delivery_task t where t.owner_key = ${ownerKey} and t.client_key = ${clientKey} and t.done_at is null
    )
    update delivery_task t set endpoint_key = p.endpoint_key, due_at = ${now}
    from place p
    where t.owner_key = p.owner_key and t.lead_key = p.lead_key and t.endpoint_key is distinct from p.endpoint_key
  `.execute(tx);
};
