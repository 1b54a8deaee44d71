import { Kysely, PostgresDialect } from 'kysely';
import { createPool } from '../connection/pool.ts';
import { type Tx } from '../scope/tx.ts';

/** Transactions as the table owner role: for migrating and loading, never for serving. */
export interface Migrator {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const openMigrator = (ownerUrl: string, max: number): Migrator => {
  const pool = createPool({ url: ownerUrl, max, name: 'paceline-load', statementTimeoutMs: 0 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { run: (work) => db.transaction().execute(work), close: () => db.destroy() };
};

/** Runs a single transaction as the table owner role. */
export const withMigrator = async <T>(ownerUrl: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const migrator = openMigrator(ownerUrl, 1);
  try {
    return await migrator.run(work);
  } finally {
    await migrator.close();
  }
};
