import fs from 'node:fs/promises';
import path from 'node:path';
import { handOver } from './account.ts';
import { type Place } from './place.ts';
import { type Settings } from './postmaster.ts';

/** At most so long a change waits until its part of the log is closed and handed over, however little is written. */
const CLOSE_AFTER = '60s';

/** Where the server puts each closed part of its log of changes, until a backup folder has it. */
export const spoolIn = (home: string): string => path.join(home, 'wal-spool');

/**
 * The server copies each closed part of its log into the spool, on disk before it forgets it. Sealing is not its business: it runs
 * under an account that knows no key.
 */
export const archiveIntoSpool = async (place: Place): Promise<Settings> => {
  const spool = spoolIn(place.home);
  await fs.mkdir(spool, { recursive: true, mode: 0o700 });
  await handOver(spool, place.account);
  return {
    // `logical`: only such a server can name the point of its log that a snapshot stands for, which a backup is verified by.
    wal_level: 'logical',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: CLOSE_AFTER,
  };
};
