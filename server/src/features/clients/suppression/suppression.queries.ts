import { type SuppressionList } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type SuppressionEntry } from '../../../shared/intake/suppression-lists.queries.ts';

export const listSuppressionLists = async (
  tx: Tx,
  ownerKey: number,
  at: Date,
  listKey: number | null = null,
): Promise<SuppressionList[]> => {
  const { rows } = await sql<Omit<SuppressionList, 'createdAt'> & { createdAt: Date }>`
    select l.suppression_list_key as "suppressionListKey", l.name, l.client_key as "clientKey", c.name as "clientName",
           e.emails, e.phones, e.next_expiry::text as "nextExpiry",
           nullif(concat_ws(' ', u.first_name, u.last_name), '') as "createdBy", l.created_at as "createdAt"
    from suppression_list l
    join owner o on o.owner_key = l.owner_key
    left join client c on c.owner_key = l.owner_key and c.client_key = l.client_key
    left join user_account u on u.user_key = l.created_by
    cross join lateral (
      select count(*) filter (where kind = 'email')::int as emails, count(*) filter (where kind = 'phone')::int as phones,
             min(expires_on) as next_expiry
      from suppression_entry x
      where x.owner_key = l.owner_key and x.suppression_list_key = l.suppression_list_key
        and (x.expires_on is null or x.expires_on > (${at}::timestamptz at time zone o.time_zone)::date)
    ) e
    where l.owner_key = ${ownerKey} and (${listKey}::int is null or l.suppression_list_key = ${listKey}::int)
    order by lower(l.name), l.suppression_list_key
  `.execute(tx);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
};

export const isClientOf = async (tx: Tx, ownerKey: number, clientKey: number): Promise<boolean> => {
  const { rows } = await sql`select from client where owner_key = ${ownerKey} and client_key = ${clientKey}`.execute(
    tx,
  );
  return rows.length > 0;
};

export const removeSuppressionList = async (tx: Tx, ownerKey: number, listKey: number): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from suppression_list where owner_key = ${ownerKey} and suppression_list_key = ${listKey}
  `.execute(tx);
  return numAffectedRows > 0n;
};

export const listEntries = async (
  tx: Tx,
  { ownerKey, listKey }: { ownerKey: number; listKey: number },
  hashes: readonly Buffer[],
  lock: boolean,
): Promise<(SuppressionEntry & { rowVersion: number })[]> => {
  const { rows } = await sql<SuppressionEntry & { rowVersion: number }>`
    select e.kind, e.hash, e.expires_on::text as "expiresOn", e.row_version as "rowVersion"
    from unnest(${[...hashes]}::bytea[]) wanted (hash)
    join suppression_entry e on e.owner_key = ${ownerKey} and e.suppression_list_key = ${listKey} and e.hash = wanted.hash
    order by e.hash ${lock ? sql`for update of e` : sql``}
  `.execute(tx);
  return rows;
};

export const removeEntries = async (
  tx: Tx,
  { ownerKey, listKey }: { ownerKey: number; listKey: number },
  hashes: readonly Buffer[],
): Promise<void> => {
  await sql`
    delete from suppression_entry
    where owner_key = ${ownerKey} and suppression_list_key = ${listKey} and hash = any (${[...hashes]}::bytea[])
  `.execute(tx);
};
