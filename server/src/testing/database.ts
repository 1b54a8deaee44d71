import { afterAll, beforeAll, inject } from 'vitest';
import { withMigrator } from '../db/loader.ts';
import { appUrlFrom } from '../db/roles.ts';
import { type Database, openDatabase, type Tx } from '../db/tx.ts';
import { visit } from '../db/visit.ts';
import { testDatabaseName } from './test-server.ts';

export interface TestDatabase {
  ownerUrl: string;
  appUrl: string;
  db: Database;
  /** As the role that owns the tables, past the tenant wall: for building what a test starts from and for looking after it. */
  asMigrator<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A database of this test file's own, copied from the migrated template: tens of milliseconds. */
export const useDatabase = ({ pool = 4 } = {}): TestDatabase => {
  const database = {} as TestDatabase;
  const name = testDatabaseName();

  beforeAll(async () => {
    const serverUrl = inject('serverUrl');
    await visit(serverUrl, (client) => client.query(`create database ${name} template ${inject('template')}`));
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    database.ownerUrl = url.href;
    database.appUrl = appUrlFrom(url.href);
    database.db = openDatabase(database.appUrl, pool);
    database.asMigrator = (work) => withMigrator(url.href, work);
  });

  afterAll(async () => {
    await database.db.close();
    await visit(inject('serverUrl'), (client) => client.query(`drop database ${name} with (force)`));
  });
  return database;
};
