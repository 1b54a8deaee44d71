import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_AFTER_FAILURE_MS = 5_000;

export interface Repeated {
  stop(): Promise<void>;
}

/** Repeats work until stopped. The work returns the pause after it; a failure is reported and does not end the loop. */
export const repeat = (work: () => Promise<number>, onFailure: (error: unknown) => void): Repeated => {
  const stopped = new AbortController();
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: stopped.signal }).catch(() => undefined);
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await pause(await work());
      } catch (error) {
        onFailure(error);
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
