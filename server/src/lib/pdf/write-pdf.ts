import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { type PdfDocument } from './document.ts';
// Types only: the library is loaded in the thread, and nowhere else.
import type { PdfReply } from './pdf-worker.ts';

const WORKER_FILE = new URL('./pdf-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 512;
/** Loading the library takes longer than rendering a page, so the thread is kept for the next of a month's orders. */
const IDLE_MS = 20_000;

/** Rendering a page takes a fifth of a second of CPU: one at a time, to keep requests responsive. */
const oneAtATime = pLimit(1);

let idle: { worker: Worker; timer: NodeJS.Timeout } | null = null;

const takeThread = (): Worker => {
  const worker =
    idle?.worker ?? new Worker(WORKER_FILE, { env: {}, resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB } });
  clearTimeout(idle?.timer);
  idle = null;
  worker.removeAllListeners();
  worker.ref();
  return worker;
};

/** An idle thread does not keep the process alive. */
const keepThread = (worker: Worker): void => {
  worker.removeAllListeners();
  const forget = (): void => {
    if (idle?.worker === worker) idle = null;
  };
  worker.on('error', forget).on('exit', forget);
  worker.unref();
  const timer = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
  idle = { worker, timer };
};

const inThread = (document: PdfDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = takeThread();
    worker.on('message', (reply: PdfReply) => {
      keepThread(worker);
      if ('error' in reply) reject(new Error(reply.error));
      else resolve(Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread that sets documents ended with ${code}`)));
    worker.postMessage(document, []);
  });

export const PDF_TYPE = 'application/pdf';
export const writePdf = (document: PdfDocument): Promise<Buffer> => oneAtATime(() => inThread(document));
