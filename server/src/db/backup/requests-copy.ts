import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from './sealed-files.ts';

/** What people asked about their data, in the data folder. It is never part of a backup: a restore has to know what came after it. */
export const REQUEST_FILE = 'privacy-requests.log';

const sizeOf = (file: string): Promise<number> =>
  fs.stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** The file only ever grows, so the longer one is the newer one. */
const copyIfLonger = async (from: string, to: string): Promise<void> => {
  const size = await sizeOf(from);
  if (size > (await sizeOf(to))) await writeWhole(to, createReadStream(from, { end: size - 1 }));
};

/** Beside the backups as well: a machine that is lost takes its data folder along. */
export const keepRequests = (dataDir: string, backups: string): Promise<void> =>
  copyIfLonger(path.join(dataDir, REQUEST_FILE), path.join(backups, REQUEST_FILE));

export const bringRequestsBack = (backups: string, dataDir: string): Promise<void> =>
  copyIfLonger(path.join(backups, REQUEST_FILE), path.join(dataDir, REQUEST_FILE));
