import { type User, type UserForm, userRecord, type UserSession } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../shared/records/record-store.ts';

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Users the caller may know: those without owners of their own, and those who share one with the caller. */
const VISIBLE = sql`(u.all_owners or exists (select from user_owner s where s.user_key = u.user_key))`;

const LAST_LOGIN = sql`(select ${iso('max(l.at)')} from user_login l where l.user_key = u.user_key)`;

const store = recordStore(userRecord, {
  alias: 'u',
  places: {
    ownerKeys: {
      column: null,
      read: sql`array(select w.owner_key from user_owner w where w.user_key = u.user_key order by 1)`,
    },
  },
});

/** By name, or by key as the addresses of other pages name an owner. */
export const findOwnerKeyByName = async (tx: Tx, name: string): Promise<number | undefined> => {
  const key = /^[1-9]\d{0,8}$/.test(name) ? Number(name) : null;
  const { rows } = await sql<{ key: number }>`
    select owner_key as key from owner where lower(name) = lower(${name}) or owner_key = ${key}
    order by lower(name) = lower(${name}) desc limit 1
  `.execute(tx);
  return rows[0]?.key;
};

/** A user as stored. Their rights beyond the viewer's and their pending address depend on the viewer and the time. */
export type StoredUser = Omit<User, 'heldBeyond' | 'emailChange'> & { otherOwners: boolean };

export const findUser = async (tx: Tx, userKey: number): Promise<StoredUser | undefined> => {
  const { rows } = await sql<StoredUser>`
    select u.user_key as "userKey", ${selectFields(store)}, u.must_change_password as "mustChangePassword",
           u.password_hash is not null as "hasPassword",
           ${LAST_LOGIN} as "lastLoginAt", u.row_version as "rowVersion",
           app.works_on_other_owners(u.user_key) as "otherOwners"
    from user_account u where u.user_key = ${userKey} and ${VISIBLE}
  `.execute(tx);
  return rows[0];
};

/** Changes of users run one at a time: of two administrators who remove each other, the second is refused. */
export const lockUsers = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(4600002)`.execute(tx);
};

export const isUserNameTaken = async (tx: Tx, userName: string, except: number | null): Promise<boolean> => {
  const { rows } = await sql`
    select from user_account where lower(user_name) = lower(${userName}) and user_key is distinct from ${except}
  `.execute(tx);
  return rows.length > 0;
};

export const insertUser = async (tx: Tx, form: UserForm): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into user_account ${insertFields(store, form)} returning user_key as key
  `.execute(tx);
  if (rows[0] === undefined) throw new Error('The user was not written');
  return rows[0].key;
};

/** A user's group and partner are fixed. The address is changed by its own procedure. */
export const updateUser = async (tx: Tx, userKey: number, form: UserForm): Promise<void> => {
  const { userName, firstName, lastName, allOwners, permissions } = form;
  await sql`
    update user_account set ${setFields(store, { userName, firstName, lastName, allOwners, permissions })}, row_version = row_version + 1
    where user_key = ${userKey}
  `.execute(tx);
};

/** Only the caller's owners can be added or removed; row-level security hides the others from the delete. */
export const replaceUserOwners = async (tx: Tx, userKey: number, ownerKeys: readonly number[]): Promise<void> => {
  await sql`delete from user_owner where user_key = ${userKey} and not (owner_key = any (${[...ownerKeys]}))`.execute(
    tx,
  );
  await sql`
    insert into user_owner (owner_key, user_key) select key, ${userKey} from unnest(${[...ownerKeys]}::int[]) key
    on conflict do nothing
  `.execute(tx);
};

export const updateUserActive = async (tx: Tx, userKey: number, active: boolean): Promise<void> => {
  await sql`
    update user_account set active = ${active}, row_version = row_version + 1 where user_key = ${userKey}
  `.execute(tx);
};

export const listSessions = async (
  tx: Tx,
  userKey: number,
  currentKey: number | null,
  now: Date,
): Promise<UserSession[]> => {
  const { rows } = await sql<UserSession>`
    select session_key as "sessionKey", session_key is not distinct from ${currentKey} as current, ip, user_agent as "userAgent",
           ${iso('created_at')} as "createdAt", ${iso('expires_at')} as "expiresAt"
    from session where user_key = ${userKey} and ended_at is null and expires_at > ${now}
    order by created_at desc limit 100
  `.execute(tx);
  return rows;
};

/** One session, or with null all of the user's except `except`. */
export const endSessions = async (
  tx: Tx,
  {
    userKey,
    sessionKey,
    except,
    at,
    by,
  }: { userKey: number; sessionKey: number | null; except: number | null; at: Date; by: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update session set ended_at = ${at}, end_reason = ${by === userKey ? 'ended' : 'endedByAdmin'}
    where user_key = ${userKey} and ended_at is null and (${sessionKey}::bigint is null or session_key = ${sessionKey})
      and (${sessionKey}::bigint is not null or session_key is distinct from ${except})
  `.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
