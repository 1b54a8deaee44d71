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
  /** The folder with the cluster: the requested one, or the target of its `pg-home` link. */
  dataDir: string;
  /** Whether the server was already running: left by a killed Node, or used by another process. */
  reused: boolean;
  /** Stops the server and waits until it has ended; leaves it running while other processes use it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  settings?: Settings;
  /** Whether to archive the log for backups. A server that is already running keeps its settings. */
  archive?: boolean;
  /** Timeout until it is ready, where longer than a normal start: a restore replays days of its log. */
  readyLimitMs?: number;
  /** Restarts the server whenever it ends unexpectedly, and reports it here. Without it the server stays down. */
  keepRunning?: Report;
}

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`;

const connectOnce = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  // A server that ends while the connection is idle emits its error here; the next query fails by itself.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const sqlState = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Checks that we can connect, and creates the database if an earlier start did not get that far. */
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
  /** Set by the first start; null while we reuse a running server. */
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

/** The part of a start that only one process may run at a time. */
const startLocked = async (dataDir: string, options: EmbeddedOptions): Promise<Running> => {
  const place = await findPlace(dataDir);
  const settings = { ...options.settings, ...(options.archive && (await archiveIntoSpool(place))) };
  const password = await readOrMakePassword(dataDir, place);
  // Before the server starts, so that a kill during the start does not leave it behind.
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
    // Stop a server that we started and cannot use.
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

/** On the same port: clients keep its URL. */
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

/** Starts the real Postgres shipped in npm packages, with its data under `dataDir`. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const fullPath = path.resolve(options.dataDir);
  await makeDataFolder(fullPath);
  // The canonical path: the processes of a cluster are identified by it.
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
