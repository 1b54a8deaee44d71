import { sql } from 'kysely';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Basis } from './answer-cache.ts';

/** Combined data version of these owners, in one statement outside a transaction: most questions are then answered from the cache. */
export const findVersion = async (db: Database, ownerKeys: readonly number[]): Promise<number> => {
  const rows = await db.asNobody<{ version: number }>({
    name: 'data_version',
    text: 'select coalesce(sum(version), 0)::bigint as version from app.data_versions($1)',
    values: [ownerKeys],
  });
  return rows[0]?.version ?? 0;
};

/** Likewise as the transaction sees it, with the period in which the clock changes nothing. */
export const findBasis = async (tx: Tx, ownerKeys: readonly number[], now: Date): Promise<Basis> => {
  const { rows } = await sql<{ version: number; since: Date | null; until: Date | null }>`
    select (select coalesce(sum(version), 0)::bigint from app.data_versions(${[...ownerKeys]}::int[])) as version, since, until
    from app.steady_between(${[...ownerKeys]}::int[], ${now})
  `.execute(tx);
  const { version = 0, since = null, until = null } = rows[0] ?? {};
  // No owner's data: valid for this moment only.
  return { version, since: since ?? now, until: until ?? now };
};
