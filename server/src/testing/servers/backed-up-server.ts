import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { backUpCluster, shipUpToNow } from '../../db/backup/cluster-backup.ts';
import { backupFolder, type BackupFolder, type Manifest } from '../../db/backup/folder.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded/start.ts';
import { type Migrator, openMigrator } from '../../db/migrate/loader.ts';
import { prepareDatabase } from '../../db/migrate/migrate.ts';
import { appUrlFrom } from '../../db/migrate/roles.ts';
import { TEST_SECRET } from '../app.ts';
import { SMALL_SERVER } from './embedded-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Without changes of its own: the last one of a test is the last one in the log. */
const SETTINGS = { ...SMALL_SERVER, autovacuum: 'off' };

/** A server of the test file's own that keeps its log of changes, with the schema and no rows, and a folder for its backups. */
interface BackedUpServer {
  dataDir: string;
  folder: BackupFolder;
  postgres: EmbeddedPostgres;
  migrator: Migrator;
  backUp(): Promise<Manifest>;
  /** So that whatever happened until now can be restored. */
  ship(): Promise<void>;
  /** The database's own clock, to the microsecond: between a commit before and one after. */
  moment(): Promise<string>;
  /** As an operator does it before a restore, and after. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const useBackedUpServer = (): BackedUpServer => {
  const server = {} as BackedUpServer;
  let parent = '';

  server.start = async () => {
    server.postgres = await startEmbedded({ dataDir: server.dataDir, settings: SETTINGS, archive: true });
    server.migrator = openMigrator(server.postgres.url, 3);
  };
  server.stop = async () => {
    await server.migrator.close();
    await server.postgres.stop();
  };
  const running = () => ({ home: server.postgres.dataDir, url: server.postgres.url });
  server.backUp = () => backUpCluster(server.folder, running(), () => new Date());
  server.ship = () => shipUpToNow(server.folder, running());
  server.moment = () =>
    server.migrator.run(async (tx) => {
      const { rows } = await sql<{ at: string }>`
        select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(tx);
      return rows[0]!.at;
    });

  beforeAll(async () => {
    parent = await makeTemporaryFolder('backup');
    server.dataDir = path.join(parent, 'data');
    server.folder = backupFolder(path.join(parent, 'backups'), null, TEST_SECRET);
    await server.start();
    await prepareDatabase(server.postgres.url, appUrlFrom(server.postgres.url));
  });
  afterAll(async () => {
    await server.stop();
    await fs.rm(parent, { recursive: true, force: true, maxRetries: 10 });
  });
  return server;
};
