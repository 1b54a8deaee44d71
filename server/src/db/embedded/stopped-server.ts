import fs from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { hasNoUsers, withStartLock } from './lock.ts';
import { findPlace, makeDataFolder, type Place } from './place.ts';
import { findRunning, stopPostmaster } from './postmaster.ts';

/** Runs work on a data folder while no server runs in it and none can start. A running user is reported, not stopped. */
export const withStoppedServer = async <T>(dataDir: string, work: (place: Place) => Promise<T>): Promise<T> => {
  await makeDataFolder(path.resolve(dataDir));
  const folder = await fs.realpath(path.resolve(dataDir));
  return withStartLock(folder, 0, async () => {
    if (!hasNoUsers(folder)) throw new StartupError(`Paceline is running in ${folder}: stop it, then try again.`);
    const place = await findPlace(folder);
    const left = await findRunning(place);
    if (left) await stopPostmaster(left, place);
    return work(place);
  });
};
