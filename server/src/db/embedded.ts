import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { findBinaries } from './embedded-binaries.ts';
import { ensureCluster, NAME, readOrMakePassword } from './embedded-cluster.ts';
import { hasNoUsers, joinUsers, withStartLock, type Lock } from './embedded-lock.ts';
import { explainWriteError, findPlace, makeDataFolder, type Place } from './embedded-place.ts';
import {
  clearDead,
  findRunning,
  READY_LIMIT_MS,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type Settings,
} from './embedded-postmaster.ts';

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
}

const LOCK_LIMIT_MS = READY_LIMIT_MS + 60_000;

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`;

const connectOnce = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
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
  place: Place;
  postmaster: Postmaster;
  password: string;
  reused: boolean;
  user: Lock;
}

/** Everything that only one process may do at a time. */
const startLocked = async (dataDir: string, settings: Settings): Promise<Running> => {
  const place = await findPlace(dataDir);
  const password = await readOrMakePassword(dataDir, place);
  const running = await findRunning(place);
  const postmaster = running ?? (await startFresh(password, place, settings));
  const user = await joinUsers(dataDir);
  try {
    await ensureDatabase(postmaster.port, password, dataDir);
  } catch (error) {
    user.release();
    // What we started and cannot use must not stay behind.
    if (!running) await stopPostmaster(postmaster, place);
    throw error;
  }
  return { place, postmaster, password, reused: running !== null, user };
};

const startFresh = async (password: string, place: Place, settings: Settings): Promise<Postmaster> => {
  const binaries = await findBinaries(place);
  await ensureCluster(password, place, binaries, { sync: settings['fsync'] !== 'off' });
  await clearDead(place);
  return startPostmaster(place, binaries, settings);
};

const stopIfLast = (dataDir: string, { place, postmaster, user }: Running): Promise<void> =>
  withStartLock(dataDir, LOCK_LIMIT_MS, async () => {
    user.release();
    if (hasNoUsers(dataDir)) await stopPostmaster(postmaster, place);
  });

/** Starts the real Postgres that comes with the npm packages, with its data under `dataDir`. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const asked = path.resolve(options.dataDir);
  await makeDataFolder(asked);
  // One name for one folder: the processes of a cluster are recognised by its path.
  const dataDir = await fs.realpath(asked);
  try {
    const running = await withStartLock(dataDir, LOCK_LIMIT_MS, () => startLocked(dataDir, options.settings ?? {}));
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
