import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { type Baseline } from './baseline.ts';
import { isApart, type Migration, type NewIndex, newIndexOf, statementsOf, textInTransaction } from './migrations.ts';

/** Writers queue behind a migration that waits for its lock: it gives up after this time and retries. */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 1000;
const TRIES = 120;
const LOCK_NOT_HAD = '55P03';
const DEADLOCK = '40P01';

export interface MigrateOptions {
  /** Used for an empty database instead of the migrations it replaces, where all of them are wanted. */
  baseline?: Baseline;
  /** Called whenever a lock could not be acquired and the migration is retried. */
  onRetry?: (name: string, tries: number) => void;
  pauseMs?: number;
  tries?: number;
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_HAD || error.code === DEADLOCK);

const inTransaction = async (client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const note = (client: pg.ClientBase, name: string): Promise<unknown> =>
  client.query('insert into migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()]);

/** Drops an invalid index left by a killed build: it is never used and blocks its name. */
const dropHalfMade = async (client: pg.ClientBase, name: string): Promise<void> => {
  const { rows } = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and not indisvalid and not exists (select from pg_inherits where inhparent = indexrelid)`,
    [`public.${name}`],
  );
  if (rows.length > 0) await client.query(`drop index ${name}`);
};

const months = async (client: pg.ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ part: string }>(
    `select c.relname as part from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows.map(({ part }) => part);
};

/** Builds an index concurrently. On a monthly partitioned table, one partition at a time, then attached. */
const makeIndex = async (
  client: pg.ClientBase,
  { name, table, unique, rest }: NewIndex,
  locked: (work: () => Promise<unknown>) => Promise<void>,
): Promise<void> => {
  const kind = unique ? 'unique index' : 'index';
  const parts = await months(client, table);
  const nameOf = (part: string): string => (parts.length === 0 ? name : `${name}_${part.slice(-6)}`);
  for (const part of parts.length === 0 ? [table] : parts) {
    await dropHalfMade(client, nameOf(part));
    await client.query(`create ${kind} concurrently if not exists ${nameOf(part)} on ${part} ${rest}`);
  }
  if (parts.length === 0) return;
  await locked(async () => {
    await client.query(`create ${kind} if not exists ${name} on only ${table} ${rest}`);
    // A partition added meanwhile has no index yet; it is practically empty.
    for (const part of await months(client, table)) {
      await client.query(`create ${kind} if not exists ${nameOf(part)} on ${part} ${rest}`);
      await client.query(`alter index ${name} attach partition ${nameOf(part)}`);
    }
  });
};

/** The pending migrations, after checking that the applied ones are the same files in the same order. */
const pendingOf = (migrations: readonly Migration[], done: readonly string[]): Migration[] => {
  const newest = migrations.at(-1)?.name ?? '';
  // Migrations of a newer Paceline keep this version working, so they are no error here.
  const strange = done.filter((name) => name <= newest && !migrations.some((one) => one.name === name));
  if (strange.length > 0)
    throw new StartupError(`The database has migrations that this Paceline does not know: ${strange.join(', ')}.`);
  const pending = migrations.filter(({ name }) => !done.includes(name));
  const last =
    done
      .filter((name) => name <= newest)
      .toSorted()
      .at(-1) ?? '';
  const late = pending.find(({ name }) => name < last);
  if (late) throw new StartupError(`Migration ${late.name} comes before ${last}, which the database has already.`);
  return pending;
};

/** Fills an empty database from the baseline and later migrations, or from the migrations alone where an earlier schema is wanted. */
const fillEmpty = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
  baseline: Baseline | undefined,
): Promise<void> => {
  const names = new Set(migrations.map(({ name }) => name));
  const completeBaseline = baseline?.migrations.every((name) => names.has(name)) ? baseline : undefined;
  if (completeBaseline) await client.query(completeBaseline.text);
  for (const migration of migrations) {
    if (!completeBaseline?.migrations.includes(migration.name)) await client.query(textInTransaction(migration));
    await note(client, migration.name);
  }
};

/**
 * Brings the tables up to date. An empty database gets all files at once; one that may be in use gets them one by one, each in its own
 * transaction, which never waits for a lock long enough to delay lead posts noticeably.
 */
export const runMigrations = async (
  client: pg.ClientBase,
  migrations: readonly Migration[],
  { baseline, onRetry, pauseMs = PAUSE_MS, tries: most = TRIES }: MigrateOptions = {},
): Promise<void> => {
  await client.query(
    'create table if not exists migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  );
  const { rows } = await client.query<{ name: string }>('select name from migration order by 1');
  const pending = pendingOf(
    migrations,
    rows.map(({ name }) => name),
  );
  if (rows.length === 0) return inTransaction(client, () => fillEmpty(client, pending, baseline));

  for (const migration of pending) {
    const locked = async (work: () => Promise<unknown>): Promise<void> => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await inTransaction(client, async () => {
            await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
            await work();
          });
        } catch (error) {
          if (!isRefused(error)) throw error;
          if (tries === most)
            throw new StartupError(
              `Migration ${migration.name} did not get its lock in ${most} tries: somebody holds a table for long. Start again when that has ended.`,
            );
          onRetry?.(migration.name, tries);
          await pause(pauseMs);
        }
      }
    };
    if (isApart(migration)) {
      for (const statement of statementsOf(migration)) {
        const index = newIndexOf(statement);
        if (index === null) await client.query(statement);
        else await makeIndex(client, index, locked);
      }
      await note(client, migration.name);
    } else {
      await locked(async () => {
        await client.query(migration.text);
        await note(client, migration.name);
      });
    }
  }
};
