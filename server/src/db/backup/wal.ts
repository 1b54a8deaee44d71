import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { type BackupFolder, walFolder } from './folder.ts';
import { isThere, readAll, readSealed, writeSealed } from './sealed-files.ts';

/**
 * File names of Postgres' log: a segment is its timeline and number (8 and 16 hex digits), a history file its timeline, a backup label the
 * segment that the backup began in.
 */
const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const LOG_FILE = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/;
const SEALED = '.sealed';
/** Segments are 16 MB each, so 256 per value of the middle digits. */
const PER_LOG = 256;

export const timelineOf = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16);
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * PER_LOG + Number.parseInt(segment.slice(16), 16);

/** Identifies a cluster: the first eight bytes of its control file. Two clusters may number their segments alike. */
export const systemOf = async (cluster: string): Promise<string> => {
  const handle = await fs.open(path.join(cluster, 'global/pg_control'), 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
};

const nameInSeal = (system: string, name: string): string => `log/${system}/${name}`;

const namesIn = (folder: string): Promise<string[]> => fs.readdir(folder).catch(() => []);

const shipOne = async (folder: BackupFolder, system: string, spool: string, name: string): Promise<void> => {
  const from = path.join(spool, name);
  const to = path.join(walFolder(folder, system), `${name}${SEALED}`);
  const inSeal = nameInSeal(system, name);
  if (await isThere(to)) {
    const [shipped, again] = await Promise.all([readAll(readSealed(to, folder.key, inSeal)), fs.readFile(from)]);
    if (!shipped.equals(again))
      throw new StartupError(
        `${to} holds something else than ${from}: two installations write to ${folder.path}. Set BACKUP_DIR of one of them to another folder.`,
      );
  } else await writeSealed(to, folder.key, inSeal, createReadStream(from));
  await fs.rm(from, { force: true });
};

/** Moves archived segments from the server's spool to the backup folder, sealed. Returns how many. */
export const shipLog = async (folder: BackupFolder, cluster: string, spool: string): Promise<number> => {
  const names = (await namesIn(spool)).filter((name) => LOG_FILE.test(name)).toSorted();
  if (names.length === 0) return 0;
  const system = await systemOf(cluster);
  await fs.mkdir(walFolder(folder, system), { recursive: true, mode: 0o700 });
  for (const name of names)
    await shipOne(folder, system, spool, name).catch((error: NodeJS.ErrnoException) => {
      // Another process of this installation was faster.
      if (error.code !== 'ENOENT') throw error;
    });
  return names.length;
};

/** Whether the server has archived this log segment. */
export const isHandedOver = async (folder: BackupFolder, system: string, spool: string, name: string) =>
  (await isThere(path.join(spool, name))) || (await isThere(path.join(walFolder(folder, system), `${name}${SEALED}`)));

const listLog = async (folder: BackupFolder, system: string): Promise<string[]> =>
  (await namesIn(walFolder(folder, system)))
    .filter((name) => name.endsWith(SEALED))
    .map((name) => name.slice(0, -SEALED.length))
    .toSorted();

interface UnpackedLog {
  segments: number;
  /** The first missing segment that later ones follow; null where the log is complete. */
  gap: string | null;
}

/**
 * Unpacks the log from the segment a backup begins in, up to a timeline, as far as no segment is missing. The end of a segment that was
 * closed early is empty: it takes no room on disk.
 */
export const unpackLog = async (
  folder: BackupFolder,
  { system, from, timeline }: { system: string; from: string; timeline: number },
  target: string,
  handOver: (path: string) => Promise<void>,
): Promise<UnpackedLog> => {
  const all = await listLog(folder, system);
  const wanted = all.filter(
    (name) => SEGMENT.test(name) && numberOf(name) >= numberOf(from) && timelineOf(name) <= timeline,
  );
  const numbers = new Set(wanted.map(numberOf));
  let end = numberOf(from);
  while (numbers.has(end)) end += 1;
  const isWhole = end > Math.max(numberOf(from) - 1, ...numbers);
  const segments = wanted.filter((name) => numberOf(name) < end);
  for (const name of [...all.filter((each) => HISTORY.test(each)), ...segments]) {
    const sealed = path.join(walFolder(folder, system), `${name}${SEALED}`);
    const bytes = await readAll(readSealed(sealed, folder.key, nameInSeal(system, name)));
    const file = path.join(target, name);
    await fs.writeFile(file, bytes.subarray(0, endOfContent(bytes)), { mode: 0o600 });
    await fs.truncate(file, bytes.length);
    await handOver(file);
  }
  const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
  const missing = `${from.slice(0, 8)}${hex(Math.floor(end / PER_LOG))}${hex(end % PER_LOG)}`;
  return { segments: segments.length, gap: isWhole ? null : missing };
};

const PAGE = 8192;
const EMPTY = Buffer.alloc(PAGE);
const endOfContent = (bytes: Buffer): number => {
  let end = bytes.length;
  while (end >= PAGE && bytes.subarray(end - PAGE, end).equals(EMPTY)) end -= PAGE;
  return end;
};

/** Removes the segments before the one the oldest backup begins in. Returns how many. */
export const removeLogBefore = async (folder: BackupFolder, system: string, first: string): Promise<number> => {
  const old = (await listLog(folder, system)).filter(
    (name) => !HISTORY.test(name) && numberOf(name.slice(0, 24)) < numberOf(first),
  );
  for (const name of old) await fs.rm(path.join(walFolder(folder, system), `${name}${SEALED}`), { force: true });
  return old.length;
};

/** Copies segments that the server had not archived when it ended: where its folder is still readable, nothing at all is lost. */
export const copyUnsentLog = async (
  cluster: string,
  target: string,
  handOver: (path: string) => Promise<void>,
): Promise<void> => {
  const folder = path.join(cluster, 'pg_wal');
  for (const name of (await namesIn(folder)).filter((each) => SEGMENT.test(each) || HISTORY.test(each))) {
    const file = path.join(target, name);
    if (await isThere(file)) continue;
    await fs.copyFile(path.join(folder, name), file);
    await handOver(file);
  }
};
