import { sql } from 'kysely';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Basis } from './answer-cache.ts';

/** The version of these owners' data together. One statement, before there is a transaction: most questions end with it. */
export const findVersion = async (db: Database, ownerKeys: readonly number[]): Promise<number> => {
  const rows = await db.asNobody<{ version: number }>({
    name: 'data_version',
    text: 'select coalesce(sum(version), 0)::bigint as version from app.data_versions($1)',
    values: [ownerKeys],
  });
  return rows[0]?.version ?? 0;
};

/** The same as the transaction sees it, with the time in which nothing changes by the clock. */
export const findBasis = async (tx: Tx, ownerKeys: readonly number[], now: Date): Promise<Basis> => {
  const { rows } = await sql<{ version: number; since: Date | null; until: Date | null }>`
    select (select coalesce(sum(version), 0)::bigint from app.data_versions(${[...ownerKeys]}::int[])) as version, since, until
    from app.steady_between(${[...ownerKeys]}::int[], ${now})
  `.execute(tx);
  const { version = 0, since = null, until = null } = rows[0] ?? {};
  // Nobody's data: nothing to hold on to.
  return { version, since: since ?? now, until: until ?? now };
};
