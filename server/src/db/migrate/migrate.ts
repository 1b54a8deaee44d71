import { runMigrations as migrateJobQueue } from 'graphile-worker';
import type pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { readBaseline } from './baseline.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { createPool } from '../connection/pool.ts';
import { ensureAppRole, ensureServingLimits } from './roles.ts';
import { type MigrateOptions, runMigrations } from './run-migrations.ts';

/** Any number, as long as all processes that prepare a database use the same one. */
const PREPARING = 4_600_001;

const assertSupported = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < 15) throw new StartupError(`Paceline needs Postgres 15 or newer, and DATABASE_URL leads to ${major}.`);
};

/** The migrations up to the named one, which must exist: that of a backup whose rows are restored next. */
const migrationsUpTo = async (name: string | undefined): Promise<Migration[]> => {
  const all = await readMigrations();
  if (name === undefined) return all;
  const last = all.findIndex((migration) => migration.name === name);
  if (last === -1) throw new StartupError(`This Paceline has no migration ${name}.`);
  return all.slice(0, last + 1);
};

interface PrepareOptions extends Omit<MigrateOptions, 'baseline'> {
  /** Whether a PgBouncer is in front of it. */
  bounced?: boolean;
  /** The last migration to run, instead of all. */
  upTo?: string;
}

/** Brings a database up to date: app role, tables, job queue. Concurrent processes wait for each other. */
export const prepareDatabase = async (
  ownerUrl: string,
  appUrl: string,
  { bounced = false, upTo, ...options }: PrepareOptions = {},
): Promise<void> => {
  const pool = createPool({ url: ownerUrl, max: 3, name: 'paceline-migrate', statementTimeoutMs: 0 });
  const client = await pool.connect();
  try {
    await assertSupported(client);
    await client.query('select pg_advisory_lock($1)', [PREPARING]);
    await ensureAppRole(client, appUrl);
    if (bounced) await ensureServingLimits(client);
    await runMigrations(client, await migrationsUpTo(upTo), { ...options, baseline: await readBaseline() });
    await migrateJobQueue({ pgPool: pool, schema: 'graphile_worker' });
  } finally {
    // Ending the connection releases the lock, whatever its state.
    client.release(true);
    await pool.end();
  }
};
