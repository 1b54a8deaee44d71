import { type SuppressionList } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/tx.ts';
import { type SuppressedBy } from '../../../shared/intake/suppression.ts';

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

/** Null where the name is taken. */
export const insertSuppressionList = async (
  tx: Tx,
  list: { ownerKey: number; clientKey: number | null; name: string; by: number | null; at: Date },
): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    insert into suppression_list (owner_key, client_key, name, created_by, created_at)
    values (${list.ownerKey}, ${list.clientKey}, ${list.name}, ${list.by}, ${list.at})
    on conflict do nothing returning suppression_list_key as key
  `.execute(tx);
  return rows[0]?.key ?? null;
};

export const removeSuppressionList = async (tx: Tx, ownerKey: number, listKey: number): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from suppression_list where owner_key = ${ownerKey} and suppression_list_key = ${listKey}
  `.execute(tx);
  return numAffectedRows > 0n;
};

export interface SuppressionEntry {
  kind: SuppressedBy;
  hash: Buffer;
  expiresOn: string | null;
}

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

const encoded = (entries: readonly SuppressionEntry[]): string =>
  JSON.stringify(entries.map(({ kind, hash, expiresOn }) => ({ kind, hash: hash.toString('hex'), expiresOn })));

export const upsertEntries = async (
  tx: Tx,
  { ownerKey, listKey }: { ownerKey: number; listKey: number },
  entries: readonly SuppressionEntry[],
): Promise<void> => {
  await sql`
    insert into suppression_entry (owner_key, suppression_list_key, kind, hash, expires_on)
    select ${ownerKey}, ${listKey}, n.kind, decode(n.hash, 'hex'), n."expiresOn"
    from jsonb_to_recordset(${encoded(entries)}::jsonb) n (kind text, hash text, "expiresOn" date)
    on conflict (owner_key, suppression_list_key, hash) do update
      set expires_on = excluded.expires_on, row_version = suppression_entry.row_version + 1
  `.execute(tx);
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
