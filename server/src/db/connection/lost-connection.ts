import type pg from 'pg';

/** Error codes of the driver and Postgres for a server that has gone or is not up yet. */
const LOST = /^(08|57P0)|^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/;
const LOST_WORDS = /Connection terminated|not queryable|connection error|timeout exceeded when trying to connect/;

/** "The database system is starting up": the only state in which the job queue retries by itself. */
const STARTING_UP = '57P03';

/** Whether the server has gone or is not up yet, as opposed to a failed statement. */
export const isLost = ({ code = '', message }: Error & { code?: string }): boolean =>
  LOST.test(code) || LOST_WORDS.test(message);

const tryAgain = (error: Error & { code?: string }): never => {
  if (!isLost(error)) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: STARTING_UP });
};

/**
 * Makes the job queue wait for a lost database. The queue reports the end of a job without awaiting the answer: a refused connection there
 * would end the whole process.
 */
export const outliveDatabase = (pool: pg.Pool): pg.Pool => {
  const connect = pool.connect.bind(pool);
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : connect().catch(tryAgain)) as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const answer = query(...args);
      return answer instanceof Promise ? answer.catch(tryAgain) : answer;
    }) as typeof client.query;
  });
  return pool;
};
