import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { handOver, runAs } from './account.ts';
import { type Binaries } from './binaries.ts';
import { diskFull, errorCode, saysDiskFull, type Place } from './place.ts';
import { run } from './run.ts';

/** Name of the role, database and superuser of the embedded server. */
export const NAME = 'paceline';

const readIfThere = (file: string): Promise<string | null> =>
  fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });

/** Writes under a temporary name first, so that a kill leaves no half-written file. */
const writeSecret = async (file: string, secret: string): Promise<void> => {
  const half = `${file}.new`;
  await fs.rm(half, { force: true });
  await fs.writeFile(half, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await fs.rename(half, file);
};

/** The password is created before the cluster: a cluster never exists without it. */
export const readOrMakePassword = async (dataDir: string, place: Place): Promise<string> => {
  const file = path.join(dataDir, 'pg-password');
  const storedPassword = (await readIfThere(file))?.trim();
  if (storedPassword) return storedPassword;
  if ((await clusterVersion(place)) !== null)
    throw new StartupError(
      `The file ${file} with the database's password is missing: put it back from a backup, or move ${place.cluster} away to begin with an empty database.`,
    );
  // Only letters, digits, - and _, so that it needs no escaping in a URL.
  const password = randomBytes(24).toString('base64url');
  await writeSecret(file, password);
  return password;
};

const clusterVersion = async (place: Place): Promise<string | null> =>
  (await readIfThere(path.join(place.cluster, 'PG_VERSION')))?.trim() ?? null;

const HALF_MADE = 'pg.new-';

const removeHalfMade = async (home: string): Promise<void> => {
  for (const name of await fs.readdir(home))
    if (name.startsWith(HALF_MADE))
      await fs.rm(path.join(home, name), { recursive: true, force: true, maxRetries: 10 });
};

/** The line that names the cause; later lines only describe initdb's cleanup. */
const complaint = (output: string): string => {
  const lines = output.trim().split('\n');
  return lines.find((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? '';
};

const runInitdb = async (folder: string, password: string, place: Place, binaries: Binaries, sync: boolean) => {
  const passwordFile = `${folder}.password`;
  await fs.writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
  await handOver(passwordFile, place.account);
  const result = await run(
    binaries.initdb,
    [
      '-D',
      folder,
      '-U',
      NAME,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--data-checksums',
      '--encoding=UTF8',
      // The built-in locale sorts and folds case alike on every system; libc and ICU locales differ and change.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(sync ? [] : ['--no-sync']),
    ],
    runAs(place.account),
  );
  await fs.rm(passwordFile, { force: true });
  if (result.ok) return;
  if (saysDiskFull(result.stderr)) throw diskFull(place.home);
  throw new StartupError(`Postgres could not make a database in ${place.home}: ${complaint(result.stderr)}.`);
};

/**
 * Creates the cluster in a temporary folder and renames it when complete. The temporary name is always new: an initdb that outlived a
 * killed Node may still be writing, and on failure it deletes its own folder.
 */
const makeCluster = async (password: string, place: Place, binaries: Binaries, sync: boolean): Promise<void> => {
  await removeHalfMade(place.home);
  const folder = path.join(place.home, `${HALF_MADE}${randomBytes(4).toString('hex')}`);
  await fs.mkdir(folder, { mode: 0o700 });
  await handOver(folder, place.account);
  await runInitdb(folder, password, place, binaries, sync);
  // Replaces nothing but an empty folder.
  await fs.rename(folder, place.cluster).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) throw error;
    throw new StartupError(
      `${place.cluster} is not a Postgres database and not empty: move it away, then start again.`,
    );
  });
};

export const ensureCluster = async (
  password: string,
  place: Place,
  binaries: Binaries,
  options: { sync: boolean },
): Promise<void> => {
  const version = await clusterVersion(place);
  if (version === null) return makeCluster(password, place, binaries, options.sync);
  if (version !== binaries.major)
    throw new StartupError(
      `The database in ${place.cluster} was made by Postgres ${version} and this Paceline brings ${binaries.major}: start the Paceline that made it, or set DATA_DIR to another folder.`,
    );
};
