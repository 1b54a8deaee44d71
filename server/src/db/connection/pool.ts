import pg from 'pg';
import { forgetNames } from './bouncer.ts';
import { HeedingClient, heedSilence } from './heartbeat.ts';

/** Counts come back as bigint: ours stay far below 2^53, and a string that looks like a number is a trap. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A day is a day, not an instant in the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

interface PoolOptions {
  url: string;
  max: number;
  name: string;
  /** How long one statement may run before Postgres ends it; 0 for those who migrate, load and test, without any limit. */
  statementTimeoutMs: number;
  /** Whether the address is a PgBouncer's: see `bouncer.ts`. */
  bounced?: boolean;
  /** Whether it waits for a connection as those without any limit do. */
  waitsToConnect?: boolean;
  /** Whether a statement is sent before the one before it is answered. */
  pipeline?: boolean;
}

/** Whoever waits for an answer learns soon that there is none to be had; what loads and works in the background waits. */
const CONNECT_MS = 5_000;
const PATIENT_CONNECT_MS = 10 * 60_000;

const openPools = new Map<pg.Pool, { name: string; max: number }>();

/** How the connections of this process are used, by pool. */
interface PoolUse {
  name: string;
  max: number;
  open: number;
  idle: number;
  /** Work that waits for a connection. */
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

/** What ends a statement, a wait for a lock and a transaction that nobody goes on with, where somebody waits for an answer. */
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
    // Behind a bouncer all of ours share their connections, and one that changed hands would first be given its new name.
    application_name: bounced ? 'paceline' : name,
    connectionTimeoutMillis: patient || waitsToConnect ? PATIENT_CONNECT_MS : CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(!bounced && limits),
  });
  // A connection that the server ends is replaced on next use; without listeners it would end the process instead.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (bounced) forgetNames(client);
  });
  for (const one of openPools.keys()) if (one.ended) openPools.delete(one);
  openPools.set(pool, { name, max });
  return heedSilence(pool);
};
