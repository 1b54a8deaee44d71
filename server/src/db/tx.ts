import { type CompiledQuery } from 'kysely';
import type pg from 'pg';
import { streamApart } from './apart.ts';
import { type CopyOut, copyOutOf } from './copy-out.ts';
import { assertEnded, leaseKysely, type Mode, opening, type Tx } from './lease.ts';
import { openPipeline, type Pipeline } from './pipeline.ts';
import { createPool } from './pool.ts';
import { type Scope } from './scope.ts';

export { type Tx } from './lease.ts';

export interface WorkOptions {
  /** When it aborts, the statement that is running is cancelled inside Postgres and the work rejects. */
  signal?: AbortSignal | undefined;
}

export interface Database {
  /** The one way to a connection: a transaction that can see the rows of its scope and no others. */
  withScope<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** The same for what only reads: all of its statements see the rows of one moment, and none of them can write. */
  readScope<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** `withScope` for hot paths, which waits twice fewer. */
  pipelineScope: Pipeline;
  /** One statement outside any scope: what has to be known before there is one. It sees no tenant's rows. */
  asNobody<Row extends object>(statement: { name: string; text: string; values: unknown[] }): Promise<Row[]>;
  /** The rows of one query as they come, in a transaction that lasts as long as they are read. */
  streamScope<Row>(
    scope: Scope,
    query: (tx: Tx) => CompiledQuery<Row>,
    options?: WorkOptions,
  ): AsyncGenerator<Row, void>;
  /**
   * The same for rows that take several statements: the work yields them as it goes, all of them of one moment. What is too much
   * for row by row is had packed, with `copyOut`.
   */
  streamWork<Row>(
    scope: Scope,
    work: (tx: Tx, copyOut: CopyOut) => AsyncGenerator<Row, void>,
    options?: WorkOptions,
  ): AsyncGenerator<Row, void>;
  /** The same in a thread of its own, for what is much: the module's `work` (a `WorkApart`) makes pieces of the rows. */
  streamApart<Piece>(
    scope: Scope,
    work: { module: URL; task: unknown },
    options?: WorkOptions,
  ): AsyncGenerator<Piece, void>;
  /** Waits for what is running, then closes every connection. */
  close(): Promise<void>;
}

type Close = (outcome: 'commit' | 'rollback') => Promise<void>;
interface Opened {
  tx: Tx;
  copyOut: CopyOut;
  close: Close;
}
/** As long as a transaction may be idle. */
const COPY_IDLE_MS = 60_000;

export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

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
  const limits = { url, max, statementTimeoutMs: patient ? 0 : 30_000 };
  const pool = createPool({ ...limits, name: 'paceline' });
  // A connection that sends on before it is answered has no cursors: what streams needs the others.
  const pipelines = createPool({ ...limits, name: 'paceline-pipeline', pipeline: true });
  // Cancelling must work exactly when the pool is exhausted, so it has a connection of its own.
  const control = createPool({ url, max: 1, name: 'paceline-cancel', statementTimeoutMs: patient ? 0 : 5_000 });

  /** Opens the transaction; what it returns ends it, and must be called exactly once. */
  const open = async (scope: Scope, mode: Mode, signal: AbortSignal | undefined): Promise<Opened> => {
    const client = await pool.connect();
    if (signal?.aborted) {
      client.release();
      throw new CancelledError();
    }
    let cancelling: Promise<void> | undefined;
    const onAbort = (): void => void (cancelling = cancelRunning(control, client));
    signal?.addEventListener('abort', onAbort, { once: true });
    const { tx, end } = leaseKysely(client);
    const { copyOut, isUnfinished } = copyOutOf(client, patient ? 0 : COPY_IDLE_MS);
    const close: Close = async (outcome) => {
      end();
      signal?.removeEventListener('abort', onAbort);
      await cancelling;
      // It would first have to read to the end what nobody wants.
      if (isUnfinished()) return client.release(true);
      const ended = await client.query(outcome).catch((error: Error) => {
        // A connection that cannot even end its transaction is not given to the next caller.
        client.release(true);
        throw error;
      });
      client.release();
      assertEnded(ended, outcome);
    };
    try {
      await client.query(opening(scope, mode));
    } catch (error) {
      await close('rollback').catch(() => undefined);
      throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
    }
    return { tx, copyOut, close };
  };

  const streamWork: Database['streamWork'] = async function* (scope, work, { signal } = {}) {
    const { tx, copyOut, close } = await open(scope, 'read', signal);
    try {
      yield* work(tx, copyOut);
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
    pipelineScope: openPipeline(pipelines),

    streamScope(scope, query, options) {
      return streamWork(scope, (tx) => rowsOf(tx, query(tx)), options);
    },
    streamWork,
    async *streamApart(scope, { module, task }, { signal } = {}) {
      try {
        yield* streamApart({ url, patient, scope, module: module.href, task }, signal);
      } catch (error) {
        throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
      }
    },

    async asNobody(statement) {
      const { rows } = await pool.query(statement);
      return rows as never;
    },

    async close() {
      await Promise.all([pool.end(), pipelines.end(), control.end()]);
    },
  };
};
