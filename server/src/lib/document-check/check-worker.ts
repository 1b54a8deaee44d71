import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@paceline/contract';
import { type ArchiveLimits } from '../sheet/sheet.ts';
import { Refusal } from '../sheet/refusal.ts';
import { assertPlainOffice } from './office-content.ts';
import { assertPlainPdf } from './pdf-content.ts';

export interface CheckTask {
  file: Uint8Array;
  kind: 'pdf' | 'docx' | 'xlsx';
  limits: ArchiveLimits;
}
/** Null: nothing speaks against it. */
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
