import { setTimeout as wait } from 'node:timers/promises';
import { type FastifyBaseLogger } from 'fastify';
import { type Facts, FOLD_BATCH } from '../db/facts.ts';

/** How far the numbers may lag behind what happened. */
const PAUSE_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 5_000;

export interface Folding {
  stop(): Promise<void>;
}

/** Adds differences up as they come. Several processes may do it at once: each takes what no other has taken. */
export const startFolding = ({ facts, log }: { facts: Facts; log: FastifyBaseLogger }): Folding => {
  const stopped = new AbortController();
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        const folded = await facts.fold();
        if (folded < FOLD_BATCH) await pause(PAUSE_MS);
      } catch (error) {
        log.error({ err: error }, 'folding failed');
        await pause(PAUSE_AFTER_FAILURE_MS);
      }
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
