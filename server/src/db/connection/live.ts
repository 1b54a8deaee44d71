import { setTimeout as wait } from 'node:timers/promises';
import { type Clock } from '../../lib/clock.ts';
import { type Database } from '../scope/tx.ts';

/** The session that listens, and the owner it listens to. */
export interface LiveQuestion {
  sessionKey: number;
  ownerKey: number;
}

/** Notifies listeners of changes in an owner's data while their session is valid. */
export interface LiveData {
  /**
   * Yields one item at once, since earlier changes are unknown, and one each time the owner's data change; several changes together yield
   * one. Ends when the signal aborts, and when the session has ended or lost the owner.
   */
  changes(question: LiveQuestion, signal: AbortSignal): AsyncGenerator<number, void>;
  /** Number of current listeners. */
  readonly listeners: number;
  close(): Promise<void>;
}

interface Listener extends LiveQuestion {
  version: number | null;
  moved: boolean;
  over: boolean;
  wake: () => void;
}

/** Maximum delay between a change and its screen update. */
const LOOK_MS = 500;

const VERSIONS = 'select owner_key as "ownerKey", version from app.data_versions($1)';
const SESSIONS = 'select session_key as "sessionKey", owner_keys as "ownerKeys" from app.open_sessions($1, $2)';

const unique = (keys: number[]): number[] => [...new Set(keys)];

/**
 * Polls the versions and sessions of all listeners in two statements however many there are, and only while there are any. NOTIFY would be
 * faster, but commits that notify wait for each other.
 */
export const openLiveData = ({
  db,
  clock,
  lookMs = LOOK_MS,
}: {
  db: Pick<Database, 'asNobody'>;
  clock: Clock;
  lookMs?: number;
}): LiveData => {
  const listeners = new Set<Listener>();
  const closed = new AbortController();
  let looking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const asking = [...listeners];
    const owners = unique(asking.map(({ ownerKey }) => ownerKey));
    const sessions = unique(asking.map(({ sessionKey }) => sessionKey));
    const [versions, open] = await Promise.all([
      db.asNobody<{ ownerKey: number; version: number }>({ name: 'live_versions', text: VERSIONS, values: [owners] }),
      db.asNobody<{ sessionKey: number; ownerKeys: number[] }>({
        name: 'live_sessions',
        text: SESSIONS,
        values: [sessions, clock.now()],
      }),
    ]);
    const versionOf = new Map(versions.map(({ ownerKey, version }) => [ownerKey, version]));
    const ownersOf = new Map(open.map(({ sessionKey, ownerKeys }) => [sessionKey, ownerKeys]));
    for (const listener of asking) {
      const version = versionOf.get(listener.ownerKey) ?? 0;
      listener.moved ||= listener.version !== version;
      listener.version = version;
      listener.over = ownersOf.get(listener.sessionKey)?.includes(listener.ownerKey) !== true;
      if (listener.moved || listener.over) listener.wake();
    }
  };

  const keepLooking = async (): Promise<void> => {
    while (listeners.size > 0 && !closed.signal.aborted) {
      // While the database is down nobody is notified; afterwards everybody gets the changes they missed.
      await look().catch(() => undefined);
      await wait(lookMs, undefined, { signal: closed.signal }).catch(() => undefined);
    }
    looking = null;
  };

  return {
    async *changes(question, signal) {
      if (signal.aborted || closed.signal.aborted) return;
      const ended = AbortSignal.any([signal, closed.signal]);
      const listener: Listener = { ...question, version: null, moved: false, over: false, wake: () => undefined };
      const onEnd = (): void => listener.wake();
      ended.addEventListener('abort', onEnd);
      listeners.add(listener);
      looking ??= keepLooking();
      try {
        while (!ended.aborted && !listener.over) {
          if (listener.moved) {
            listener.moved = false;
            yield listener.ownerKey;
          } else await new Promise<void>((resolve) => (listener.wake = resolve));
        }
      } finally {
        listeners.delete(listener);
        ended.removeEventListener('abort', onEnd);
      }
    },
    get listeners() {
      return listeners.size;
    },
    async close() {
      closed.abort();
      await looking;
    },
  };
};
