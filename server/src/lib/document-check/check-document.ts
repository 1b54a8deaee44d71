import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { AppError } from '../app-error.ts';
import { type ArchiveLimits } from '../sheet/sheet.ts';
// Types only: the content is checked in the thread, and nowhere else.
import type { CheckReply, CheckTask } from './check-worker.ts';

const WORKER_FILE = new URL('./check-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 768;
/** Limits for unpacking, which bound the time as well. */
const LIMITS: ArchiveLimits = { unpackedBytes: 100 * 1024 * 1024, parts: 2_000 };

const oneAtATime = pLimit(1);

const inThread = (task: CheckTask): Promise<CheckReply> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_FILE, {
      workerData: task,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    worker.on('message', (reply: CheckReply) => {
      void worker.terminate();
      resolve(reply);
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ code: 'FILE_TOO_COMPLEX', message: '' }) : reject(error),
    );
    worker.on('exit', (code) => reject(new Error(`The thread that checks documents ended with ${code}`)));
  });

/** Refuses documents with active content: scripts, macros, decompression bombs, or a content that does not match the file type. */
export const checkDocument = async (file: Buffer, kind: CheckTask['kind']): Promise<void> => {
  const refused = await oneAtATime(() => inThread({ file, kind, limits: LIMITS }));
  if (refused !== null) throw new AppError(refused.code, refused.message === '' ? {} : { message: refused.message });
};
