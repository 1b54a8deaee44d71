import { setTimeout as wait } from 'node:timers/promises';
import { LOCK_LIMIT_MS, withStartLock } from './lock.ts';
import { type Place } from './place.ts';
import { findRunning, isRunning, type Postmaster } from './postmaster.ts';

/** How often we look whether the server lives. Calls are to be answered within ten seconds of its end. */
const LOOK_MS = 500;

export type Report = (what: 'has ended' | 'runs again' | 'does not start again', error?: unknown) => void;

interface Kept {
  place: Place;
  /** The one that runs now. It keeps its port, which stands in the addresses that were handed out. */
  postmaster: Postmaster;
}

export interface Keeper {
  /** From here on the server may end; a start that is under way is waited for. */
  stop(): Promise<void>;
}

/** Starts the server again when it has ended without being asked to: killed, out of memory, crashed. */
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
      // Another process that uses the same server may have been faster.
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
