import { parentPort } from 'node:worker_threads';
import { type LeadLines, openLeadLines } from './lead-lines.ts';
import { type FilePlan } from './lead-values.ts';

export type LinesTask =
  | { kind: 'open'; file: number; plan: FilePlan; secret: Uint8Array }
  | { kind: 'write'; file: number; piece: Uint8Array }
  | { kind: 'close'; file: number };

export type LinesReply = { file: number; bytes: Uint8Array; rows: number } | { file: number; error: Error };

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Files that are being written: many of them share this thread, a piece of each in turn. */
const files = new Map<number, (piece: Buffer) => LeadLines>();

const write = (file: number, piece: Uint8Array): void => {
  let reply: LinesReply;
  try {
    const lines = files.get(file)?.(bufferOf(piece));
    if (lines === undefined) return;
    reply = { file, ...lines };
  } catch (error) {
    reply = { file, error: error as Error };
  }
  parentPort?.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer as ArrayBuffer] : []);
};

parentPort?.on('message', (task: LinesTask) => {
  if (task.kind === 'open') files.set(task.file, openLeadLines(task.plan, bufferOf(task.secret)));
  else if (task.kind === 'close') files.delete(task.file);
  else write(task.file, task.piece);
});
