import path from 'node:path';
import { type FastifyBaseLogger } from 'fastify';
import { type BackupFolder } from '../db/backup/folder.ts';
import { keepRequests } from '../db/backup/requests-copy.ts';
import { shipLog } from '../db/backup/wal.ts';
import { spoolIn } from '../db/embedded/archiving.ts';
import { repeat, type Repeated } from './repeat.ts';

/** With the minute after which the database closes a part of its log, this is what a lost machine can lose. */
const LOOK_MS = 5_000;

interface Shipping {
  folder: BackupFolder;
  dataDir: string;
  /** Of the embedded server; null where the database is somebody else's, and so is its log. */
  home: string | null;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Brings the log of changes and the requests of people to the backups, sealed, as they come. */
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
    // Once is enough: it is tried again every few seconds, and meanwhile the database keeps what is not shipped.
    if (!isFailing) log.error({ err: error }, 'the log of changes cannot be brought to the backup folder');
    isFailing = true;
  };
  const shipping = repeat(ship, onFailure);
  return {
    /** To be called when the database has stopped: it hands over the rest of its log on its way out. */
    stop: async () => {
      await shipping.stop();
      await ship().catch(onFailure);
    },
  };
};
