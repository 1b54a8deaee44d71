import { Worker } from 'node:worker_threads';
import { type LeadLines } from './lead-lines.ts';
import { type FilePlan } from './lead-values.ts';
// Types only: what the thread loads is loaded by nobody else.
import type { LinesReply, LinesTask } from './lines-worker.ts';

const WORKER_FILE = new URL('./lines-worker.ts', import.meta.url);
/** A file needs a few pieces of it at a time, however long it is. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** The lines of one file, in a thread that all files share: opening people takes the processor, and others are to be served meanwhile. */
export interface LinesOfFile {
  /** Answers in the order in which it was asked. */
  write: (piece: Buffer) => Promise<LeadLines>;
  close: () => void;
}

interface Waiting {
  resolve: (lines: LeadLines) => void;
  reject: (error: Error) => void;
}

interface Thread {
  files: Map<number, Waiting[]>;
  send: (task: LinesTask) => void;
  /** Whether the process stays for it. */
  hold: (isHeld: boolean) => void;
}

let thread: Thread | null = null;
let lastFile = 0;

const startThread = (): Thread => {
  // Nothing of the process's settings is its business.
  const worker = new Worker(WORKER_FILE, { env: {}, resourceLimits: MEMORY });
  const files: Thread['files'] = new Map();
  const started: Thread = {
    files,
    send: (task) => worker.postMessage(task),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
  worker.on('message', (reply: LinesReply) => {
    const waiting = files.get(reply.file)?.shift();
    if ('error' in reply) waiting?.reject(reply.error);
    else {
      const { buffer, byteOffset, byteLength } = reply.bytes;
      waiting?.resolve({ bytes: Buffer.from(buffer, byteOffset, byteLength), rows: reply.rows });
    }
  });
  const fail = (error: Error): void => {
    if (thread === started) thread = null;
    for (const waiting of files.values()) for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that writes files of leads has ended')));
  return started;
};

export const openLines = (plan: FilePlan, secret: Buffer): LinesOfFile => {
  const used = (thread ??= startThread());
  const file = (lastFile += 1);
  const waiting: Waiting[] = [];
  used.files.set(file, waiting);
  used.hold(true);
  used.send({ kind: 'open', file, plan, secret });
  return {
    write: (piece) => {
      if (used !== thread) return Promise.reject(new Error('The thread that writes files of leads has ended'));
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        used.send({ kind: 'write', file, piece });
      });
    },
    close: () => {
      used.files.delete(file);
      used.send({ kind: 'close', file });
      if (used.files.size === 0) used.hold(false);
    },
  };
};
