import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { type LinearAnswer, type LinearProblem } from './linear-problem.ts';
// Types only: the library is loaded by the thread, and by nobody else.
import type { SolverReply } from './solver-worker.ts';

const WORKER_FILE = new URL('./solver-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 512;
/** Loading the library, and what the solver takes beyond its own limit. */
const GRACE_SECONDS = 10;

/** Solving takes a whole processor: one at a time, beside those who wait for an answer. */
const oneAtATime = pLimit(1);

const inThread = (problems: readonly LinearProblem[], seconds: number): Promise<LinearAnswer[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_FILE, {
      workerData: { problems, seconds },
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    });
    const stuck = setTimeout(() => void worker.terminate(), (seconds + GRACE_SECONDS) * 1000);
    worker.on('message', (answers: SolverReply) => {
      void worker.terminate();
      resolve(answers);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      clearTimeout(stuck);
      reject(new Error(`The thread that solves linear problems ended with ${code}`));
    });
  });

/** The answers in the order of the problems, all within so many seconds. */
export const solveLinear = (problems: readonly LinearProblem[], seconds: number): Promise<LinearAnswer[]> =>
  problems.length === 0 ? Promise.resolve([]) : oneAtATime(() => inThread(problems, seconds));
