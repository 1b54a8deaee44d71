import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { archiveIntoSpool } from './archiving.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { ensureCluster, NAME, readOrMakePassword } from './cluster.ts';
import { keepRunning, type Keeper, type Report } from './keep-running.ts';
import { hasNoUsers, joinUsers, LOCK_LIMIT_MS, withStartLock, type Lock } from './lock.ts';
import { explainWriteError, findPlace, makeDataFolder, type Place } from './place.ts';
import {
  clearDead,
  findRunning,
  lastPort,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type Settings,
} from './postmaster.ts';
import { watchOver, type Watch } from './watch.ts';

export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** The folder that holds the cluster: the one asked for, or the one its `pg-home` points to. */
  dataDir: string;
  /** Whether the server was running already: left by a killed Node, or in use by another one. */
  reused: boolean;
  /** Stops the server and waits until it is gone; leaves it to the others while other processes use it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  settings?: Settings;
  /** Whether the log of changes is kept for backups. A server that runs already goes on as it was started. */
  archive?: boolean;
  /** How long it may take until it is ready, where that is more than a start: a restore reads back days of its log. */
  readyLimitMs?: number;
  /** Starts the server again whenever it ends by itself, and says so here. Without it, it stays away. */
  keepRunning?: Report;
}

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`;

const connectOnce = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  // A server that ends while nothing is asked says so here; what is asked next fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const sqlState = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Proves that the server lets us in, and makes the database if an earlier start did not come that far. */
const ensureDatabase = async (port: number, password: string, dataDir: string): Promise<void> => {
  try {
    const client = await connectOnce(urlOf(port, password, NAME));
    await client.end();
  } catch (error) {
    if (sqlState(error) === '28P01')
      throw new StartupError(
        `The password in ${path.join(dataDir, 'pg-password')} is not the one of the database beside it: put the right file back from a backup.`,
      );
    if (sqlState(error) !== '3D000') throw error;
    const client = await connectOnce(urlOf(port, password, 'postgres'));
    await client.query(`CREATE DATABASE ${NAME}`);
    await client.end();
  }
};

interface Running {
  /** Known from its first start; not yet where the server ran already. */
  binaries: Binaries | null;
  settings: Settings;
  place: Place;
  postmaster: Postmaster;
  password: string;
  reused: boolean;
  user: Lock;
  watch: Watch;
  keeper: Keeper | null;
}

/** Everything that only one process may do at a time. */
const startLocked = async (dataDir: string, options: EmbeddedOptions): Promise<Running> => {
  const place = await findPlace(dataDir);
  const settings = { ...options.settings, ...(options.archive && (await archiveIntoSpool(place))) };
  const password = await readOrMakePassword(dataDir, place);
  // Before there is a server: it must not be left alone by a kill in the middle of its start either.
  const watch = watchOver(dataDir, place.home);
  let user: Lock | null = null;
  let started: Postmaster | null = null;
  try {
    user = await joinUsers(dataDir);
    const running = await findRunning(place);
    const server = running
      ? { postmaster: running, binaries: null }
      : await startFresh(password, place, settings, options.readyLimitMs);
    if (!running) started = server.postmaster;
    await ensureDatabase(server.postmaster.port, password, dataDir);
    return { ...server, settings, place, password, reused: running !== null, user, watch, keeper: null };
  } catch (error) {
    user?.release();
    // What we started and cannot use must not stay behind.
    if (started) await stopPostmaster(started, place);
    await watch.end();
    throw error;
  }
};

const startFresh = async (password: string, place: Place, settings: Settings, readyLimitMs?: number) => {
  const binaries = await findBinaries(place);
  await ensureCluster(password, place, binaries, { sync: settings['fsync'] !== 'off' });
  const port = await lastPort(place);
  await clearDead(place);
  const wanted = { port, orAnother: true };
  return { postmaster: await startPostmaster(place, binaries, settings, wanted, readyLimitMs), binaries };
};

/** On the port that it had: there is nobody to tell another one to. */
const startAgain = async (running: Running, port: number): Promise<Postmaster> => {
  const { place, settings } = running;
  const binaries = (running.binaries ??= await findBinaries(place));
  await clearDead(place);
  return startPostmaster(place, binaries, settings, { port, orAnother: false });
};

const stopIfLast = async (dataDir: string, running: Running): Promise<void> => {
  await running.keeper?.stop();
  await withStartLock(dataDir, LOCK_LIMIT_MS, async () => {
    running.user.release();
    if (hasNoUsers(dataDir)) await stopPostmaster(running.postmaster, running.place);
  });
  await running.watch.end();
};

/** Starts the real Postgres that comes with the npm packages, with its data under `dataDir`. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const fullPath = path.resolve(options.dataDir);
  await makeDataFolder(fullPath);
  // One name for one folder: the processes of a cluster are recognised by its path.
  const dataDir = await fs.realpath(fullPath);
  try {
    const running = await withStartLock(dataDir, LOCK_LIMIT_MS, () => startLocked(dataDir, options));
    if (options.keepRunning) {
      const again = (port: number): Promise<Postmaster> => startAgain(running, port);
      running.keeper = keepRunning(dataDir, running, again, options.keepRunning);
    }
    let stopping: Promise<void> | null = null;
    return {
      url: urlOf(running.postmaster.port, running.password, NAME),
      port: running.postmaster.port,
      dataDir: running.place.home,
      reused: running.reused,
      stop: () => (stopping ??= stopIfLast(dataDir, running)),
    };
  } catch (error) {
    throw explainWriteError(error, dataDir);
  }
};
