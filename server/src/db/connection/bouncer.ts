import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { withConnection } from '../scope/single-connection.ts';

/*
 * Between two transactions a PgBouncer gives the connection to somebody else. So nothing of ours may outlive a transaction: no named
 * statement, no setting of a session. And it refuses settings that a client brings along; the app role has them itself.
 */

/** Whose address it is follows from how the app role connects, unless it says so itself. */
export const bouncerUrlFrom = (bouncerUrl: string, appUrl: string): string => {
  const url = new URL(bouncerUrl);
  if (url.username !== '') return url.href;
  const { username, password } = new URL(appUrl);
  return Object.assign(url, { username, password }).href;
};

/** Has statements parsed anew each time: a name that one connection knows, the next one does not. */
export const forgetNames = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  // A cursor or a copy sends itself, and has no name.
  const isNamed = (config: unknown): config is { name: string } =>
    typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
  client.query = ((config: unknown, ...rest: unknown[]) =>
    query(isNamed(config) ? { ...config, name: undefined } : config, ...rest)) as typeof client.query;
};

const explain = (error: unknown, url: string): unknown => {
  const { code, message } = error as { code?: string; message: string };
  const { host } = new URL(url);
  if (code === 'ECONNREFUSED')
    return new StartupError(`No PgBouncer answers at ${host}: start it, or correct PGBOUNCER_URL.`);
  if (code === 'ENOTFOUND') return new StartupError(`There is no machine called ${host}: correct PGBOUNCER_URL.`);
  return new StartupError(`PgBouncer at ${host} does not let the app role work: ${message}.`, { cause: error });
};

/** Asked at start: with pools of single statements there are no transactions, and without them no scopes. */
export const assertBouncerServes = async (url: string): Promise<void> => {
  try {
    await withConnection(url, async (client) => {
      await client.query('begin');
      await client.query('select 1');
      await client.query('rollback');
    });
  } catch (error) {
    throw explain(error, url);
  }
};
