import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { AppError } from '../app-error.ts';
import { type ArchiveLimits } from '../sheet/sheet.ts';
// Types only: the content is looked at by the thread, and by nobody else.
import type { CheckReply, CheckTask } from './check-worker.ts';

const WORKER_FILE = new URL('./check-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 768;
/** What a document may unpack to: its time is bounded by it, too. */
const LIMITS: ArchiveLimits = { unpackedBytes: 200 * 1024 * 1024, parts: 2_000 };

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

/** Refuses a document that does anything but be read: scripts, macros, bombs, what is not what it is called. */
export const checkDocument = async (file: Buffer, kind: CheckTask['kind']): Promise<void> => {
  const refused = await oneAtATime(() => inThread({ file, kind, limits: LIMITS }));
  if (refused !== null) throw new AppError(refused.code, refused.message === '' ? {} : { message: refused.message });
};
