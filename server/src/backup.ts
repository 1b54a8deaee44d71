import fs from 'node:fs/promises';
import path from 'node:path';
import { readConfig, type Config } from './config.ts';
import { chooseBackup, LATEST } from './db/backup/choose.ts';
import { backUpCluster } from './db/backup/cluster-backup.ts';
import { KEPT_DAYS, removeExpired } from './db/backup/expire.ts';
import { type BackupFolder, listBackups, type Manifest } from './db/backup/folder.ts';
import { openBackupFolder } from './db/backup/open-folder.ts';
import { keepRequests } from './db/backup/requests-copy.ts';
import { discard, makeStage, restoreCluster } from './db/backup/restore-cluster.ts';
import { restoreTables } from './db/backup/restore-tables.ts';
import { backUpTables } from './db/backup/tables-backup.ts';
import { type Comparison, compareWithBackup } from './db/backup/verify.ts';
import { accountFor } from './db/embedded/account.ts';
import { withBackupLock } from './db/embedded/lock.ts';
import { makeDataFolder, placeAt } from './db/embedded/place.ts';
import { startEmbedded } from './db/embedded/start.ts';
import { appUrlFrom } from './db/migrate/roles.ts';
import { systemClock } from './lib/clock.ts';
import { StartupError } from './lib/startup-error.ts';

const megabytes = ({ files }: Manifest): string =>
  `${(Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`;
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The running embedded server, or one started for the duration of the work. */
const withServer = async <T>({ dataDir }: Config, work: (server: { home: string; url: string }) => Promise<T>) => {
  const postgres = await startEmbedded({ dataDir, archive: true });
  try {
    return await work({ home: postgres.dataDir, url: postgres.url });
  } finally {
    await postgres.stop();
  }
};

const make = async (config: Config, folder: BackupFolder): Promise<void> => {
  const since = performance.now();
  const now = (): Date => systemClock.now();
  const { databaseUrl } = config;
  const manifest = await (databaseUrl === null
    ? withServer(config, (server) => backUpCluster(folder, server, now))
    : backUpTables(folder, databaseUrl, now));
  await keepRequests(config.dataDir, folder.path);
  console.log(`Backed up as ${manifest.name} (${megabytes(manifest)}, ${seconds(since)}) in ${folder.path}.`);
  const { removed, remaining, logParts } = await removeExpired(folder, now());
  console.log(
    `${remaining.length} kept, the oldest of ${remaining[0]}; ${removed.length} older than ${KEPT_DAYS} days removed, with ${logParts} parts of the log.`,
  );
};

const list = async (folder: BackupFolder): Promise<void> => {
  const { backups, unreadable } = await listBackups(folder);
  for (const each of backups) console.log(`${each.name}  ${each.kind}  ready ${each.endedAt}  ${megabytes(each)}`);
  for (const [name, { message }] of unreadable) console.log(`${name}  ${message}`);
  if (backups.length + unreadable.size === 0) console.log(`No backups in ${folder.path}.`);
};

/** A second, empty server to restore a table backup of an external server into. */
const verifyTables = async (folder: BackupFolder, manifest: Manifest, dataDir: string): Promise<Comparison> => {
  const stage = await makeStage(dataDir);
  const postgres = await startEmbedded({ dataDir: stage });
  try {
    return await restoreTables(folder, manifest, postgres.url, appUrlFrom(postgres.url));
  } finally {
    await postgres.stop();
    await fs.rm(stage, { recursive: true, force: true, maxRetries: 10 });
  }
};

const verifyCluster = async (folder: BackupFolder, manifest: Manifest, dataDir: string): Promise<Comparison> => {
  const home = await fs.realpath(path.join(dataDir, 'pg-home')).catch(() => dataDir);
  const place = placeAt(home, await accountFor(path.join(home, 'pg')));
  const { reference, timeline } = manifest.log!;
  const restored = await restoreCluster(folder, manifest, {
    place,
    target: { lsn: reference },
    timeline,
    archive: false,
  });
  try {
    return await compareWithBackup(folder, manifest, restored.server.url);
  } finally {
    await discard(restored);
  }
};

const verify = async (config: Config, folder: BackupFolder): Promise<void> => {
  const since = performance.now();
  const kind = config.databaseUrl === null ? 'cluster' : 'tables';
  const manifest = chooseBackup(await listBackups(folder), kind, LATEST);
  const dataDir = await fs.realpath(config.dataDir);
  const { tables, rows, differences } = await (kind === 'cluster' ? verifyCluster : verifyTables)(
    folder,
    manifest,
    dataDir,
  );
  for (const difference of differences) console.error(difference);
  if (differences.length > 0)
    throw new StartupError(`${manifest.name} is not what it was made of: ${differences.length} tables differ.`);
  console.log(
    `${manifest.name} was restored into a second server in ${seconds(since)}: ${tables} tables with ${rows} rows are what they were.`,
  );
};

/** `npm run backup`: makes a backup and removes expired ones. `-- verify`: restores the newest aside and compares. `-- list`. */
const run = async ([what = 'make']: string[]): Promise<void> => {
  const config = readConfig();
  const folder = await openBackupFolder(config);
  await makeDataFolder(config.dataDir);
  if (what === 'list') return list(folder);
  if (what === 'verify') return withBackupLock(config.dataDir, () => verify(config, folder));
  if (what === 'make') return withBackupLock(config.dataDir, () => make(config, folder));
  throw new StartupError('Say nothing to make a backup, or one of: verify, list.');
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
