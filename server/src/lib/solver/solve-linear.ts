import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { type LinearAnswer, type LinearProblem } from './linear-problem.ts';
// Types only: the library is loaded in the thread, and nowhere else.
import type { SolverReply } from './solver-worker.ts';

const WORKER_FILE = new URL('./solver-worker.ts', import.meta.url);
const WORKER_MEMORY_MB = 512;
/** Allowance for loading the library, and for the solver exceeding its own limit. */
const GRACE_SECONDS = 10;

/** Solving uses a whole core: one at a time, to keep requests responsive. */
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

/** The answers in the order of the problems, all within this many seconds. */
export const solveLinear = (problems: readonly LinearProblem[], seconds: number): Promise<LinearAnswer[]> =>
  problems.length === 0 ? Promise.resolve([]) : oneAtATime(() => inThread(problems, seconds));
