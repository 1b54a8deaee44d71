import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Sealed, type Unsealed } from './seal-thread.ts';

export interface Sealing {
  /** Sends people to the thread without waiting. */
  send(people: readonly Unsealed[]): void;
  /** Results received since the last call. */
  received(): Sealed[];
  /** Waits for all remaining results. */
  rest(): Promise<Sealed[]>;
  close(): Promise<void>;
}

/** Small enough that the results of a large load arrive steadily. */
const BATCH = 1_000;

export const openSealing = (secret: Buffer): Sealing => {
  const thread = new Worker(new URL('./seal-thread.ts', import.meta.url), { workerData: new Uint8Array(secret) });
  const state: { back: Sealed[]; out: number; failure: Error | null } = { back: [], out: 0, failure: null };
  thread.on('message', (sealed: readonly Sealed[]) => {
    for (const one of sealed) state.back.push(one);
    state.out -= 1;
  });
  thread.on('error', (error: Error) => {
    state.failure = error;
  });
  const received = (): Sealed[] => {
    if (state.failure !== null) throw state.failure;
    const back = state.back;
    state.back = [];
    return back;
  };
  return {
    received,
    send(people) {
      for (let from = 0; from < people.length; from += BATCH) {
        thread.postMessage(people.slice(from, from + BATCH), []);
        state.out += 1;
      }
    },
    async rest() {
      // An error of the thread rejects the wait too.
      while (state.out > 0 && state.failure === null) await once(thread, 'message');
      return received();
    },
    async close() {
      await thread.terminate();
    },
  };
};
