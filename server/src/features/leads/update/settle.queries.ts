import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type LeadId } from '../../../shared/delivery/move-lead.ts';

const keysOf = (leads: readonly LeadId[]) => sql`${leads.map(({ leadKey }) => leadKey)}::bigint[]`;

/** Deletes the hold of a lead that is no longer held, so that it is not tried again. */
export const removeHolds = async (tx: Tx, ownerKey: number, leads: readonly LeadId[]): Promise<void> => {
  await sql`delete from lead_hold where owner_key = ${ownerKey} and lead_key = any (${keysOf(leads)})`.execute(tx);
};

/** Holds leads again, due at once, with all checks. */
export const insertHolds = async (tx: Tx, ownerKey: number, leads: readonly LeadId[], at: Date): Promise<void> => {
  await sql`
    insert into lead_hold (owner_key, captured_date, lead_key, next_at)
    select ${ownerKey}, w.day, w.key, ${at}
    from unnest(${leads.map(({ capturedDate }) => capturedDate)}::date[], ${keysOf(leads)}) w (day, key)
    on conflict do nothing
  `.execute(tx);
};

/** A refused or held lead is owed by nobody, whether or not it would be paid for. */
export const resetUnpaid = async (tx: Tx, ownerKey: number, leads: readonly LeadId[]): Promise<void> => {
  const days = sql`${leads.map(({ capturedDate }) => capturedDate)}::date[]`;
  await sql`
    update lead set unpaid = false
    where owner_key = ${ownerKey} and captured_date = any (${days}) and lead_key = any (${keysOf(leads)}) and unpaid
  `.execute(tx);
};

/** Removes leads from the outbox: they need no more sending. */
export const finishTasks = async (tx: Tx, ownerKey: number, leads: readonly LeadId[], at: Date): Promise<void> => {
  await sql`
    update delivery_task set done_at = ${at}, due_at = null, taken_by = null, taken_until = null, taken_times = 0
    where owner_key = ${ownerKey} and lead_key = any (${keysOf(leads)}) and done_at is null
  `.execute(tx);
};

/** Makes leads stuck again, and due at once. */
export const reopenTasks = async (tx: Tx, ownerKey: number, leads: readonly LeadId[], at: Date): Promise<void> => {
  await sql`
    update delivery_task set done_at = null, due_at = ${at}, is_stuck = true
    where owner_key = ${ownerKey} and lead_key = any (${keysOf(leads)})
  `.execute(tx);
};

/** Those of the leads that are being sent just now: they cannot be called back. */
export const listBeingSent = async (tx: Tx, ownerKey: number, leads: readonly LeadId[]): Promise<number[]> => {
  const { rows } = await sql<{ leadKey: number }>`
    select lead_key::int as "leadKey" from delivery_task
    where owner_key = ${ownerKey} and lead_key = any (${keysOf(leads)}) and done_at is null and taken_until > clock_timestamp()
    for update
  `.execute(tx);
  return rows.map(({ leadKey }) => leadKey);
};

/** Answers clients' claims about stuck leads with the result. */
export const answerClaims = async (
  tx: Tx,
  ownerKey: number,
  leads: readonly LeadId[],
  answer: { confirmed: boolean; userKey: number | null; at: Date },
): Promise<void> => {
  await sql`
    update delivery_claim set decided_by = ${answer.userKey}, decided_at = ${answer.at}, confirmed = ${answer.confirmed}
    where owner_key = ${ownerKey} and lead_key = any (${keysOf(leads)}) and decided_at is null
  `.execute(tx);
};

/** Reopens claims where the lead's last change was the answer. */
export const reopenClaims = async (tx: Tx, ownerKey: number, leads: readonly LeadId[]): Promise<void> => {
  await sql`
    update delivery_claim d set decided_by = null, decided_at = null, confirmed = null
    where d.owner_key = ${ownerKey} and d.lead_key = any (${keysOf(leads)})
      and d.decided_at = (select max(h.at) from lead_status_change h
                          where h.owner_key = d.owner_key and h.captured_date = d.captured_date and h.lead_key = d.lead_key)
  `.execute(tx);
};
