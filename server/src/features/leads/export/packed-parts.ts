import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type FilePartId, sealFilePart } from '../../../lib/secrets/seal.ts';

const packed = promisify(gzip);
/** How much of a file is in memory at once. */
const PART_BYTES = 1024 * 1024;
/** Fast rather than small: a workbook is compressed already. */
const PACKING = { level: 1 };

interface FilePart {
  bytes: Buffer;
  /** The size after opening and decompressing. */
  sizeBytes: number;
}

const collect = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
};

/** A file as stored parts: each compressed by itself, and sealed with its index. Decompressed one after the other they are the file. */
export const packParts = async function* (
  secret: Buffer,
  id: Omit<FilePartId, 'place'>,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<FilePart, void> {
  let place = 0;
  for await (const part of collect(source)) {
    const sealed = sealFilePart(secret, { ...id, place }, await packed(part, PACKING));
    yield { bytes: sealed, sizeBytes: part.length };
    place += 1;
  }
};
