import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';

// A connection that the server ends, because the bench is over, says so; with nobody to hear it the process would die of it.

/** The bare driver's pool. */
export const openPool = (url: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** One connection of the bare driver. */
export const openClient = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Ends a contender and waits until it is gone, so that its database can end after it. */
export const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
};
