import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * A hung database, or a dead network link, rejects nothing: callers would wait for ever. So one connection of each process polls it, and
 * when it gets no answer, all other connections are closed.
 */

/** Together below five seconds, within which every call must be answered, if only with an error. */
const PAUSE_MS = 1_000;
const LIMIT_MS = 3_000;
/** A timeout is waited for in this many pieces: after the process itself was suspended, hours are one of them. */
const PIECES = 6;

/** "Connection failure": callers are told to retry, and the job queue waits. */
const CONNECTION_FAILURE = '08006';
const silentError = (): Error =>
  Object.assign(new Error('Connection given up: the database does not answer'), { code: CONNECTION_FAILURE });

/** From before they connect until after they have ended. */
const connections = new Set<pg.Client>();
/** Callers waiting for a connection. */
const waiting = new Set<(error: Error) => void>();
const listeners = new Set<(error: Error) => void>();
let isSilent = false;

const giveUpAll = (): void => {
  for (const refuse of waiting) refuse(silentError());
  waiting.clear();
  // The driver rejects the pending queries of each connection.
  for (const client of connections) client.connection.stream.destroy(silentError());
  for (const listener of listeners) listener(silentError());
};

/** Registers a listener that is called when the database stops responding. */
export const onSilence = (listener: (error: Error) => void): void => void listeners.add(listener);

const connectUnlessSilent = (connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> =>
  new Promise((resolve, reject) => {
    if (isSilent) return reject(silentError());
    waiting.add(reject);
    connect().then(
      (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
      (error: Error) => {
        waiting.delete(reject);
        reject(error);
      },
    );
  });

/** A connection that is closed when the database stops responding. */
export class HeedingClient extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    connections.add(this);
    this.once('end', () => void connections.delete(this));
  }
}

type Callback = (error?: Error, client?: pg.PoolClient, release?: (error?: Error | boolean) => void) => void;

/** Rejects callers waiting for a connection of the pool while the database is unresponsive. */
export const heedSilence = (pool: pg.Pool): pg.Pool => {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const callBack = async (callback: Callback): Promise<void> => {
    let client: pg.PoolClient;
    try {
      client = await connectUnlessSilent(connect);
    } catch (error) {
      return callback(error as Error, undefined, () => undefined);
    }
    callback(undefined, client, (reason) => client.release(reason));
  };
  pool.connect = ((callback?: Callback) =>
    callback === undefined ? connectUnlessSilent(connect) : void callBack(callback)) as typeof pool.connect;
  return pool;
};

const LATE = Symbol('late');

/** The answer, or `LATE` after the limit. */
const within = async <T>(answer: Promise<T>, limitMs: number): Promise<T | typeof LATE> => {
  const over = new AbortController();
  const late = async (): Promise<typeof LATE> => {
    for (let piece = 0; piece < PIECES; piece += 1)
      await wait(limitMs / PIECES, undefined, { signal: over.signal, ref: false });
    return LATE;
  };
  try {
    return await Promise.race([answer, late()]);
  } finally {
    over.abort();
  }
};

export interface Heartbeat {
  stop(): void;
}

export const startHeartbeat = (
  url: string,
  {
    onChange,
    pauseMs = PAUSE_MS,
    limitMs = LIMIT_MS,
  }: { onChange: (silent: boolean) => void; pauseMs?: number; limitMs?: number },
): Heartbeat => {
  const stopping = new AbortController();
  let client: pg.Client | null = null;

  const leave = (): void => {
    client?.connection.stream.destroy();
    client = null;
  };
  const ask = async (): Promise<void> => {
    if (client === null) {
      client = new pg.Client({ connectionString: url, application_name: 'paceline-pulse' });
      client.on('error', () => undefined);
      await client.connect();
    }
    await client.query('select 1');
  };
  const setSilent = async (silent: boolean): Promise<void> => {
    if (silent === isSilent || stopping.signal.aborted) return;
    if (silent) isSilent = true;
    giveUpAll();
    // Before it serves again, the pools drop the work begun for callers that have left.
    await nextTurn();
    isSilent = silent;
    onChange(silent);
  };
  let late = 0;
  const beat = async (): Promise<void> => {
    const wasConnected = client !== null;
    const answer = ask();
    answer.catch(() => undefined);
    try {
      const isLate = (await within(answer, limitMs)) === LATE;
      // Authentication may take longer; a connection that answered a second ago should not.
      late = isLate ? late + (wasConnected ? 2 : 1) : 0;
      if (isLate) leave();
    } catch {
      // The database is down and reports it to everybody.
      late = 0;
      leave();
    }
    if (late !== 1) await setSilent(late > 0);
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await beat();
      await wait(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    leave();
  };
  void run();
  return {
    stop: () => {
      stopping.abort();
      isSilent = false;
    },
  };
};
