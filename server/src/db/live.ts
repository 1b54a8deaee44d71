import pg from 'pg';

/** Hears when an owner's data have moved. It learns keys and nothing else; who may hear of which owner is asked elsewhere. */
export interface LiveData {
  /** One item for each time that one of the owners' data moved; several at once are one. Ends when the signal aborts. */
  changes(ownerKeys: readonly number[], signal: AbortSignal): AsyncGenerator<number, void>;
  close(): Promise<void>;
}

const CHANNEL = 'paceline_data';
const RETRY_MS = 1_000;

type Listener = (ownerKey: number | 'unknown') => void;

/** One connection for all who listen; it is opened for the first of them and opened again when it breaks. */
export const openLiveData = (url: string): LiveData => {
  const listeners = new Set<Listener>();
  let client: pg.Client | null = null;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const tell = (ownerKey: number | 'unknown'): void => {
    for (const listener of listeners) listener(ownerKey);
  };

  const connect = async (): Promise<void> => {
    if (closed || client !== null) return;
    const opened = new pg.Client({ connectionString: url, application_name: 'paceline-live' });
    client = opened;
    const lost = (): void => {
      if (client !== opened) return;
      client = null;
      if (!closed) retry = setTimeout(() => void connect(), RETRY_MS);
    };
    opened.on('error', lost);
    opened.on('end', lost);
    opened.on('notification', ({ payload }) => tell(Number(payload)));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      // What happened while nobody heard cannot be known: whoever waits looks again.
      tell('unknown');
    } catch {
      lost();
    }
  };

  return {
    async *changes(ownerKeys, signal) {
      const wanted = new Set(ownerKeys);
      const moved = new Set<number>();
      let wake: (() => void) | null = null;
      const listener: Listener = (ownerKey) => {
        for (const key of ownerKey === 'unknown' ? wanted : [ownerKey]) if (wanted.has(key)) moved.add(key);
        wake?.();
      };
      listeners.add(listener);
      const onAbort = (): void => wake?.();
      signal.addEventListener('abort', onAbort);
      try {
        await connect();
        while (!signal.aborted) {
          const [ownerKey] = moved;
          if (ownerKey !== undefined) {
            moved.delete(ownerKey);
            yield ownerKey;
          } else await new Promise<void>((resolve) => (wake = resolve));
          wake = null;
        }
      } finally {
        listeners.delete(listener);
        signal.removeEventListener('abort', onAbort);
      }
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
};
