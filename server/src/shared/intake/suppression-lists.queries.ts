import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type SuppressedBy } from './suppression.ts';

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

export interface SuppressionEntry {
  kind: SuppressedBy;
  hash: Buffer;
  expiresOn: string | null;
}

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

/** The list filled by people's own requests: for every client of the owner, without an end date. */
const REQUESTED = 'Do not contact (requested)';

/** Adds a person to the owner's own list; an existing entry is kept. */
export const putOnRequestedList = async (
  tx: Tx,
  { ownerKey, by, at }: { ownerKey: number; by: number | null; at: Date },
  entries: readonly Omit<SuppressionEntry, 'expiresOn'>[],
): Promise<void> => {
  await insertSuppressionList(tx, { ownerKey, clientKey: null, name: REQUESTED, by, at });
  const { rows } = await sql<{ key: number }>`
    select suppression_list_key as key from suppression_list
    where owner_key = ${ownerKey} and client_key is null and name = ${REQUESTED}
  `.execute(tx);
  const [list] = rows;
  if (list === undefined) throw new Error('The list of those not to be contacted is missing');
  await upsertEntries(
    tx,
    { ownerKey, listKey: list.key },
    entries.map((entry) => ({ ...entry, expiresOn: null })),
  );
};
