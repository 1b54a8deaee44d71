import type pg from 'pg';
import { traced } from '../../lib/tracing/trace.ts';
import { assertEnded, leaseKysely, opening, type Tx } from './lease.ts';
import { type Statement } from './prepared.ts';
import { type Scope } from '../scope/scope.ts';

/**
 * A transaction whose first statement is sent together with its opening, and its last one, which the work returns instead of running it,
 * together with the commit. A failure stores nothing. The first statement must depend on the scope: should the opening fail, it runs
 * without any.
 */
export type Pipeline = <T>(
  scope: Scope,
  work: (tx: Tx) => Promise<{ result: T; last: Statement | null }>,
) => Promise<T>;

/** Batches everything sent in this turn of the event loop into one write. */
const gather = ({ connection: { stream } }: pg.PoolClient): void => {
  stream.cork();
  process.nextTick(() => stream.uncork());
};

export const openPipeline = (pool: pg.Pool): Pipeline => {
  /** A connection that cannot even roll back is not reused. */
  const rollBack = async (client: pg.PoolClient): Promise<void> => {
    const isEnded = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!isEnded);
  };

  const commit = async (client: pg.PoolClient, last: Statement | null): Promise<void> => {
    gather(client);
    const [stored, ended] = await Promise.allSettled([
      last && traced(last.name, () => client.query({ ...last, values: [...last.values] })),
      client.query('commit'),
    ]);
    client.release(ended.status === 'rejected');
    if (stored.status === 'rejected') throw stored.reason;
    if (ended.status === 'rejected') throw ended.reason;
    assertEnded(ended.value, 'commit');
  };

  return async (scope, work) => {
    const client = await pool.connect();
    const { tx, end } = leaseKysely(client);
    gather(client);
    const opened = client.query(opening(scope, 'write'));
    let done;
    try {
      [, done] = await Promise.all([opened, work(tx)]);
    } catch (error) {
      end();
      await rollBack(client);
      throw error;
    }
    end();
    await commit(client, done.last);
    return done.result;
  };
};
