import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { openStream, type SealingKey, sealStream } from '../../lib/secrets/sealed-stream.ts';

/** What stands in a manifest of each file: how it is told apart from a damaged copy without any key. */
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

/** A new name in a folder is on disk only once the folder is. */
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

/** Under another name first: a file of a backup folder is whole and on disk, or not there. */
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

/** Fast rather than small: what is written waits for it, and empty pages are gone either way. */
const packed = (source: AsyncIterable<Buffer>): Readable => {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  // What goes wrong is told to whoever reads it.
  void pipeline(Readable.from(source), zstd).catch(() => undefined);
  return zstd;
};

export const asBytes = async function* (content: object): AsyncGenerator<Buffer, void> {
  yield await Promise.resolve(Buffer.from(JSON.stringify(content)));
};

/** Packs and seals. The name goes into the seal: under another one the file does not open. */
export const writeSealed = (
  file: string,
  key: SealingKey,
  name: string,
  source: AsyncIterable<Buffer>,
): Promise<StoredFile> => writeWhole(file, sealStream(key, name, packed(source)));

/** What `writeSealed` was given, in the order that it was. Complete only when the last of it has come. */
export const readSealed = (file: string, key: SealingKey, name: string): AsyncIterable<Buffer> => {
  const zstd = createZstdDecompress();
  void pipeline(Readable.from(openStream(key, name, createReadStream(file))), zstd).catch(() => undefined);
  return zstd;
};
