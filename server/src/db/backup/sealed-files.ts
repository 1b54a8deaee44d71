import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { openStream, type SealingKey, sealStream } from '../../lib/secrets/sealed-stream.ts';

/** Entry of a file in the manifest: detects a damaged copy without any key. */
export interface StoredFile {
  bytes: number;
  sha256: string;
}

export const isThere = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    () => true,
    () => false,
  );

export const readAll = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
};

/** A new file name is durable only once its folder is synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeAll = async (file: string, source: AsyncIterable<Buffer>): Promise<StoredFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
};

/** Writes under a temporary name first: a file of a backup folder is either complete and on disk, or absent. */
export const writeWhole = async (file: string, source: AsyncIterable<Buffer>): Promise<StoredFile> => {
  const half = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    const written = await writeAll(half, source);
    await fs.rename(half, file);
    await syncFolder(path.dirname(file));
    return written;
  } catch (error) {
    await fs.rm(half, { force: true });
    throw error;
  }
};

/** Fast rather than small: the writer waits for it, and empty pages compress well at any level. */
const packed = (source: AsyncIterable<Buffer>): Readable => {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  // Errors reach the reader of the stream.
  void pipeline(Readable.from(source), zstd).catch(() => undefined);
  return zstd;
};

export const asBytes = async function* (content: object): AsyncGenerator<Buffer, void> {
  yield await Promise.resolve(Buffer.from(JSON.stringify(content)));
};

/** Compresses and seals. The name is part of the seal: the file does not open under another one. */
export const writeSealed = (
  file: string,
  key: SealingKey,
  name: string,
  source: AsyncIterable<Buffer>,
): Promise<StoredFile> => writeWhole(file, sealStream(key, name, packed(source)));

/** The bytes given to `writeSealed`, in order. Verified only when the last of them has arrived. */
export const readSealed = (file: string, key: SealingKey, name: string): AsyncIterable<Buffer> => {
  const zstd = createZstdDecompress();
  void pipeline(Readable.from(openStream(key, name, createReadStream(file))), zstd).catch(() => undefined);
  return zstd;
};
