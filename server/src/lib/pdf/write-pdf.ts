import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { type PdfDocument } from './document.ts';
// Types only: the library is loaded by the thread, and by nobody else.
import type { PdfReply } from './pdf-worker.ts';

const WORKER_FILE = new URL('./pdf-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 512;

/** Setting a page takes a processor for a fifth of a second: one at a time, beside those who wait for an answer. */
const oneAtATime = pLimit(1);

const inThread = (document: PdfDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_FILE, {
      workerData: document,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    worker.on('message', (bytes: PdfReply) => {
      void worker.terminate();
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread that sets documents ended with ${code}`)));
  });

export const PDF_TYPE = 'application/pdf';
export const writePdf = (document: PdfDocument): Promise<Buffer> => oneAtATime(() => inThread(document));
