import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { handOver } from '../embedded/account.ts';
import { spoolIn } from '../embedded/archiving.ts';
import { type Place } from '../embedded/place.ts';
import { type Settings } from '../embedded/postmaster.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start.ts';
import { withConnection } from '../scope/single-connection.ts';
import { assertWhole, type BackupFolder, DATA_FILE, type Manifest, nameOf, pathOf } from './folder.ts';
import { unpackInto } from './pack.ts';
import { readSealed } from './sealed-files.ts';
import { copyUnsentLog, shipLog, systemOf, timelineOf, unpackLog } from './wal.ts';

/** The point to replay the log to: a timestamp (in Postgres' syntax), a log position, or the end. */
export type Target = { moment: string } | { lsn: string } | 'end';

export interface Restored {
  server: EmbeddedPostgres;
  /** The temporary folder the server runs in until it is moved into place or removed. */
  stage: string;
  /** Time of the last replayed change; null where the backup itself was the end. */
  lastChange: string | null;
  /** Whether the log ended before the requested moment. */
  endedBefore: boolean;
  timeline: number;
}

/** Days of changes may have to be replayed. */
const RECOVERY_LIMIT_MS = 6 * 60 * 60_000;
const STAGE = 'restore-';

export const makeStage = async (home: string): Promise<string> => {
  // Left by a killed restore: only one runs at a time.
  for (const name of (await fs.readdir(home)).filter((entry) => entry.startsWith(STAGE)))
    await fs.rm(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
  const stage = path.join(home, `${STAGE}${randomBytes(4).toString('hex')}`);
  await fs.mkdir(stage, { mode: 0o755 });
  await fs.chmod(stage, 0o755);
  return stage;
};

const settingsFor = (target: Target, log: string, timeline: number): Settings => ({
  restore_command: `cp "${log}/%f" "%p"`,
  recovery_target_action: 'promote',
  recovery_target_timeline: timeline,
  // No connections before recovery has ended.
  hot_standby: 'off',
  // A starting server does not know the zone abbreviation Z yet.
  ...(target !== 'end' && 'moment' in target && { recovery_target_time: target.moment.replace(/Z$/, '+00') }),
  ...(target !== 'end' && 'lsn' in target && { recovery_target_lsn: target.lsn, recovery_target_inclusive: 'off' }),
});

const TOO_SHORT = 'recovery ended before configured recovery target was reached';

interface RestoreOptions {
  /** The data folder that is restored into; log segments its cluster has not archived yet are used as well. */
  place: Place;
  target: Target;
  timeline: number;
  /** Whether the restored server continues archiving its log: not for a mere verification. */
  archive: boolean;
  /** Additional server settings, for tests. */
  settings?: Settings;
}

const unpack = async (folder: BackupFolder, manifest: Manifest, stage: string, options: RestoreOptions) => {
  const { log, name } = manifest;
  if (log === null) throw new StartupError(`${name} is a backup of tables, which is restored into DATABASE_URL.`);
  const { place, timeline } = options;
  const give = (file: string): Promise<void> => handOver(file, place.account);
  const source = readSealed(path.join(pathOf(folder, name), DATA_FILE), folder.key, `${name}/${DATA_FILE}`);
  await unpackInto(stage, source, (file) => (path.basename(file) === 'pg-password' ? Promise.resolve() : give(file)));
  const logFolder = path.join(stage, 'log');
  await fs.mkdir(logFolder, { mode: 0o700 });
  await give(logFolder);
  const { gap } = await unpackLog(folder, { ...log, timeline }, logFolder, give);
  const isSame = (await systemOf(place.cluster).catch(() => null)) === log.system;
  if (isSame && gap === null) await copyUnsentLog(place.cluster, logFolder, give);
  const signalFile = path.join(stage, 'pg/recovery.signal');
  await fs.writeFile(signalFile, '', { mode: 0o600 });
  await give(signalFile);
  return { logFolder, gap };
};

/** Unpacks a backup next to the data, replays the log and starts the result. The data in use is not touched. */
export const restoreCluster = async (
  folder: BackupFolder,
  manifest: Manifest,
  options: RestoreOptions,
): Promise<Restored> => {
  await assertWhole(folder, manifest);
  const stage = await makeStage(options.place.home);
  try {
    const { logFolder, gap } = await unpack(folder, manifest, stage, options);
    const start = (target: Target): Promise<EmbeddedPostgres> =>
      startEmbedded({
        dataDir: stage,
        archive: options.archive,
        readyLimitMs: RECOVERY_LIMIT_MS,
        settings: { ...options.settings, ...settingsFor(target, logFolder, options.timeline) },
      });
    let endedBefore = false;
    const server = await start(options.target).catch((error: unknown) => {
      if (!(error instanceof StartupError) || !error.message.includes(TOO_SHORT)) throw error;
      if (gap !== null)
        throw new StartupError(
          `The log of changes has a gap at ${gap}, before what was asked for: restore to an earlier moment, or to one after the next backup.`,
        );
      endedBefore = true;
      return start('end');
    });
    try {
      return { server, stage, endedBefore, ...(await lookAt(server.url)) };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await fs.rm(stage, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
};

const lookAt = (url: string): Promise<Pick<Restored, 'lastChange' | 'timeline'>> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ last: Date | null; segment: string }>(
      'select pg_last_xact_replay_timestamp() as last, pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
    );
    const { last, segment } = rows[0]!;
    return { lastChange: last?.toISOString() ?? null, timeline: timelineOf(segment) };
  });

/** Removes a restored server that was only for verification. */
export const discard = async ({ server, stage }: Restored): Promise<void> => {
  await server.stop();
  await fs.rm(stage, { recursive: true, force: true, maxRetries: 10 });
};

/** Moves the restored cluster into place. The previous one is kept beside it under another name, which is returned. */
export const moveIn = async (
  folder: BackupFolder,
  { server, stage }: Restored,
  dataDir: string,
  place: Place,
  now: Date,
): Promise<string | null> => {
  await server.stop();
  const restored = path.join(stage, 'pg');
  await shipLog(folder, restored, spoolIn(stage));
  const before = `${place.cluster}.before-${nameOf(now)}`;
  const hadOne = await fs.rename(place.cluster, before).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
  );
  await fs.rename(path.join(stage, 'pg-password'), path.join(dataDir, 'pg-password'));
  await fs.rename(restored, place.cluster);
  await fs.rm(stage, { recursive: true, force: true });
  return hadOne ? before : null;
};
