import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export const findKnownDevice = async (tx: Tx, userKey: number, cookieHash: Buffer): Promise<boolean> => {
  const { rows } = await sql`
    select from known_device where user_key = ${userKey} and cookie_hash = ${cookieHash}
  `.execute(tx);
  return rows.length > 0;
};

/** A device that is known keeps its row, under its new cookie. */
export const replaceKnownDevice = async (
  tx: Tx,
  userKey: number,
  cookieHash: { before: Buffer; now: Buffer },
  at: Date,
): Promise<void> => {
  await sql`
    with known as (
      update known_device set cookie_hash = ${cookieHash.now}, seen_at = ${at}
      where user_key = ${userKey} and cookie_hash = ${cookieHash.before} returning user_key)
    insert into known_device (user_key, cookie_hash, seen_at)
    select ${userKey}, ${cookieHash.now}, ${at} where not exists (select from known)
  `.execute(tx);
};

/** Uses up the link, so that only one of two requests with it succeeds. */
export const updateLinkUsed = async (tx: Tx, userKey: number, hash: Buffer, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update password_link set used_at = ${at}
    where token_hash = ${hash} and user_key = ${userKey} and used_at is null and expires_at > ${at}
  `.execute(tx);
  return numAffectedRows === 1n;
};

export const isLinkValid = async (tx: Tx, userKey: number, hash: Buffer, at: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from password_link where token_hash = ${hash} and user_key = ${userKey} and used_at is null and expires_at > ${at}
  `.execute(tx);
  return rows.length > 0;
};

export const listLastPasswordHashes = async (tx: Tx, userKey: number): Promise<string[]> => {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from password_history where user_key = ${userKey} order by set_at desc limit 5
  `.execute(tx);
  return rows.map(({ hash }) => hash);
};

/** Names of the user's owners, which their password must not contain. There may be no session yet, and so no owner in scope. */
export const listOwnerNames = async (tx: Tx, userKey: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from app.owner_names_of(${userKey}) limit 500`.execute(tx);
  return rows.map(({ name }) => name);
};

/** The same password under a stronger hash: no other change. */
export const updatePasswordHash = async (tx: Tx, userKey: number, passwordHash: string): Promise<void> => {
  await sql`update user_account set password_hash = ${passwordHash} where user_key = ${userKey}`.execute(tx);
};

/** Sets the password, stores it in the history, and revokes all links and sessions. */
export const updatePassword = async (tx: Tx, userKey: number, passwordHash: string, at: Date): Promise<void> => {
  await sql`
    update user_account set password_hash = ${passwordHash}, must_change_password = false, row_version = row_version + 1
    where user_key = ${userKey}
  `.execute(tx);
  await sql`
    insert into password_history (user_key, set_at, password_hash) values (${userKey}, ${at}, ${passwordHash})
    on conflict (user_key, set_at) do nothing
  `.execute(tx);
  await sql`update password_link set used_at = ${at} where user_key = ${userKey} and used_at is null`.execute(tx);
  await sql`
    update session set ended_at = ${at}, end_reason = 'passwordChange' where user_key = ${userKey} and ended_at is null
  `.execute(tx);
};

export const insertUserLogin = async (
  tx: Tx,
  userKey: number,
  at: Date,
  ip: string,
  userAgent: string,
): Promise<void> => {
  await sql`
    insert into user_login (user_key, at, ip, user_agent) values (${userKey}, ${at}, ${ip}, ${userAgent.slice(0, 500)})
  `.execute(tx);
};
