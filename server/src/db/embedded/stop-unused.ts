import { existsSync } from 'node:fs';
import { hasNoUsers, LOCK_LIMIT_MS, withStartLock } from './lock.ts';
import { placeAt } from './place.ts';
import { findRunning, stopPostmaster } from './postmaster.ts';
import { listServerProcesses, markOf, signal } from './processes.ts';
import { READY_LIMIT_MS, waitUntil } from './run.ts';

/**
 * `stop-unused.ts <data folder> <home>`: run by a process's watch once that process has ended. Stops the server if no process uses it any
 * more; every other user has a watch of its own.
 */
const [dataDir = '', home = ''] = process.argv.slice(2);
const place = placeAt(home, null);

const stopUnused = async (): Promise<void> => {
  if (!hasNoUsers(dataDir)) return;
  // A server that has just started has not written its pid file yet, or is not ready.
  await waitUntil(async () => {
    const running = await findRunning(place);
    if (running) await stopPostmaster(running, place);
    return (await listServerProcesses(markOf(place.cluster))).length === 0;
  }, READY_LIMIT_MS);
};

const endAll = async (): Promise<void> => {
  for (const pid of await listServerProcesses(markOf(place.cluster))) signal(pid, 'SIGQUIT');
};

try {
  await withStartLock(dataDir, LOCK_LIMIT_MS, stopUnused);
} catch (error) {
  // If the folder was removed there is nothing to preserve, and no new user can appear.
  if (existsSync(dataDir)) throw error;
  await endAll();
}
