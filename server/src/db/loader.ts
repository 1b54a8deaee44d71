import { Kysely, PostgresDialect } from 'kysely';
import { createPool } from './pool.ts';
import { type Tx } from './tx.ts';
import { type DB } from './types.generated.ts';

/** One transaction as the role that owns the tables: for migrating and loading, never for serving. */
export const withMigrator = async <T>(ownerUrl: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const pool = createPool({ url: ownerUrl, max: 1, name: 'paceline-load', statementTimeoutMs: 0 });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.transaction().execute(work);
  } finally {
    await db.destroy();
  }
};
