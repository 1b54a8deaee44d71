import { type ConnectorName } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type ConnectionId } from '../../../lib/secrets/seal.ts';

interface ConnectionRow {
  connector: ConnectorName;
  sealed: Buffer;
  setAt: Date;
  setBy: string | null;
  triedAt: Date | null;
  fetchedTo: string | null;
  notBefore: Date | null;
}

export const findConnection = async (
  tx: Tx,
  { ownerKey, accountKey }: ConnectionId,
): Promise<ConnectionRow | undefined> => {
  const { rows } = await sql<ConnectionRow>`
    select c.connector, c.sealed, c.set_at as "setAt", nullif(concat_ws(' ', u.first_name, u.last_name), '') as "setBy",
           c.tried_at as "triedAt", c.fetched_to::text as "fetchedTo", c.not_before as "notBefore"
    from platform_connection c left join user_account u on u.user_key = c.set_by
    where c.owner_key = ${ownerKey} and c.account_key = ${accountKey}
  `.execute(tx);
  return rows[0];
};

/** The fetched range is kept: a new token continues where the old one ended. */
export const upsertConnection = async (
  tx: Tx,
  { ownerKey, accountKey }: ConnectionId,
  { connector, sealed, by, at }: { connector: ConnectorName; sealed: Buffer; by: number | null; at: Date },
): Promise<void> => {
  await sql`
    insert into platform_connection (owner_key, account_key, connector, sealed, key_id, set_by, set_at)
    values (${ownerKey}, ${accountKey}, ${connector}, ${sealed}, app.sealed_with(${sealed}), ${by}, ${at})
    on conflict (owner_key, account_key) do update
    set connector = excluded.connector, sealed = excluded.sealed, key_id = excluded.key_id, set_by = excluded.set_by, set_at = excluded.set_at,
        not_before = null
  `.execute(tx);
};

export const removeConnection = async (tx: Tx, { ownerKey, accountKey }: ConnectionId): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from platform_connection where owner_key = ${ownerKey} and account_key = ${accountKey}
  `.execute(tx);
  return numAffectedRows > 0n;
};

/** The result of an attempt: the day through which all data came, or until when not to try again. */
export const updateTried = async (
  tx: Tx,
  { ownerKey, accountKey }: ConnectionId,
  tried: { at: Date; fetchedTo: string | null; notBefore: Date | null },
): Promise<void> => {
  await sql`
    update platform_connection set tried_at = ${tried.at}, not_before = ${tried.notBefore}, fetched_to = greatest(fetched_to, ${tried.fetchedTo}::date)
    where owner_key = ${ownerKey} and account_key = ${accountKey}
  `.execute(tx);
};

/** Platforms keep counting a day for some hours after its end. */
const FIRST_HOUR = '04:00';

/** Accounts with expected data whose yesterday, in their own zone, has not been fetched. */
export const listDue = async (tx: Tx, ownerKey: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ accountKey: number }>`
    select c.account_key as "accountKey"
    from platform_connection c join platform_account a using (owner_key, account_key)
    cross join lateral (select ${now}::timestamptz at time zone a.time_zone as now) local
    where c.owner_key = ${ownerKey} and a.status in ('ACTIVE', 'ERROR') and (c.not_before is null or c.not_before <= ${now})
      and local.now::time >= ${FIRST_HOUR}::time and (c.fetched_to is null or c.fetched_to < local.now::date - 1)
    order by 1
  `.execute(tx);
  return rows.map(({ accountKey }) => accountKey);
};
