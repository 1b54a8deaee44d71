import pg from 'pg';

/** Counts come back as bigint: ours stay far below 2^53, and a string that looks like a number is a trap. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A day is a day, not an instant in the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export interface PoolOptions {
  url: string;
  max: number;
  name: string;
  /** How long one statement may run before Postgres ends it; 0 for those who migrate, load and test, without any limit. */
  statementTimeoutMs: number;
  /** Whether a statement is sent before the one before it is answered. */
  pipeline?: boolean;
}

/** Whoever waits for an answer learns soon that there is none to be had; what loads and works in the background waits. */
const CONNECT_MS = 5_000;
const PATIENT_CONNECT_MS = 10 * 60_000;

export const createPool = ({ url, max, name, statementTimeoutMs, pipeline = false }: PoolOptions): pg.Pool => {
  const patient = statementTimeoutMs === 0;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    application_name: name,
    connectionTimeoutMillis: patient ? PATIENT_CONNECT_MS : CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: patient ? 0 : 10_000,
    idle_in_transaction_session_timeout: patient ? 0 : 60_000,
  });
  // A connection that the server ends is replaced on next use; without listeners it would end the process instead.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
