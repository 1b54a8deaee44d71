import { parentPort, workerData } from 'node:worker_threads';
import type { ErrorCode } from '@paceline/contract';
import { Refusal } from './refusal.ts';
import { type Collected } from './collect-rows.ts';
import { loadParser, type SheetKind } from './parse-sheet.ts';
import { type SheetLimits, type SheetRow } from './sheet.ts';

export interface SheetTask {
  kind: SheetKind;
  bytes: Uint8Array;
  limits: SheetLimits;
  headless: boolean;
}

export type SheetReply =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'done'; collected: Collected }
  | { kind: 'refused'; code: ErrorCode; message: string };

/** A parser error is the file's fault; its message is about XML and helps nobody. */
const refusalOf = (error: unknown): SheetReply => {
  const { code, message } = error instanceof Refusal ? error : new Refusal('FILE_UNREADABLE');
  return { kind: 'refused', code, message };
};

const reply = (message: SheetReply): void => parentPort?.postMessage(message, []);

const { kind, bytes, limits, headless } = workerData as SheetTask;
const parseSheet = await loadParser(kind);
try {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const collected = await parseSheet(file, limits, (rows) => reply({ kind: 'rows', rows }), headless);
  reply({ kind: 'done', collected });
} catch (error) {
  reply(refusalOf(error));
}
