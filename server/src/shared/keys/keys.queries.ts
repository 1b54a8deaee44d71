import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

export interface StoredKey {
  keyId: number;
  print: Buffer;
  isUsed: boolean;
  isRetired: boolean;
}

/** Locks the keys against changes until the end of the transaction; serving is not blocked. */
export const lockKeys = (tx: Tx): Promise<unknown> => sql`lock table secret_key in exclusive mode`.execute(tx);

export const listKeys = async (tx: Tx): Promise<StoredKey[]> => {
  const { rows } = await sql<StoredKey>`
    select key_id as "keyId", print, used_at is not null as "isUsed", retired_at is not null as "isRetired"
    from secret_key order by key_id
  `.execute(tx);
  return rows;
};

export const insertKey = async (
  tx: Tx,
  print: Buffer,
  { isUsed, at }: { isUsed: boolean; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ keyId: number }>`
    insert into secret_key (key_id, print, known_at, used_at)
    select coalesce(max(key_id), 0) + 1, ${print}, ${at}, ${isUsed ? at : null}::timestamptz from secret_key returning key_id as "keyId"
  `.execute(tx);
  return rows[0]!.keyId;
};

/** Marks a key as used: from now on data may be sealed with it. */
export const updateKeyUsed = (tx: Tx, keyId: number, at: Date): Promise<unknown> =>
  sql`
    update secret_key set used_at = coalesce(used_at, ${at}), retired_at = null
    where key_id = ${keyId} and (used_at is null or retired_at is not null)
  `.execute(tx);

export const updateOthersRetired = (tx: Tx, keyId: number, at: Date): Promise<unknown> =>
  sql`update secret_key set retired_at = ${at} where key_id <> ${keyId} and retired_at is null`.execute(tx);

export const findRecognition = async (tx: Tx): Promise<Buffer | null> => {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from recognition_key`.execute(tx);
  return rows[0]?.sealed ?? null;
};

export const insertRecognition = (tx: Tx, sealed: Buffer): Promise<unknown> =>
  sql`insert into recognition_key (sealed) values (${sealed})`.execute(tx);

/** Whether no hashes of people can exist yet. */
export const isUnused = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select from owner limit 1`.execute(tx);
  return rows.length === 0;
};
