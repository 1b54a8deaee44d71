import fs from 'node:fs/promises';
import path from 'node:path';
import { type BackupFolder, listBackups, momentOf, removeBackup } from './folder.ts';
import { removeLogBefore } from './wal.ts';

/** Days a backup is kept. An erased person is gone from every backup after this time. */
export const KEPT_DAYS = 35;
const DAY_MS = 24 * 60 * 60_000;

interface Expired {
  removed: string[];
  remaining: string[];
  /** Log segments that no kept backup needs. */
  logParts: number;
}

/** Removes backups that are too old, whatever key sealed them, and the log before the first kept one. */
export const removeExpired = async (folder: BackupFolder, now: Date): Promise<Expired> => {
  const { backups, unreadable } = await listBackups(folder);
  const isOld = (name: string): boolean => now.getTime() - momentOf(name).getTime() > KEPT_DAYS * DAY_MS;
  const names = [...backups.map(({ name }) => name), ...unreadable.keys()].toSorted();
  const removed = names.filter(isOld);
  for (const name of removed) await removeBackup(folder, name);
  // An unreadable backup does not tell where its log begins, so the log is kept whole until that backup is too old.
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

/** A log without a backup is useless, except to a first backup that is being made right now. */
const isYoung = async (folder: string, now: Date): Promise<boolean> =>
  now.getTime() - (await fs.stat(folder)).mtimeMs <= KEPT_DAYS * DAY_MS;
