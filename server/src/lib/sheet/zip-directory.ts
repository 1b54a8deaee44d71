import { Refusal } from './refusal.ts';
import { type ArchiveLimits } from './sheet.ts';

/** One part of the archive according to its directory. The claim is verified when unpacking. */
export interface ZipPart {
  name: string;
  deflated: boolean;
  bytes: number;
  crc: number;
  packed: Buffer;
}

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
const ENCRYPTED = 0x1 | 0x40 | 0x2000;

const ARCHIVE = /\.(zip|xls[xmb]|doc[xm]|ppt[xm]|jar|7z|rar|gz|bz2|xz)$/i;
const MACRO = /(^|\/)(vbaProject[^/]*\.bin|macrosheets\/|dialogsheets\/|activeX\/)/i;

const unreadable = (): Refusal => new Refusal('FILE_UNREADABLE');
const unsafe = (message: string): Refusal => new Refusal('FILE_UNSAFE', message);

export const nestedArchive = (): Refusal => unsafe('The file holds another archive.');
export const tooManyBytes = ({ unpackedBytes }: ArchiveLimits): Refusal =>
  new Refusal('FILE_LIMIT', `The file unpacks to more than ${unpackedBytes / 1024 / 1024} MB.`);

/** The end record must be at the end of the file: a reader that finds another one would read another archive. */
const findEnd = (file: Buffer): number => {
  for (let at = file.length - END_BYTES; at >= Math.max(0, file.length - END_BYTES - 0xffff); at -= 1) {
    if (file.readUInt32LE(at) !== END_SIGNATURE) continue;
    if (at + END_BYTES + file.readUInt16LE(at + 20) === file.length) return at;
    break;
  }
  throw unreadable();
};

const assertName = (name: string): void => {
  if (MACRO.test(name)) throw unsafe('The file holds macros. Save it without them and upload that.');
  if (ARCHIVE.test(name)) throw nestedArchive();
};

/** Offset of a part's compressed bytes, from its local header. */
const packedAt = (file: Buffer, offset: number, packedBytes: number, directoryAt: number): number => {
  if (offset + LOCAL_BYTES > directoryAt || file.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw unreadable();
  const start = offset + LOCAL_BYTES + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  if (start + packedBytes > directoryAt) throw unreadable();
  return start;
};

/** Overlapping parts are how a small file claims to be a huge one. */
const assertApart = (spans: { from: number; to: number }[]): void => {
  const sorted = spans.toSorted((a, b) => a.from - b.from);
  if (sorted.some(({ from }, index) => index > 0 && from < sorted[index - 1]!.to)) throw unreadable();
};

/** Refuses everything that can be refused without unpacking a byte: it costs microseconds and no memory. */
export const readZipDirectory = (file: Buffer, limits: ArchiveLimits): ZipPart[] => {
  if (file.length < END_BYTES) throw unreadable();
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > limits.parts) {
    throw new Refusal('FILE_LIMIT', `The file has more than ${limits.parts} parts inside.`);
  }
  const directoryAt = file.readUInt32LE(end + 16);
  // Multi-disk or Zip64 archives: no file of ten megabytes needs either.
  if (count !== file.readUInt16LE(end + 8) || directoryAt + file.readUInt32LE(end + 12) > end) throw unreadable();

  const parts: ZipPart[] = [];
  const spans: { from: number; to: number }[] = [];
  const names = new Set<string>();
  let total = 0;
  let at = directoryAt;
  for (let index = 0; index < count; index += 1) {
    if (at + DIRECTORY_BYTES > end || file.readUInt32LE(at) !== DIRECTORY_SIGNATURE) throw unreadable();
    const method = file.readUInt16LE(at + 10);
    const packedBytes = file.readUInt32LE(at + 20);
    const bytes = file.readUInt32LE(at + 24);
    const nameEnd = at + DIRECTORY_BYTES + file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + DIRECTORY_BYTES, nameEnd);
    if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0)
      throw unsafe('The file is encrypted. Save it without a password.');
    if (method !== 0 && method !== 8) throw unreadable();
    if (method === 0 && packedBytes !== bytes) throw unreadable();
    assertName(name);
    if (names.has(name)) throw unreadable();
    names.add(name);
    total += bytes;
    if (total > limits.unpackedBytes) throw tooManyBytes(limits);
    const offset = file.readUInt32LE(at + 42);
    const start = packedAt(file, offset, packedBytes, directoryAt);
    spans.push({ from: offset, to: start + packedBytes });
    const packed = file.subarray(start, start + packedBytes);
    parts.push({ name, deflated: method === 8, bytes, crc: file.readUInt32LE(at + 16), packed });
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  assertApart(spans);
  return parts;
};
