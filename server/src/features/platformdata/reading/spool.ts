import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PLATFORM_FILE_BYTES } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { shownName } from '../../../lib/files/shown-name.ts';

/** A received file, on disk while it is read. */
export interface SpooledFile {
  path: string;
  /** For display only. */
  fileName: string;
  bytes: number;
  sha256: Buffer;
}

const MEGABYTE = 1024 * 1024;

/**
 * Writes a stream to disk and processes it there, so that a slow sender holds no database connection and no file is in memory. `look` gets
 * every chunk. The file is always deleted afterwards.
 */
export const withSpooled = async <T>(
  stream: Readable,
  fileName: string,
  work: (file: SpooledFile) => Promise<T>,
  look: (chunk: Buffer) => void = () => undefined,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'paceline-report-'));
  try {
    const path = join(folder, 'report');
    const print = createHash('sha256');
    let bytes = 0;
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > PLATFORM_FILE_BYTES) {
            const message = `The file is larger than ${PLATFORM_FILE_BYTES / MEGABYTE} MB. Export fewer months at a time.`;
            throw new AppError('FILE_TOO_LARGE', { message });
          }
          print.update(chunk);
          look(chunk);
          yield chunk;
        }
      },
      createWriteStream(path),
    );
    if (bytes === 0) throw new AppError('FILE_UNREADABLE', { message: 'The file is empty.' });
    return await work({ path, fileName: shownName(fileName), bytes, sha256: print.digest() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
