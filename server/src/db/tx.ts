import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import { createPool } from './pool.ts';
import { type Scope } from './scope.ts';
import { type DB } from './types.generated.ts';

/** A transaction in somebody's scope. It is dead once the work it was handed to has ended. */
export type Tx = Kysely<DB>;

export interface WorkOptions {
  /** When it aborts, the statement that is running is cancelled inside Postgres and the work rejects. */
  signal?: AbortSignal | undefined;
}

export interface Database {
  /** The one way to a connection: a transaction that can see the rows of its scope and no others. */
  withScope<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** The same for what only reads: all of its statements see the rows of one moment, and none of them can write. */
  readScope<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** One statement outside any scope: what has to be known before there is one. It sees no tenant's rows. */
  asNobody<Row extends object>(statement: { name: string; text: string; values: unknown[] }): Promise<Row[]>;
  /** The rows of one query as they come, in a transaction that lasts as long as they are read. */
  streamScope<Row>(
    scope: Scope,
    query: (tx: Tx) => CompiledQuery<Row>,
    options?: WorkOptions,
  ): AsyncGenerator<Row, void>;
  /** The same for rows that take several statements: the work yields them as it goes, all of them of one moment. */
  streamWork<Row>(
    scope: Scope,
    work: (tx: Tx) => AsyncGenerator<Row, void>,
    options?: WorkOptions,
  ): AsyncGenerator<Row, void>;
  /** Waits for what is running, then closes every connection. */
  close(): Promise<void>;
}

type Close = (outcome: 'commit' | 'rollback') => Promise<void>;

export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

const settings = ({ ownerKeys, partnerKey, group, userKey }: Scope): string =>
  [
    ['app.owner_keys', `{${ownerKeys.join(',')}}`],
    ['app.partner_key', partnerKey ?? ''],
    ['app.user_group', group],
    ['app.user_key', userKey ?? ''],
  ]
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');

const BEGIN = { write: 'begin', read: 'begin isolation level repeatable read read only' };
type Mode = keyof typeof BEGIN;

/** Transaction-local, so that nothing of a scope outlives its transaction; one round trip, as the values are plain keys. */
const opening = (scope: Scope, mode: Mode): string => `${BEGIN[mode]}; select ${settings(scope)}`;

const PREPARED = '/* prepared ';

/** A statement that says its name in front (`prepared.ts`) is parsed and planned once for each connection. */
const queryOf = (client: pg.PoolClient): pg.PoolClient['query'] => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  return ((text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(PREPARED)
      ? query({ name: text.slice(PREPARED.length, text.indexOf(' */')), text, values })
      : query(text, values, ...rest)) as pg.PoolClient['query'];
};

/** Kysely over the one connection of a transaction; it refuses to run once the transaction has ended. */
const leaseKysely = (client: pg.PoolClient): { tx: Tx; end: () => void } => {
  let over = false;
  const query = queryOf(client);
  const lease = {
    connect: () =>
      over
        ? Promise.reject(new Error('The transaction has ended: a query was not awaited'))
        : Promise.resolve({ query, release: () => undefined }),
    end: () => Promise.resolve(),
    options: {},
  };
  const tx: Tx = new Kysely<DB>({ dialect: new PostgresDialect({ pool: lease, cursor: Cursor }) });
  return { tx, end: () => void (over = true) };
};

/** Ends the statement that `client` is running. The connection is not given back before this has settled. */
const cancelRunning = async (control: pg.Pool, client: pg.PoolClient): Promise<void> => {
  const { processID } = client as pg.PoolClient & { processID: number };
  await control.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
};

/** Rows fetched at a time: the reader's pace is the database's pace, and memory holds no more than these. */
const STREAM_CHUNK = 500;

const rowsOf = async function* <Row>(tx: Tx, query: CompiledQuery<Row>): AsyncGenerator<Row, void> {
  for await (const { rows } of tx.getExecutor().stream(query, STREAM_CHUNK)) yield* rows;
};

export interface DatabaseOptions {
  /** Without limits of time, for tests: on a busy machine they would end what is only slow. */
  patient?: boolean;
}

export const openDatabase = (url: string, max: number, { patient = false }: DatabaseOptions = {}): Database => {
  const pool = createPool({ url, max, name: 'paceline', statementTimeoutMs: patient ? 0 : 30_000 });
  // Cancelling must work exactly when the pool is exhausted, so it has a connection of its own.
  const control = createPool({ url, max: 1, name: 'paceline-cancel', statementTimeoutMs: patient ? 0 : 5_000 });

  /** Opens the transaction; what it returns ends it, and must be called exactly once. */
  const open = async (scope: Scope, mode: Mode, signal: AbortSignal | undefined): Promise<{ tx: Tx; close: Close }> => {
    const client = await pool.connect();
    if (signal?.aborted) {
      client.release();
      throw new CancelledError();
    }
    let cancelling: Promise<void> | undefined;
    const onAbort = (): void => void (cancelling = cancelRunning(control, client));
    signal?.addEventListener('abort', onAbort, { once: true });
    const { tx, end } = leaseKysely(client);
    const close: Close = async (outcome) => {
      end();
      signal?.removeEventListener('abort', onAbort);
      await cancelling;
      const ended = await client.query(outcome).catch((error: Error) => {
        // A connection that cannot even end its transaction is not given to the next caller.
        client.release(true);
        throw error;
      });
      client.release();
      // Postgres rolls back on commit when a statement failed and the work went on as if it had not.
      if (ended.command !== outcome.toUpperCase()) throw new Error('Rolled back: a statement had failed unnoticed');
    };
    try {
      await client.query(opening(scope, mode));
    } catch (error) {
      await close('rollback').catch(() => undefined);
      throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
    }
    return { tx, close };
  };

  const streamWork: Database['streamWork'] = async function* (scope, work, { signal } = {}) {
    const { tx, close } = await open(scope, 'read', signal);
    try {
      yield* work(tx);
    } catch (error) {
      throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
    } finally {
      await close('rollback').catch(() => undefined);
    }
  };

  const inTransaction =
    (mode: Mode): Database['withScope'] =>
    async (scope, work, { signal } = {}) => {
      const { tx, close } = await open(scope, mode, signal);
      let result;
      try {
        result = await work(tx);
      } catch (error) {
        await close('rollback').catch(() => undefined);
        throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
      }
      await close('commit');
      return result;
    };

  return {
    withScope: inTransaction('write'),
    readScope: inTransaction('read'),

    streamScope(scope, query, options) {
      return streamWork(scope, (tx) => rowsOf(tx, query(tx)), options);
    },
    streamWork,

    async asNobody(statement) {
      const { rows } = await pool.query(statement);
      return rows as never;
    },

    async close() {
      await Promise.all([pool.end(), control.end()]);
    },
  };
};
