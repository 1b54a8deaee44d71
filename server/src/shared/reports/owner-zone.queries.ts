import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';

/** The time zone of an owner's days and hours. */
export const findZone = async (tx: Tx, ownerKey: number): Promise<string> => {
  const { rows } = await sql<{
    zone: string;
  }>`select time_zone as zone from owner where owner_key = ${ownerKey}`.execute(tx);
  return rows[0]?.zone ?? 'UTC';
};
