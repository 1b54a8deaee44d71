import { type OwnerOfUser } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { ownVariant } from '../../shared/owner-variant.queries.ts';
import { type PresentedToken } from './session.rules.ts';

export interface Account {
  userKey: number;
  userName: string;
  firstName: string;
  lastName: string;
  email: string;
  userType: string;
  passwordHash: string | null;
  mustChangePassword: boolean;
  active: boolean;
}

const ACCOUNT = sql`user_key as "userKey", user_name as "userName", first_name as "firstName", last_name as "lastName", email,
  user_type as "userType", password_hash as "passwordHash", must_change_password as "mustChangePassword", active`;

export const findAccountByName = async (tx: Tx, userName: string): Promise<Account | undefined> => {
  const { rows } =
    await sql<Account>`select ${ACCOUNT} from user_account where lower(user_name) = lower(${userName})`.execute(tx);
  return rows[0];
};

export const getAccount = async (tx: Tx, userKey: number): Promise<Account> => {
  const { rows } = await sql<Account>`select ${ACCOUNT} from user_account where user_key = ${userKey}`.execute(tx);
  if (rows[0] === undefined) throw new Error(`The user ${userKey} is gone`);
  return rows[0];
};

interface NewSession {
  userKey: number;
  cookieHash: Buffer | null;
  ip: string | null;
  userAgent: string;
  createdAt: Date;
  expiresAt: Date;
}

export const insertSession = async (tx: Tx, session: NewSession): Promise<{ sessionKey: number; jti: string }> => {
  const { rows } = await sql<{ sessionKey: number; jti: string }>`
    insert into session (user_key, cookie_hash, ip, user_agent, created_at, expires_at)
    values (${session.userKey}, ${session.cookieHash}, ${session.ip ?? ''}, ${session.userAgent.slice(0, 500)}, ${session.createdAt}, ${session.expiresAt})
    returning session_key as "sessionKey", jti
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The session was not written');
  return rows[0];
};

interface NewToken {
  hash: Buffer;
  kind: 'access' | 'refresh';
  sessionKey: number;
  issuedAt: Date;
  expiresAt: Date;
}

/** A repeated renewal inserts the same tokens again: existing ones stay as they are. */
export const insertToken = async (tx: Tx, { hash, kind, sessionKey, issuedAt, expiresAt }: NewToken): Promise<void> => {
  await sql`
    insert into session_token (token_hash, session_key, kind, issued_at, expires_at)
    values (${hash}, ${sessionKey}, ${kind}, ${issuedAt}, ${expiresAt}) on conflict (token_hash) do nothing
  `.execute(tx);
};

export interface RefreshToken extends PresentedToken {
  sessionKey: number;
  jti: string;
  userKey: number;
  cookieHash: Buffer | null;
  endReason: string | null;
}

/** Locks the token, so that of twenty concurrent renewals one goes first and the others see its result. */
export const findRefreshTokenForUpdate = async (tx: Tx, hash: Buffer): Promise<RefreshToken | undefined> => {
  const { rows } = await sql<RefreshToken>`
    select t.session_key as "sessionKey", s.jti, s.user_key as "userKey", s.cookie_hash as "cookieHash",
           t.used_at as "usedAt", t.expires_at as "expiresAt", s.expires_at as "sessionExpiresAt", s.ended_at as "sessionEndedAt",
           s.end_reason as "endReason"
    from session_token t join session s using (session_key)
    where t.token_hash = ${hash} and t.kind = 'refresh'
    for update of t
  `.execute(tx);
  return rows[0];
};

export const updateTokenUsed = async (tx: Tx, hash: Buffer, at: Date): Promise<void> => {
  await sql`update session_token set used_at = ${at} where token_hash = ${hash}`.execute(tx);
};

export const updateSessionEnded = async (tx: Tx, sessionKey: number, at: Date, reason: string): Promise<void> => {
  await sql`
    update session set ended_at = ${at}, end_reason = ${reason} where session_key = ${sessionKey} and ended_at is null
  `.execute(tx);
};

export const listOwners = async (tx: Tx): Promise<OwnerOfUser[]> => {
  const { rows } = await sql<OwnerOfUser>`
    select o.owner_key as "ownerKey", o.name, o.variant, ${ownVariant()} as settings, o.time_zone as "timeZone"
    from owner o order by o.name
  `.execute(tx);
  return rows;
};
