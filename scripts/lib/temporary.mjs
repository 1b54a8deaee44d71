import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processesNaming } from './processes.mjs';

/** `paceline-<what>-<process>-<anything>`: the name contains the id of its process. */
const OURS = /^paceline-[a-z]+-(\d+)-\w{6}$/;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const remove = (target) => {
  try {
    fs.rmSync(target, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // Another user's, or a terminating process still writes to it: the next run tries again.
  }
};

const isLog = (name) => name.endsWith('.log');
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether it holds logs kept after a failure, for a day. */
const isKept = (folder) => {
  try {
    return fs.readdirSync(folder).every(isLog) && Date.now() - fs.statSync(folder).mtimeMs < DAY_MS;
  } catch {
    return false;
  }
};

/** Removes the leftovers of killed runs: only folders of this pattern, and only without a process that uses them. */
const sweep = (parent) => {
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(OURS.exec(name)?.[1] ?? process.pid);
    const folder = path.join(parent, name);
    if (pid !== process.pid && !isAlive(pid) && !isKept(folder) && processesNaming(folder).length === 0) remove(folder);
  }
};

const logsIn = (folder) => fs.readdirSync(folder).filter(isLog);

const paths = new Set();

/** Removes all but the logs, and prints where those are. */
export const keepLogsOnly = (folder) => {
  if (paths.has(folder) || !fs.existsSync(folder)) return;
  paths.add(folder);
  const logs = logsIn(folder);
  if (logs.length === 0) return remove(folder);
  for (const name of fs.readdirSync(folder)) if (!logs.includes(name)) remove(path.join(folder, name));
  console.log(`Kept for a day: ${logs.join(', ')} in ${folder}.`);
};

const MEMORY = '/dev/shm';

/**
 * A parent in memory, where so many bytes are free there; the temporary folder otherwise. On ext4, databases that come and go cost seconds
 * each: every new file is looked for past all inodes deleted in the last minutes.
 */
export const inMemory = (bytes) => {
  try {
    fs.accessSync(MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory?.() ?? os.freemem());
    if (free >= bytes) return MEMORY;
  } catch {
    // Other systems have no such folder.
  }
  return os.tmpdir();
};

export const makeTemporaryFolder = (what, within = os.tmpdir()) => {
  const parent = fs.realpathSync(within);
  sweep(parent);
  const folder = fs.mkdtempSync(path.join(parent, `paceline-${what}-${process.pid}-`));
  // Traversable by others: as root the database runs under another account.
  fs.chmodSync(folder, 0o755);
  // However this process exits, at most logs are left; a successful run removes the whole folder before.
  process.once('exit', () => keepLogsOnly(folder));
  return folder;
};
