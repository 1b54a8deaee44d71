import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { withConnection } from '../scope/single-connection.ts';

/*
 * PgBouncer may give the connection to another client between two transactions. So nothing may outlive a transaction: no prepared
 * statement, no session setting. It also rejects settings in the connection string; the app role carries them itself.
 */

/** Uses the app role's user and password, unless the address names its own. */
export const bouncerUrlFrom = (bouncerUrl: string, appUrl: string): string => {
  const url = new URL(bouncerUrl);
  if (url.username !== '') return url.href;
  const { username, password } = new URL(appUrl);
  return Object.assign(url, { username, password }).href;
};

/** Removes statement names, so that they are parsed each time: the next connection does not know a name prepared on another. */
export const forgetNames = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  // Cursors and COPY submit themselves and have no name.
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

/** Checked at start: statement pooling has no transactions, and scopes need them. */
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
