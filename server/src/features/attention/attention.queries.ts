import { type AttentionSubject, type CallBody, type attentionSave } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

interface Person {
  userKey: number;
  name: string;
}

/** The agency's active users who work on the owner. */
export const listPeople = async (tx: Tx, ownerKey: number): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select u.user_key as "userKey", u.first_name || ' ' || u.last_name as name from user_account u
    where u.active and u.user_type = 'agency'
      and (u.all_owners or exists (select from user_owner s where s.user_key = u.user_key and s.owner_key = ${ownerKey}))
    order by name, 1
  `.execute(tx);
  return rows;
};

export const hasRecord = async (
  tx: Tx,
  ownerKey: number,
  { subject, recordKey }: { subject: AttentionSubject; recordKey: number },
): Promise<boolean> => {
  const { rows } = await (
    subject === 'campaign'
      ? sql`select from campaign where owner_key = ${ownerKey} and campaign_key = ${recordKey}`
      : sql`select from goal where owner_key = ${ownerKey} and goal_key = ${recordKey}`
  ).execute(tx);
  return rows.length > 0;
};

interface StoredItem {
  assigneeKey: number | null;
  state: string;
  note: string;
  snoozedUntil: string | null;
  rowVersion: number;
}

export const findItem = async (
  tx: Tx,
  ownerKey: number,
  { subject, recordKey }: { subject: AttentionSubject; recordKey: number },
): Promise<StoredItem | undefined> => {
  const { rows } = await sql<StoredItem>`
    select assignee as "assigneeKey", state, note, snoozed_until::text as "snoozedUntil", row_version as "rowVersion"
    from attention_item where owner_key = ${ownerKey} and subject = ${subject} and record_key = ${recordKey} for update
  `.execute(tx);
  return rows[0];
};

type Form = CallBody<typeof attentionSave>;

/** The version written, or undefined if the row is not at the version that was read. */
export const upsertItem = async (
  tx: Tx,
  ownerKey: number,
  { subject, recordKey, assigneeKey, state, note, snoozedUntil, rowVersion }: Form,
  { userKey, at }: { userKey: number | null; at: Date },
): Promise<number | undefined> => {
  const { rows } = await sql<{ rowVersion: number }>`
    insert into attention_item as a (owner_key, subject, record_key, assignee, state, note, snoozed_until, updated_by, updated_at)
    values (${ownerKey}, ${subject}, ${recordKey}, ${assigneeKey}, ${state}, ${note}, ${snoozedUntil}, ${userKey}, ${at})
    on conflict (owner_key, subject, record_key) do update set
      assignee = excluded.assignee, state = excluded.state, note = excluded.note, snoozed_until = excluded.snoozed_until,
      row_version = a.row_version + 1, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    where a.row_version = ${rowVersion}
    returning row_version as "rowVersion"
  `.execute(tx);
  return rows[0]?.rowVersion;
};

export const getToday = async (tx: Tx, ownerKey: number, now: Date): Promise<string> => {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone o.time_zone)::date::text as today from owner o where o.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.today ?? '';
};
