import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as migrateJobQueue } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { createPool } from './pool.ts';
import { ensureAppRole } from './roles.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Any number will do, as long as every process that prepares a database uses the same one. */
const PREPARING = 4_600_001;

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(`${MIGRATIONS_FOLDER}/${file}`, 'utf8');
    return [file.slice(0, -'.sql'.length), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
};

const runMigrations = async (pool: pg.Pool): Promise<void> => {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
};

const assertSupported = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < 15) throw new StartupError(`Paceline needs Postgres 15 or newer, and DATABASE_URL leads to ${major}.`);
};

/** Brings a database up to date: the app role, the tables, the job queue. Two processes at once wait for each other. */
export const prepareDatabase = async (ownerUrl: string, appUrl: string): Promise<void> => {
  const pool = createPool({ url: ownerUrl, max: 3, name: 'paceline-migrate', statementTimeoutMs: 0 });
  const client = await pool.connect();
  try {
    await assertSupported(client);
    await client.query('select pg_advisory_lock($1)', [PREPARING]);
    await ensureAppRole(client, appUrl);
    await runMigrations(pool);
    await migrateJobQueue({ pgPool: pool, schema: 'graphile_worker' });
  } finally {
    // Ending the connection ends the lock, whatever state it is in.
    client.release(true);
    await pool.end();
  }
};
