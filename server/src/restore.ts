import { type Config, readConfig } from './config.ts';
import { chooseBackup, LATEST, type Moment, readMoment, timelineAt } from './db/backup/choose.ts';
import { type BackupFolder, listBackups, type Manifest, noteRestore } from './db/backup/folder.ts';
import { openBackupFolder } from './db/backup/open-folder.ts';
import { bringRequestsBack } from './db/backup/requests-copy.ts';
import { discard, moveIn, restoreCluster } from './db/backup/restore-cluster.ts';
import { restoreTables } from './db/backup/restore-tables.ts';
import { shipLog } from './db/backup/wal.ts';
import { spoolIn } from './db/embedded/archiving.ts';
import { withBackupLock } from './db/embedded/lock.ts';
import { makeDataFolder } from './db/embedded/place.ts';
import { withStoppedServer } from './db/embedded/stopped-server.ts';
import { prepareDatabase } from './db/migrate/migrate.ts';
import { appUrlFrom } from './db/migrate/roles.ts';
import { openDatabase } from './db/scope/tx.ts';
import { createLog } from './http/watch/log.ts';
import { systemClock } from './lib/clock.ts';
import { StartupError } from './lib/startup-error.ts';
import { openKeys } from './shared/keys/open-keys.ts';

interface Asked {
  config: Config;
  folder: BackupFolder;
  moment: Moment;
}

/** Migrates to this Paceline's schema, and repeats the erasures requested since the backup. */
const reapplyErasures = async ({ config }: Asked, ownerUrl: string, appUrl: string): Promise<number> => {
  await prepareDatabase(ownerUrl, appUrl);
  const secret = await openKeys(config, ownerUrl, systemClock.now());
  // The whole product is imported only when needed, so that a refusal comes at once.
  const { redoRequests } = await import('./app.ts');
  const db = openDatabase(appUrl, 2, { patient: true });
  try {
    return await redoRequests({ db, clock: systemClock, log: createLog(config), secret }, config.dataDir);
  } finally {
    await db.close();
  }
};

const choose = async ({ folder, moment }: Asked, kind: Manifest['kind']): Promise<Manifest> => {
  const backups = await listBackups(folder);
  const manifest = chooseBackup(backups, kind, moment);
  for (const [name, { message }] of backups.unreadable) if (name > manifest.name) console.warn(message);
  if (manifest.secretId !== folder.secretId)
    console.warn(
      'The people in this backup are sealed with another secret than this installation has: set PACELINE_SECRET to that one before you start.',
    );
  return manifest;
};

const restoreEmbedded = (restore: Asked): Promise<void> =>
  withStoppedServer(restore.config.dataDir, async (place) => {
    const { config, folder, moment } = restore;
    await shipLog(folder, place.cluster, spoolIn(place.home));
    const manifest = await choose(restore, 'cluster');
    console.log(`Restoring ${manifest.name} and what came after it…`);
    const timeline = await timelineAt(folder, manifest, moment);
    const target = moment === LATEST ? 'end' : { moment };
    const restored = await restoreCluster(folder, manifest, { place, target, timeline, archive: true });
    let redone = 0;
    try {
      redone = await reapplyErasures(restore, restored.server.url, appUrlFrom(restored.server.url));
    } catch (error) {
      await discard(restored);
      throw error;
    }
    const now = systemClock.now();
    const before = await moveIn(folder, restored, config.dataDir, place, now);
    await noteRestore(folder, { at: now.toISOString(), moment, timeline: restored.timeline });
    if (restored.endedBefore) console.log(`The log of changes ends before ${moment}: all of it is there.`);
    console.log(`The last change is of ${restored.lastChange ?? manifest.endedAt}.`);
    console.log(`${redone} requests of people that came later were carried out again.`);
    if (before !== null) console.log(`What was there before is in ${before}: remove it once all is well.`);
  });

const restoreForeign = async (restore: Asked, ownerUrl: string): Promise<void> => {
  const manifest = await choose(restore, 'tables');
  const appUrl = restore.config.appDatabaseUrl ?? appUrlFrom(ownerUrl);
  const { tables, rows } = await restoreTables(restore.folder, manifest, ownerUrl, appUrl);
  const redone = await reapplyErasures(restore, ownerUrl, appUrl);
  console.log(`${tables} tables with ${rows} rows are as they were at ${manifest.startedAt}.`);
  console.log(`${redone} requests of people that came later were carried out again.`);
};

/** `npm run restore -- <moment>`: restores the database to that moment. For an external server: the last backup before it. */
const run = async ([argument]: string[]): Promise<void> => {
  const since = performance.now();
  const config = readConfig();
  const moment = readMoment(argument, systemClock.now());
  const restore = { config, moment, folder: await openBackupFolder(config) };
  await makeDataFolder(config.dataDir);
  await withBackupLock(config.dataDir, async () => {
    await bringRequestsBack(restore.folder.path, config.dataDir);
    await (config.databaseUrl === null ? restoreEmbedded(restore) : restoreForeign(restore, config.databaseUrl));
  });
  console.log(`Restored in ${((performance.now() - since) / 1000).toFixed(1)} s. Start Paceline, then make a backup.`);
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
