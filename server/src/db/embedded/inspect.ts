import fs from 'node:fs/promises';
import path from 'node:path';
import { HOME_LINK, placeAt } from './place.ts';
import { findRunning } from './postmaster.ts';

/** Whether a data folder has an embedded database, and whether it runs. Read-only. */
export const inspectEmbedded = async (dataDir: string): Promise<'none' | 'stopped' | 'running'> => {
  const home = await fs.realpath(path.join(dataDir, HOME_LINK)).catch(() => dataDir);
  const place = placeAt(home, null);
  const isThere = await fs.access(path.join(place.cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!isThere) return 'none';
  return (await findRunning(place)) === null ? 'stopped' : 'running';
};
