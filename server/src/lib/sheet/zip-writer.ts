import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of an archive: its name, and its text as a stream. */
export interface OutgoingPart {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  packedBytes: number;
  bytes: number;
}

/** Sizes follow the data, as they are not known before; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980, the first day of the format: the same data gives the same bytes on every day. */
const NO_DAY = 0x21;

const localHeader = (name: Buffer): Buffer => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(NO_DAY, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
};

const descriptor = ({ crc, packedBytes, bytes }: Written): Buffer => {
  const record = Buffer.alloc(16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  record.writeUInt32LE(packedBytes, 8);
  record.writeUInt32LE(bytes, 12);
  return record;
};

const directoryEntry = ({ name, offset, crc, packedBytes, bytes }: Written): Buffer => {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(NO_DAY, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packedBytes, 20);
  entry.writeUInt32LE(bytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
};

const endRecord = (entries: number, directoryBytes: number, directoryAt: number): Buffer => {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryAt, 16);
  return record;
};

/** Compresses one part and records its checksum and size. */
const pack = async function* (content: OutgoingPart['content'], part: Written): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const chunk = Buffer.from(text);
      part.crc = crc32(chunk, part.crc);
      part.bytes += chunk.length;
      yield chunk;
    }
  };
  const deflate = createDeflateRaw();
  const pumping = pipeline(Readable.from(counted(), { objectMode: true, highWaterMark: 1 }), deflate);
  // The loop below reports it, as it ends in the same error.
  pumping.catch(() => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    part.packedBytes += chunk.length;
    yield chunk;
  }
  await pumping;
};

/** Streams an archive: memory holds one chunk, however long the parts are. */
export const zipOf = async function* (
  parts: Iterable<OutgoingPart> | AsyncIterable<OutgoingPart>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name, content } of parts) {
    const part: Written = { name: Buffer.from(name), offset: at, crc: 0, packedBytes: 0, bytes: 0 };
    const header = localHeader(part.name);
    yield header;
    yield* pack(content, part);
    const tail = descriptor(part);
    yield tail;
    at += header.length + part.packedBytes + tail.length;
    written.push(part);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield Buffer.concat([directory, endRecord(written.length, directory.length, at)]);
};
