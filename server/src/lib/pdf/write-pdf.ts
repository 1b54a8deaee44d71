import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { type PdfDocument } from './document.ts';
// Types only: the library is loaded by the thread, and by nobody else.
import type { PdfReply } from './pdf-worker.ts';

const WORKER_FILE = new URL('./pdf-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 512;
/** Loading the library takes longer than setting a page: a thread stays for the next of a month's orders. */
const IDLE_MS = 20_000;

/** Setting a page takes a processor for a fifth of a second: one at a time, beside those who wait for an answer. */
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

/** Nobody waits for a thread that has nothing to do, not even the end of the process. */
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
