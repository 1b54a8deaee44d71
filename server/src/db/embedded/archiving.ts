import fs from 'node:fs/promises';
import path from 'node:path';
import { handOver } from './account.ts';
import { type Place } from './place.ts';
import { type Settings } from './postmaster.ts';

/** Maximum time a change waits until its log segment is closed and archived, even with few writes. */
const CLOSE_AFTER = '60s';

/** Folder into which the server copies each closed log segment, until the backup folder has it. */
export const spoolIn = (home: string): string => path.join(home, 'wal-spool');

/**
 * The server copies each closed log segment into the spool, synced to disk before the server recycles it. It does not seal them: it runs
 * under an account without any key.
 */
export const archiveIntoSpool = async (place: Place): Promise<Settings> => {
  const spool = spoolIn(place.home);
  await fs.mkdir(spool, { recursive: true, mode: 0o700 });
  await handOver(spool, place.account);
  return {
    // `logical`: needed to get the log position of a snapshot, which backups are verified against.
    wal_level: 'logical',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: CLOSE_AFTER,
  };
};
