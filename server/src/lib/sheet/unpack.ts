import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { Refusal } from './refusal.ts';
import { type ArchiveLimits, type SheetLimits } from './sheet.ts';
import { nestedArchive, readZipDirectory, tooManyBytes, type ZipPart } from './zip-directory.ts';

const XML = /\.(xml|rels|vml)$/i;
/** Parts without cells. They are inspected like the rest and then dropped. */
const LEFT_OUT = /^(customXml|docProps|xl\/(externalLinks|media|drawings|charts|printerSettings|embeddings))\//i;
const EXTERNAL = /^xl\/externalLinks\//i;

const isTooLarge = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

/** Unpacks a part, stopping at the first byte beyond the size in the directory. */
const inflate = ({ deflated, packed, bytes, crc }: ZipPart, limits: ArchiveLimits): Buffer => {
  let content = packed;
  if (deflated) {
    try {
      content = inflateRawSync(packed, { maxOutputLength: Math.max(bytes, 1) });
    } catch (error) {
      throw isTooLarge(error) ? tooManyBytes(limits) : new Refusal('FILE_UNREADABLE');
    }
  }
  if (content.length !== bytes || crc32(content) !== crc) throw new Refusal('FILE_UNREADABLE');
  return content;
};

const assertPlainXml = (content: Buffer): void => {
  // A part in UTF-16 could contain these without being found.
  if (content.subarray(0, 64).includes(0)) throw new Refusal('FILE_UNREADABLE');
  if (content.includes('<!DOCTYPE') || content.includes('<!ENTITY')) {
    throw new Refusal('FILE_UNSAFE', 'The file declares entities, which no document needs.');
  }
};

const assertHarmless = (name: string, content: Buffer): void => {
  const start = content.subarray(0, 4).toString('latin1');
  if (start === 'PK\u0003\u0004' || start === 'PK\u0005\u0006') throw nestedArchive();
  if (XML.test(name)) assertPlainXml(content);
  if (name === '[Content_Types].xml' && /macroEnabled|vbaProject/i.test(content.toString('latin1'))) {
    throw new Refusal('FILE_UNSAFE', 'The file holds macros. Save it without them and upload that.');
  }
};

const unsigned = (...values: (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

/** Compressed, even if it came uncompressed: the parser streams a compressed part in small pieces, but takes an uncompressed one whole. */
const packedOf = ({ deflated, packed }: ZipPart): Buffer => (deflated ? packed : deflateRawSync(packed, { level: 1 }));

/** Writes the parts into an archive of our own, so that manipulated headers of the original never reach the parser. */
const repack = (parts: readonly ZipPart[]): Buffer => {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const packed = packedOf(part);
    const common = [
      [2, 20],
      [2, 0x800],
      [2, 8],
      [4, 0],
      [4, part.crc],
      [4, packed.length],
      [4, part.bytes],
      [2, name.length],
      [2, 0],
    ] as const;
    const local = unsigned([4, 0x04034b50], ...common);
    directory.push(unsigned([4, 0x02014b50], [2, 20], ...common, [2, 0], [4, 0], [4, 0], [4, at]), name);
    chunks.push(local, name, packed);
    at += local.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const count = parts.length;
  const end = unsigned([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, entries.length], [4, at], [2, 0]);
  return Buffer.concat([...chunks, entries, end]);
};

/** Inspects every byte of the archive, one part at a time; throws at the first that is not harmless. */
export const inspectArchive = (
  file: Buffer,
  limits: ArchiveLimits,
  look: (name: string, content: Buffer) => void = () => undefined,
): ZipPart[] => {
  const parts = readZipDirectory(file, limits);
  for (const part of parts) {
    const content = inflate(part, limits);
    assertHarmless(part.name, content);
    look(part.name, content);
  }
  return parts;
};

/** Inspects a workbook and returns the parts needed for its cells. */
export const unpackWorkbook = (file: Buffer, limits: SheetLimits): { archive: Buffer; linked: boolean } => {
  const parts = inspectArchive(file, limits);
  const xmlParts = parts.filter(({ name }) => XML.test(name) && !LEFT_OUT.test(name));
  return { archive: repack(xmlParts), linked: parts.some(({ name }) => EXTERNAL.test(name)) };
};
