import fs from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { accountFor, canReach, type Account } from './account.ts';

/** The cluster's folder, and the account that runs it. */
export interface Place {
  /** Holds the cluster, its log and, where needed, a copy of the binaries. Usually the data folder itself. */
  home: string;
  cluster: string;
  logFile: string;
  account: Account | null;
}

// In a data folder that the account cannot reach, this link points to the folder elsewhere that holds the cluster.
export const HOME_LINK = 'pg-home';
const SYSTEM_DATA_FOLDERS = ['/var/lib', '/var/db'];

export const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? '';

export const diskFull = (folder: string): StartupError =>
  new StartupError(`The disk that holds ${folder} is full: free some space and start again.`);

/** Postgres' messages for a full disk, complete or truncated. */
export const saysDiskFull = (text: string): boolean => /No space left on device|wrote only \d+ of \d+ bytes/.test(text);

/** Translates a failed write into a message for the operator; unexpected errors are passed on unchanged. */
export const explainWriteError = (error: unknown, folder: string): unknown => {
  const code = errorCode(error);
  // 53100 is Postgres' SQLSTATE for a full disk, from a connection.
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code)) return diskFull(folder);
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ERR_SQLITE_ERROR'].includes(code))
    return error;
  return new StartupError(
    `The data folder ${folder} cannot be written (${code}): make it a folder that this user may write, or set DATA_DIR to another one.`,
  );
};

/** Creates the data folder and checks that it is writable. */
export const makeDataFolder = async (folder: string): Promise<void> => {
  try {
    const newFolder = await fs.mkdir(folder, { recursive: true });
    // A strict umask would lock out the account that Postgres runs under. Only a folder created by us is opened up.
    if (newFolder && process.getuid?.() === 0) await fs.chmod(folder, 0o755);
    const probe = await fs.mkdtemp(path.join(folder, '.write-'));
    await fs.rmdir(probe);
  } catch (error) {
    throw explainWriteError(error, folder);
  }
};

export const placeAt = (home: string, account: Account | null): Place => ({
  home,
  cluster: path.join(home, 'pg'),
  logFile: path.join(home, 'postgres.log'),
  account,
});

const placeIn = async (home: string): Promise<Place> => placeAt(home, await accountFor(path.join(home, 'pg')));

const exists = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

const unreachable = (place: Place): StartupError =>
  new StartupError(
    `The user ${place.account?.name}, who runs Postgres, cannot reach ${place.home}: allow others to pass through the folders above it (chmod o+x), or set DATA_DIR to another folder.`,
  );

const makeHomeElsewhere = async (dataDir: string): Promise<string> => {
  for (const parent of SYSTEM_DATA_FOLDERS) {
    const home = await fs.mkdtemp(path.join(parent, 'paceline-')).catch(() => null);
    if (!home) continue;
    await fs.chmod(home, 0o711);
    await fs.rm(path.join(dataDir, HOME_LINK), { force: true });
    await fs.symlink(home, path.join(dataDir, HOME_LINK));
    return home;
  }
  throw unreachable(await placeIn(dataDir));
};

/** Chooses the cluster's folder. Only called by the one start that holds the lock. */
export const findPlace = async (dataDir: string): Promise<Place> => {
  const linked = await fs.realpath(path.join(dataDir, HOME_LINK)).catch(() => null);
  const place = await placeIn(linked ?? dataDir);
  if (await canReach(place.account, place.home)) return place;
  if (linked || (await exists(place.cluster))) throw unreachable(place);
  return placeIn(await makeHomeElsewhere(dataDir));
};
