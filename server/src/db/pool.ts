import pg from 'pg';

/** Counts come back as bigint: ours stay far below 2^53, and a string that looks like a number is a trap. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
/** A day is a day, not an instant in the server's zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export interface PoolOptions {
  url: string;
  max: number;
  name: string;
  /** How long one statement may run before Postgres ends it; 0 for the roles that migrate and load. */
  statementTimeoutMs: number;
}

export const createPool = ({ url, max, name, statementTimeoutMs }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    lock_timeout: statementTimeoutMs === 0 ? 0 : 10_000,
    idle_in_transaction_session_timeout: statementTimeoutMs === 0 ? 0 : 60_000,
  });
  // A connection that the server ends is replaced on next use; without listeners it would end the process instead.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
