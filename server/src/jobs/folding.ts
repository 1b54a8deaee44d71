import { setTimeout as wait } from 'node:timers/promises';
import { type FastifyBaseLogger } from 'fastify';
import { type Facts, FOLD_BATCH } from '../db/facts.ts';

/** How far the numbers may lag behind what happened. */
const PAUSE_MS = 500;
/** Months by attribute cost ten times as much to keep, less the more comes together; reports add what is not in them yet. */
const ATTRIBUTES_PAUSE_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

export interface Folding {
  stop(): Promise<void>;
}

/** Adds differences up as they come. Several processes may do it at once: each takes what no other has taken. */
export const startFolding = ({ facts, log }: { facts: Facts; log: FastifyBaseLogger }): Folding => {
  const stopped = new AbortController();
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  const run = async (fold: () => Promise<number>, pauseMs: number): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        if ((await fold()) < FOLD_BATCH) await pause(pauseMs);
      } catch (error) {
        log.error({ err: error }, 'folding failed');
        await pause(PAUSE_AFTER_FAILURE_MS);
      }
    }
  };
  const running = Promise.all([
    run(() => facts.fold(), PAUSE_MS),
    run(() => facts.foldAttributes(), ATTRIBUTES_PAUSE_MS),
  ]);

  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
