import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@paceline/contract';
import { type ArchiveLimits } from '../sheet/sheet.ts';
import { Refusal } from '../sheet/refusal.ts';
import { assertPlainPdf } from './pdf-content.ts';
import { assertPassiveRelationships } from './relationships.ts';
import { inspectArchive } from '../sheet/unpack.ts';

/** The part that makes an archive a document of its kind. */
const MAIN_PARTS = { docx: 'word/document.xml', xlsx: 'xl/workbook.xml' } as const;
type OfficeKind = keyof typeof MAIN_PARTS;

const LEAVES_FOLDER = /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[A-Za-z]:/;

/** Requires plain parts only: no macros, archives, external content, paths outside of the document or decompression bombs. */
const assertPlainOffice = (file: Buffer, kind: OfficeKind, limits: ArchiveLimits): void => {
  const parts = inspectArchive(file, limits, (name, content) => {
    if (name.toLowerCase().endsWith('.rels')) assertPassiveRelationships(content.toString('utf8'));
  });
  if (parts.some(({ name }) => LEAVES_FOLDER.test(name))) throw new Refusal('FILE_UNREADABLE', 'The file is damaged.');
  const names = new Set(parts.map(({ name }) => name));
  if (!names.has('[Content_Types].xml') || !names.has(MAIN_PARTS[kind]))
    throw new Refusal('FILE_UNREADABLE', `The file is no .${kind} file.`);
};

export interface CheckTask {
  file: Uint8Array;
  kind: 'pdf' | 'docx' | 'xlsx';
  limits: ArchiveLimits;
}
/** Null: the document is accepted. */
export type CheckReply = { code: ErrorCode; message: string } | null;

const check = ({ file, kind, limits }: CheckTask): CheckReply => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    if (kind === 'pdf') assertPlainPdf(bytes, limits.unpackedBytes);
    else assertPlainOffice(bytes, kind, limits);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.message };
    throw error;
  }
};

parentPort?.postMessage(check(workerData as CheckTask), []);
