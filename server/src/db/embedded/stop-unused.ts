import { existsSync } from 'node:fs';
import { hasNoUsers, LOCK_LIMIT_MS, withStartLock } from './lock.ts';
import { placeAt } from './place.ts';
import { findRunning, stopPostmaster } from './postmaster.ts';
import { listServerProcesses, markOf, signal } from './processes.ts';
import { READY_LIMIT_MS, waitUntil } from './run.ts';

/**
 * `stop-unused.ts <data folder> <home>`: what the watch of a process runs once that process is gone. It stops the server
 * if nobody uses it any more; whoever still does has a watch of its own.
 */
const [dataDir = '', home = ''] = process.argv.slice(2);
const place = placeAt(home, null);

const stopUnused = async (): Promise<void> => {
  if (!hasNoUsers(dataDir)) return;
  // One that was started a moment ago has not written down who it is, or is not ready yet.
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
  // Where the folder has been removed there is nothing to save, and nobody can come to use it.
  if (existsSync(dataDir)) throw error;
  await endAll();
}
