import fs from 'node:fs/promises';
import path from 'node:path';
import { type BackupFolder, listBackups, momentOf, removeBackup } from './folder.ts';
import { removeLogBefore } from './wal.ts';

/** Whoever was erased is gone from every backup after so long. */
export const KEPT_DAYS = 35;
const DAY_MS = 24 * 60 * 60_000;

interface Expired {
  removed: string[];
  remaining: string[];
  /** Parts of the log that no kept backup needs. */
  logParts: number;
}

/** Removes backups that are too old, whatever key they were sealed with, and the log before the first that is kept. */
export const removeExpired = async (folder: BackupFolder, now: Date): Promise<Expired> => {
  const { backups, unreadable } = await listBackups(folder);
  const isOld = (name: string): boolean => now.getTime() - momentOf(name).getTime() > KEPT_DAYS * DAY_MS;
  const names = [...backups.map(({ name }) => name), ...unreadable.keys()].toSorted();
  const removed = names.filter(isOld);
  for (const name of removed) await removeBackup(folder, name);
  // Of a backup that cannot be read it is not known where its log begins: it is left whole until that backup is too old.
  const isLogKnown = [...unreadable.keys()].every(isOld);
  let logParts = 0;
  const logs = path.join(folder.path, 'log');
  for (const system of isLogKnown ? await fs.readdir(logs).catch(() => []) : []) {
    const [first] = backups
      .filter(({ name, log }) => !isOld(name) && log?.system === system)
      .map(({ log }) => log!.from.slice(8))
      .toSorted();
    if (first !== undefined) logParts += await removeLogBefore(folder, system, `${'0'.repeat(8)}${first}`);
    else if (!(await isYoung(path.join(logs, system), now))) await fs.rm(path.join(logs, system), { recursive: true });
  }
  return { removed, remaining: names.filter((name) => !isOld(name)), logParts };
};

/** A log without a backup is of no use, except to the first one that is being made right now. */
const isYoung = async (folder: string, now: Date): Promise<boolean> =>
  now.getTime() - (await fs.stat(folder)).mtimeMs <= KEPT_DAYS * DAY_MS;
