import path from 'node:path';
import { type FastifyBaseLogger } from 'fastify';
import { type BackupFolder } from '../db/backup/folder.ts';
import { keepRequests } from '../db/backup/requests-copy.ts';
import { shipLog } from '../db/backup/wal.ts';
import { spoolIn } from '../db/embedded/archiving.ts';
import { repeat, type Repeated } from './repeat.ts';

/** Together with the minute after which the database closes a log segment, this is the most that a lost machine can lose. */
const LOOK_MS = 5_000;

interface Shipping {
  folder: BackupFolder;
  dataDir: string;
  /** Folder of the embedded server; null for an external database, which archives its own log. */
  home: string | null;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Ships the write-ahead log and privacy requests to the backup folder, sealed, as they come. */
export const startShipping = ({ folder, dataDir, home, log }: Shipping): Repeated => {
  let isFailing = false;
  const ship = async (): Promise<number> => {
    if (home !== null) await shipLog(folder, path.join(home, 'pg'), spoolIn(home));
    await keepRequests(dataDir, folder.path);
    if (isFailing) log.info('the backup folder takes the log of changes again');
    isFailing = false;
    return LOOK_MS;
  };
  const onFailure = (error: unknown): void => {
    // Logged once: it is retried every few seconds, and the database keeps unshipped segments meanwhile.
    if (!isFailing) log.error({ err: error }, 'the log of changes cannot be brought to the backup folder');
    isFailing = true;
  };
  const shipping = repeat(ship, onFailure);
  return {
    /** Call after the database has stopped: it archives the rest of its log while stopping. */
    stop: async () => {
      await shipping.stop();
      await ship().catch(onFailure);
    },
  };
};
