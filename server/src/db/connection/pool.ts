import pg from 'pg';
import { forgetNames } from './bouncer.ts';
import { HeedingClient, heedSilence } from './heartbeat.ts';

/** Counts arrive as bigint strings: ours stay far below 2^53, so they are parsed as numbers. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** Dates stay strings: a day is not an instant in the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

interface PoolOptions {
  url: string;
  max: number;
  name: string;
  /** Statement timeout; 0 (none) for migrations, loading and tests. */
  statementTimeoutMs: number;
  /** Whether the address is a PgBouncer: see `bouncer.ts`. */
  bounced?: boolean;
  /** Whether it waits for a connection as long as pools without a statement timeout do. */
  waitsToConnect?: boolean;
  /** Whether a statement is sent before the previous one is answered. */
  pipeline?: boolean;
}

/** Requests fail soon when no connection is available; loading and background work wait. */
const CONNECT_MS = 5_000;
const PATIENT_CONNECT_MS = 10 * 60_000;

const openPools = new Map<pg.Pool, { name: string; max: number }>();

/** Connection usage of this process, by pool. */
interface PoolUse {
  name: string;
  max: number;
  open: number;
  idle: number;
  /** Callers waiting for a connection. */
  waiting: number;
}

export const listPoolUse = (): PoolUse[] => {
  const uses = new Map<string, PoolUse>();
  for (const [{ totalCount, idleCount, waitingCount, ended }, { name, max }] of openPools) {
    if (ended) continue;
    const use = uses.get(name) ?? { name, max: 0, open: 0, idle: 0, waiting: 0 };
    uses.set(name, {
      name,
      max: use.max + max,
      open: use.open + totalCount,
      idle: use.idle + idleCount,
      waiting: use.waiting + waitingCount,
    });
  }
  return [...uses.values()];
};

/** Timeouts for statements, locks and idle transactions, while a caller waits for the answer. */
export const SERVING_LIMITS_MS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

export const createPool = ({ url, max, name, statementTimeoutMs, ...options }: PoolOptions): pg.Pool => {
  const { bounced = false, pipeline = false, waitsToConnect = false } = options;
  const patient = statementTimeoutMs === 0;
  const limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: patient ? 0 : SERVING_LIMITS_MS.lock_timeout,
    idle_in_transaction_session_timeout: patient ? 0 : SERVING_LIMITS_MS.idle_in_transaction_session_timeout,
  };
  const pool = new pg.Pool({
    Client: HeedingClient,
    connectionString: url,
    max,
    pipeline,
    // Behind a bouncer our processes share connections, and a changed name would have to be set each time.
    application_name: bounced ? 'paceline' : name,
    connectionTimeoutMillis: patient || waitsToConnect ? PATIENT_CONNECT_MS : CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(!bounced && limits),
  });
  // A connection ended by the server is replaced on next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (bounced) forgetNames(client);
  });
  for (const one of openPools.keys()) if (one.ended) openPools.delete(one);
  openPools.set(pool, { name, max });
  return heedSilence(pool);
};
