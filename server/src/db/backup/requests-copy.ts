import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from './sealed-files.ts';

/** Privacy requests of people, in the data folder. Never part of a backup: a restore needs the requests that came after it. */
export const REQUEST_FILE = 'privacy-requests.log';

const sizeOf = (file: string): Promise<number> =>
  fs.stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** The file is append-only, so the longer one is the newer one. */
const copyIfLonger = async (from: string, to: string): Promise<void> => {
  const size = await sizeOf(from);
  if (size > (await sizeOf(to))) await writeWhole(to, createReadStream(from, { end: size - 1 }));
};

/** Also copies the file next to the backups, in case the machine is lost together with its data folder. */
export const keepRequests = (dataDir: string, backups: string): Promise<void> =>
  copyIfLonger(path.join(dataDir, REQUEST_FILE), path.join(backups, REQUEST_FILE));

export const bringRequestsBack = (backups: string, dataDir: string): Promise<void> =>
  copyIfLonger(path.join(backups, REQUEST_FILE), path.join(dataDir, REQUEST_FILE));
