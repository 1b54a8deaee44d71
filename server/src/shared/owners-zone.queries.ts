import { sql } from 'kysely';
import { type Scope } from '../db/scope/scope.ts';
import { type Tx } from '../db/scope/tx.ts';

export const findOwnersZone = async (tx: Tx, ownerKey: number): Promise<string | undefined> => {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from owner where owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0]?.zone;
};

/** The zone of the owner, or the one that all owners of the scope share; null where they differ. */
export const findSharedZone = async (tx: Tx, scope: Scope, ownerKey: number | null): Promise<string | null> => {
  const keys = ownerKey === null ? scope.ownerKeys : [ownerKey];
  const { rows } = await sql<{ zone: string }>`
    select distinct time_zone as zone from owner where owner_key = any (${[...keys]}::int[]) limit 2
  `.execute(tx);
  return rows.length === 1 ? rows[0]!.zone : null;
};
