import { type CompiledQuery } from 'kysely';
import type pg from 'pg';
import { endSpan, isTracing, startSpan, traced } from '../../lib/tracing/trace.ts';
import { streamInThread } from '../connection/stream-thread.ts';
import { type CopyOut, copyOutOf } from '../connection/copy-out.ts';
import { assertEnded, backendOf, leaseKysely, type Mode, opening, type Tx } from '../connection/lease.ts';
import { openPipeline, type Pipeline } from '../connection/pipeline.ts';
import { createPool, SERVING_LIMITS_MS } from '../connection/pool.ts';
import { type Scope } from './scope.ts';
import { statementName } from '../connection/statement-name.ts';

export { type Tx } from '../connection/lease.ts';

export interface WorkOptions {
  /** When it aborts, the running statement is cancelled inside Postgres and the work rejects. */
  signal?: AbortSignal | undefined;
}

export interface Database {
  /** The only way to a connection: a transaction that sees the rows of its scope and no others. */
  withScope<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** Read-only: all of its statements see one snapshot, and none can write. */
  readScope<T>(scope: Scope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  /** `withScope` for hot paths, with two round trips fewer. */
  pipelineScope: Pipeline;
  /** One statement outside any scope, for lookups before a scope is known. It sees no tenant's rows. */
  asNobody<Row extends object>(statement: { name: string; text: string; values: unknown[] }): Promise<Row[]>;
  /** Streams the rows of one query, in a transaction that lasts as long as they are read. */
  streamScope<Row>(
    scope: Scope,
    query: (tx: Tx) => CompiledQuery<Row>,
    options?: WorkOptions,
  ): AsyncGenerator<Row, void>;
  /**
   * Streams rows that take several statements: the work yields them from one snapshot. Volumes too large for row by row are fetched in
   * binary with `copyOut`.
   */
  streamWork<Row>(
    scope: Scope,
    work: (tx: Tx, copyOut: CopyOut) => AsyncGenerator<Row, void>,
    options?: WorkOptions,
  ): AsyncGenerator<Row, void>;
  /** Likewise in a separate thread, for large volumes: the module's `work` (a `ThreadWork`) makes pieces of the rows. */
  streamInThread<Piece>(
    scope: Scope,
    work: { module: URL; task: unknown },
    options?: WorkOptions,
  ): AsyncGenerator<Piece, void>;
  /** Waits for running work, then closes every connection. */
  close(): Promise<void>;
}

type Close = (outcome: 'commit' | 'rollback') => Promise<void>;
interface Opened {
  tx: Tx;
  copyOut: CopyOut;
  close: Close;
}
/** Maximum idle time of a transaction. */
const COPY_IDLE_MS = 60_000;

export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** Cancels the statement that this backend is running. Its transaction does not end before this has settled. */
const cancelRunning = async (control: pg.Pool, backend: number): Promise<void> => {
  await control.query('select pg_cancel_backend($1)', [backend]).catch(() => undefined);
};

/** Rows fetched at a time: the reader sets the pace, and memory holds no more than these. */
const STREAM_CHUNK = 500;

/** Streams the rows of one statement. */
export const rowsOf = async function* <Row>(tx: Tx, query: CompiledQuery<Row>): AsyncGenerator<Row, void> {
  for await (const { rows } of tx.getExecutor().stream(query, STREAM_CHUNK)) yield* rows;
};

interface DatabaseOptions {
  /** Without timeouts, for tests: on a busy machine they would end what is merely slow. */
  patient?: boolean;
  /** For background work: waits for a connection indefinitely, on a busy machine too. */
  inBackground?: boolean;
  /** A PgBouncer that everything except cancelling goes through. */
  bouncerUrl?: string | null | undefined;
}

export const openDatabase = (
  url: string,
  max: number,
  { patient = false, inBackground = false, bouncerUrl = null }: DatabaseOptions = {},
): Database => {
  const limits = {
    url: bouncerUrl ?? url,
    bounced: bouncerUrl !== null,
    max,
    waitsToConnect: inBackground,
    statementTimeoutMs: patient ? 0 : SERVING_LIMITS_MS.statement_timeout,
  };
  const pool = createPool({ ...limits, name: 'paceline' });
  // A pipelining connection cannot use cursors, so streaming uses the other pool.
  const pipelines = createPool({
    ...limits,
    name: 'paceline-pipeline',
    pipeline: true,
  });
  // Cancelling must work exactly when the pool is exhausted, here or in a bouncer, so it has its own connection.
  const control = createPool({ url, max: 1, name: 'paceline-cancel', statementTimeoutMs: patient ? 0 : 5_000 });

  /** Opens the transaction; the returned function ends it, and must be called exactly once. */
  const open = async (scope: Scope, mode: Mode, signal: AbortSignal | undefined): Promise<Opened> => {
    const client = await pool.connect();
    if (signal?.aborted) {
      client.release();
      throw new CancelledError();
    }
    const opened = client.query(opening(scope, mode));
    let cancelling: Promise<void> | undefined;
    const cancel = async (): Promise<void> => cancelRunning(control, backendOf(await opened));
    // A transaction that did not open has nothing to cancel.
    const onAbort = (): void => void (cancelling = cancel().catch(() => undefined));
    signal?.addEventListener('abort', onAbort, { once: true });
    const { tx, end } = leaseKysely(client);
    const { copyOut, isUnfinished } = copyOutOf(client, patient ? 0 : COPY_IDLE_MS);
    const close: Close = async (outcome) => {
      end();
      signal?.removeEventListener('abort', onAbort);
      await cancelling;
      // The driver would first have to read the unwanted rest.
      if (isUnfinished()) return client.release(true);
      const ended = await client.query(outcome).catch((error: Error) => {
        // A connection that cannot even end its transaction is not reused.
        client.release(true);
        throw error;
      });
      client.release();
      assertEnded(ended, outcome);
    };
    try {
      await opened;
      // Aborted before there was anything to cancel: the next statement would run.
      if (signal?.aborted) throw new CancelledError();
    } catch (error) {
      await close('rollback').catch(() => undefined);
      throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
    }
    return { tx, copyOut, close };
  };

  const pipeline = openPipeline(pipelines);

  const streamWork: Database['streamWork'] = async function* (scope, work, { signal } = {}) {
    const span = isTracing() ? startSpan('transaction stream') : null;
    const { tx, copyOut, close } = await open(scope, 'read', signal);
    try {
      yield* work(tx, copyOut);
    } catch (error) {
      throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
    } finally {
      await close('rollback').catch(() => undefined);
      if (span !== null) endSpan(span);
    }
  };

  const transact = async <T>(
    mode: Mode,
    scope: Scope,
    work: (tx: Tx) => Promise<T>,
    { signal }: WorkOptions = {},
  ): Promise<T> => {
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
  const inTransaction =
    (mode: Mode): Database['withScope'] =>
    (scope, work, options) =>
      traced(`transaction ${mode}`, () => transact(mode, scope, work, options));

  return {
    withScope: inTransaction('write'),
    readScope: inTransaction('read'),
    pipelineScope: (scope, work) => traced('transaction write', () => pipeline(scope, work)),

    streamScope(scope, query, options) {
      return streamWork(scope, (tx) => rowsOf(tx, query(tx)), options);
    },
    streamWork,
    async *streamInThread(scope, { module, task }, { signal } = {}) {
      try {
        yield* streamInThread({ url, patient, bouncerUrl, scope, module: module.href, task }, signal);
      } catch (error) {
        throw signal?.aborted ? new CancelledError('', { cause: error }) : error;
      }
    },

    async asNobody(statement) {
      const { rows } = await traced(statementName(statement), () => pool.query(statement));
      return rows as never;
    },

    async close() {
      await Promise.all([pool.end(), pipelines.end(), control.end()]);
    },
  };
};
