import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface EmailChangeRow {
  changeKey: number;
  userKey: number;
  userName: string;
  firstName: string;
  oldEmail: string;
  newEmail: string;
  requestedByKey: number;
  requestedBy: string;
  requestedAt: Date;
  expiresAt: Date;
}

export type Outcome = 'confirmed' | 'approved' | 'cancelled' | 'refused' | 'replaced';

const CHANGE = sql`
  select c.email_change_key as "changeKey", c.user_key as "userKey", u.user_name as "userName", u.first_name as "firstName",
         c.old_email as "oldEmail", c.new_email as "newEmail", c.requested_by as "requestedByKey",
         r.first_name || ' ' || r.last_name as "requestedBy", c.requested_at as "requestedAt", c.expires_at as "expiresAt"
  from user_email_change c
  join user_account u on u.user_key = c.user_key
  join user_account r on r.user_key = c.requested_by`;

export const findOpenChange = async (tx: Tx, userKey: number, now: Date): Promise<EmailChangeRow | null> => {
  const { rows } = await sql<EmailChangeRow>`
    ${CHANGE} where c.user_key = ${userKey} and c.ended_at is null and c.expires_at > ${now}
  `.execute(tx);
  return rows[0] ?? null;
};

export const findOpenChangeByKey = async (tx: Tx, changeKey: number, now: Date): Promise<EmailChangeRow | null> => {
  const { rows } = await sql<EmailChangeRow>`
    ${CHANGE} where c.email_change_key = ${changeKey} and c.ended_at is null and c.expires_at > ${now}
  `.execute(tx);
  return rows[0] ?? null;
};

export const findOpenChangeByToken = async (tx: Tx, hash: Buffer, now: Date): Promise<EmailChangeRow | null> => {
  const { rows } = await sql<EmailChangeRow>`
    ${CHANGE} where c.token_hash = ${hash} and c.ended_at is null and c.expires_at > ${now}
  `.execute(tx);
  return rows[0] ?? null;
};

interface NewChange {
  userKey: number;
  oldEmail: string;
  newEmail: string;
  requestedBy: number;
  requestedAt: Date;
  expiresAt: Date;
}

export const insertChange = async (tx: Tx, change: NewChange): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into user_email_change (user_key, old_email, new_email, requested_by, requested_at, expires_at)
    values (${change.userKey}, ${change.oldEmail}, ${change.newEmail}, ${change.requestedBy}, ${change.requestedAt}, ${change.expiresAt})
    returning email_change_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The change of the address was not written');
  return rows[0].key;
};

export const updateChangeToken = async (tx: Tx, changeKey: number, hash: Buffer): Promise<void> => {
  await sql`update user_email_change set token_hash = ${hash} where email_change_key = ${changeKey}`.execute(tx);
};

/** Ends the user's open changes, including expired ones that were never ended. */
export const updateChangeEnded = async (
  tx: Tx,
  { userKey, outcome, endedBy, at }: { userKey: number; outcome: Outcome; endedBy: number | null; at: Date },
): Promise<void> => {
  await sql`
    update user_email_change set ended_at = ${at}, outcome = ${outcome}, ended_by = ${endedBy}
    where user_key = ${userKey} and ended_at is null
  `.execute(tx);
};

/** Sets the new address. Password links mailed to the old one become invalid. */
export const updateEmail = async (tx: Tx, userKey: number, email: string, at: Date): Promise<void> => {
  await sql`
    update user_account set email = ${email}, row_version = row_version + 1 where user_key = ${userKey}
  `.execute(tx);
  await sql`update password_link set used_at = ${at} where user_key = ${userKey} and used_at is null`.execute(tx);
};
