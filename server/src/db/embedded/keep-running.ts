import { setTimeout as wait } from 'node:timers/promises';
import { LOCK_LIMIT_MS, withStartLock } from './lock.ts';
import { type Place } from './place.ts';
import { findRunning, isRunning, type Postmaster } from './postmaster.ts';

/** How often to check that the server is alive. Calls are to be answered within ten seconds of its end. */
const LOOK_MS = 500;

export type Report = (what: 'has ended' | 'runs again' | 'does not start again', error?: unknown) => void;

interface Kept {
  place: Place;
  /** The current server process. It keeps its port, because URLs with that port are in use. */
  postmaster: Postmaster;
}

export interface Keeper {
  /** Stops watching, as the server is about to be stopped; waits for a restart in progress. */
  stop(): Promise<void>;
}

/** Restarts the server when it ends unexpectedly: killed, out of memory, crashed. */
export const keepRunning = (
  dataDir: string,
  state: Kept,
  startAgain: (port: number) => Promise<Postmaster>,
  report: Report,
): Keeper => {
  const stopping = new AbortController();
  const { signal } = stopping;

  const restart = (): Promise<void> =>
    withStartLock(dataDir, LOCK_LIMIT_MS, async () => {
      // Another process that uses the same server may have restarted it already.
      const running = await findRunning(state.place);
      state.postmaster = running ?? (await startAgain(state.postmaster.port));
    });

  const look = async (): Promise<void> => {
    let lost = false;
    while (!signal.aborted) {
      await wait(LOOK_MS, undefined, { signal, ref: false });
      if (await isRunning(state.postmaster.pid, state.place)) continue;
      if (!lost) report('has ended');
      lost = true;
      try {
        await restart();
        lost = false;
        report('runs again');
      } catch (error) {
        report('does not start again', error);
      }
    }
  };

  const looking = look().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return {
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
};
