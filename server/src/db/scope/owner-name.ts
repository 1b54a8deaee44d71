import { sql } from 'kysely';
import { type Tx } from './tx.ts';

/** Undefined where the transaction's scope does not see the owner. */
export const findOwnerName = async (tx: Tx, ownerKey: number): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`select name from owner where owner_key = ${ownerKey}`.execute(tx);
  return rows[0]?.name;
};
