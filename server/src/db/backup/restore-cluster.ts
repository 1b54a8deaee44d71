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

/** Up to when the log is read back: a moment (as Postgres reads it), a point of the log, or all of it. */
export type Target = { moment: string } | { lsn: string } | 'end';

export interface Restored {
  server: EmbeddedPostgres;
  /** The folder that it runs in until it is moved to its place, or removed. */
  stage: string;
  /** The last change that is in it; null where the backup itself was the end. */
  lastChange: string | null;
  /** Whether the log ended before the moment that was asked for. */
  endedBefore: boolean;
  timeline: number;
}

/** Days of changes may have to be read back. */
const RECOVERY_LIMIT_MS = 6 * 60 * 60_000;
const STAGE = 'restore-';

export const makeStage = async (home: string): Promise<string> => {
  // A restore that was killed left it: only one runs at a time.
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
  // Nobody is let in before the end.
  hot_standby: 'off',
  // A server that only starts does not know yet what Z stands for.
  ...(target !== 'end' && 'moment' in target && { recovery_target_time: target.moment.replace(/Z$/, '+00') }),
  ...(target !== 'end' && 'lsn' in target && { recovery_target_lsn: target.lsn, recovery_target_inclusive: 'off' }),
});

const TOO_SHORT = 'recovery ended before configured recovery target was reached';

interface RestoreOptions {
  /** Of the data folder that is restored into; what its cluster has not handed over yet is used as well. */
  place: Place;
  target: Target;
  timeline: number;
  /** Whether the restored server goes on with the log of changes: not where it is only looked at. */
  archive: boolean;
  /** Other settings of the server, for tests. */
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

/** Unpacks a backup beside the data, reads the log back and opens the result. What is in use is not touched. */
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

/** Takes away what was only looked at. */
export const discard = async ({ server, stage }: Restored): Promise<void> => {
  await server.stop();
  await fs.rm(stage, { recursive: true, force: true, maxRetries: 10 });
};

/** Puts the restored cluster into its place. What was there stays beside it under another name, which is returned. */
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
