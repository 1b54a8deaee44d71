import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartupError } from '../../lib/startup-error.ts';
import { READY_LIMIT_MS, waitUntil } from './run.ts';

/**
 * Locks between Node processes that share a data folder. Node has no flock, and a pid file outlives its process and may name another one
 * after a reboot. The lock of an (empty) SQLite file is held by the kernel: it ends with its process, however that ends. Nothing else may
 * open these files: closing any descriptor would drop the lock.
 */
const SQLITE_BUSY = 5;

/** Longer than a start may take, including crash recovery. */
export const LOCK_LIMIT_MS = READY_LIMIT_MS + 60_000;

export interface Lock {
  release(): void;
}

const tryLock = (file: string, statement: string): Lock | null => {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Without a journal file nothing is ever written, so a full disk does not prevent stopping.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec(statement);
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
};

const tryExclusive = (file: string): Lock | null => tryLock(file, 'BEGIN EXCLUSIVE');
// A transaction that has read something holds a shared lock until it ends.
const tryShared = (file: string): Lock | null => tryLock(file, 'BEGIN; SELECT count(*) FROM sqlite_schema');

const acquire = async (attempt: () => Lock | null, limitMs: number, otherwise: string): Promise<Lock> => {
  let lock: Lock | null = null;
  await waitUntil(() => (lock = attempt()) !== null, limitMs);
  if (lock === null) throw new StartupError(otherwise);
  return lock;
};

/** Serialises starting and stopping of a data folder's server. */
export const withStartLock = async <T>(dataDir: string, limitMs: number, work: () => Promise<T>): Promise<T> => {
  const file = path.join(dataDir, 'pg-start.lock');
  const lock = await acquire(
    () => tryExclusive(file),
    limitMs,
    `Another Paceline is starting or stopping in ${dataDir} and does not finish: stop it, then start again.`,
  );
  try {
    return await work();
  } finally {
    lock.release();
  }
};

/** One backup at a time: a second one would delete the first one's unfinished folder as a leftover. */
export const withBackupLock = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> => {
  const lock = tryExclusive(path.join(dataDir, 'backup.lock'));
  if (lock === null) throw new StartupError('Another backup is being made or restored: wait until it is done.');
  try {
    return await work();
  } finally {
    lock.release();
  }
};

const usersFile = (dataDir: string): string => path.join(dataDir, 'pg-users.lock');

/** Held while a process uses the server, so that only the last user stops it. */
export const joinUsers = (dataDir: string): Promise<Lock> =>
  acquire(() => tryShared(usersFile(dataDir)), 5_000, `The data folder ${dataDir} is locked by another program.`);

/** Whether no process uses the server any more. Only meaningful under the start lock. */
export const hasNoUsers = (dataDir: string): boolean => {
  const lock = tryExclusive(usersFile(dataDir));
  lock?.release();
  return lock !== null;
};
