import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Finding, fine, note, wrong } from './finding.ts';

const GB = 1024 ** 3;
/** A full disk stops the database: this leaves time to react. */
const MIN_FREE = 2 * GB;
/** Backups are daily; some hours are added for making one. */
const OLDEST_BACKUP_HOURS = 26;
const HOUR_MS = 3_600_000;

const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** A missing folder will be created on the disk of its parent. */
const freeAt = async (folder: string): Promise<number> => {
  const disk = await statfs(folder).catch(() => null);
  if (disk !== null) return disk.bavail * disk.bsize;
  return freeAt(dirname(folder));
};

export const checkDisk = async (folder: string, leastFree = MIN_FREE): Promise<Finding> => {
  const free = await freeAt(folder);
  return free < leastFree
    ? wrong('disk', `Only ${inGb(free)} are free at ${folder}.`, 'Free some, or move DATA_DIR to a larger disk.')
    : fine('disk', `${inGb(free)} are free at ${folder}.`);
};

export const checkBackups = async (folder: string | null, now: Date): Promise<Finding> => {
  if (folder === null)
    return note(
      'backups',
      'No backup folder is set.',
      'Set BACKUP_DIR, or make sure that the database is saved elsewhere.',
    );
  const names = await readdir(folder).catch(() => null);
  if (names === null)
    return wrong('backups', `There is no backup folder ${folder}.`, 'Make it, or correct BACKUP_DIR.');
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  const newest = Math.max(...times);
  if (times.length === 0) return wrong('backups', `There is no backup in ${folder}.`, 'Make one now.');
  const hours = Math.round((now.getTime() - newest) / HOUR_MS);
  return hours > OLDEST_BACKUP_HOURS
    ? wrong('backups', `The newest backup in ${folder} is ${hours} hours old.`, 'Look why none was made since.')
    : fine('backups', `The newest backup is ${hours} hours old.`);
};
