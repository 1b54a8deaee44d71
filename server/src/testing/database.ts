import { afterAll, beforeAll, inject } from 'vitest';
import { type Migrator, openMigrator } from '../db/migrate/loader.ts';
import { appUrlFrom } from '../db/migrate/roles.ts';
import { type Database, openDatabase, type Tx } from '../db/scope/tx.ts';
import { withConnection } from '../db/scope/single-connection.ts';
import { testDatabaseName } from './servers/test-server.ts';

export interface TestDatabase {
  ownerUrl: string;
  appUrl: string;
  db: Database;
  /** As the role that owns the tables, past the tenant policies: for building what a test starts from and for looking after it. */
  asMigrator<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** What a database holds before its tests begin. It is written once as long as no source changes, and copied for each file that wants it. */
export interface Filled {
  name: string;
  fill: (ownerUrl: string) => Promise<void>;
}

const urlOf = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Whoever comes first fills it; the lock is the session's and ends with it, whatever happens. */
const copyFilled = (serverUrl: string, name: string, { name: what, fill }: Filled): Promise<void> =>
  withConnection(serverUrl, async (client) => {
    const source = `${inject('filledPrefix')}${what}`;
    await client.query('select pg_advisory_lock(hashtext($1))', [source]);
    const { rows } = await client.query<{ done: boolean }>(
      `select coalesce(shobj_description(oid, 'pg_database') = 'filled', false) as done from pg_database where datname = $1`,
      [source],
    );
    if (!rows[0]?.done) {
      await client.query(`drop database if exists ${source} with (force)`);
      await client.query(`create database ${source} template ${inject('template')}`);
      await fill(urlOf(serverUrl, source));
      await client.query(`comment on database ${source} is 'filled'`);
    }
    await client.query(`create database ${name} template ${source} strategy file_copy`);
  });

/** A database of this test file's own, copied from the migrated template or a filled one: tens of milliseconds. */
export const useDatabase = ({ pool = 4, filled }: { pool?: number; filled?: Filled } = {}): TestDatabase => {
  const database = {} as TestDatabase;
  const name = testDatabaseName();
  let migrator: Migrator;

  beforeAll(async () => {
    const serverUrl = inject('serverUrl');
    if (filled) await copyFilled(serverUrl, name, filled);
    else
      await withConnection(serverUrl, (client) =>
        client.query(`create database ${name} template ${inject('template')} strategy file_copy`),
      );
    database.ownerUrl = urlOf(serverUrl, name);
    database.appUrl = appUrlFrom(database.ownerUrl);
    database.db = openDatabase(database.appUrl, pool, { patient: true });
    // Connections that stay: proving a password costs more than most of what is asked through them.
    migrator = openMigrator(database.ownerUrl, 4);
    database.asMigrator = (work) => migrator.run(work);
  });

  afterAll(async () => {
    await database.db.close();
    await migrator.close();
    await withConnection(inject('serverUrl'), (client) => client.query(`drop database ${name} with (force)`));
  });
  return database;
};
