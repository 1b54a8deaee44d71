import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from './is-alive.ts';

/** `paceline-<what>-<process>-<anything>`, as `npm test` and the soaks name theirs. */
const OURS = /^paceline-[a-z]+-(\d+)-\w{6}$/;

/** Logs that a soak kept for whoever looks into its failure; soaks remove them after a day. */
const isKept = async (folder: string): Promise<boolean> => {
  const names = await fs.readdir(folder).catch(() => []);
  return names.length > 0 && names.every((name) => name.endsWith('.log'));
};

/** What killed runs left: folders that name a process which is gone. */
const sweep = async (parent: string): Promise<void> => {
  for (const name of await fs.readdir(parent)) {
    const pid = Number(OURS.exec(name)?.[1] ?? process.pid);
    const folder = path.join(parent, name);
    if (pid !== process.pid && !isAlive(pid) && !(await isKept(folder)))
      await fs.rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
};

/** A folder in the system's temporary one. Whoever makes it removes it; if killed before that, the next one does. */
export const makeTemporaryFolder = async (what: string): Promise<string> => {
  const parent = await fs.realpath(os.tmpdir());
  await sweep(parent);
  const folder = await fs.mkdtemp(path.join(parent, `paceline-${what}-${process.pid}-`));
  // As root the database runs under another account, which has to pass through.
  await fs.chmod(folder, 0o755);
  return folder;
};
