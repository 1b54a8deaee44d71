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
  /** The same in a thread of its own, for what is much: the module's `work` (a `ThreadWork`) makes pieces of the rows. */
  streamInThread<Piece>(
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

/** Ends the statement that this backend is running. Its transaction does not end before this has settled. */
const cancelRunning = async (control: pg.Pool, backend: number): Promise<void> => {
  await control.query('select pg_cancel_backend($1)', [backend]).catch(() => undefined);
};

/** Rows fetched at a time: the reader's pace is the database's pace, and memory holds no more than these. */
const STREAM_CHUNK = 500;

/** The rows of one statement as they come. */
export const rowsOf = async function* <Row>(tx: Tx, query: CompiledQuery<Row>): AsyncGenerator<Row, void> {
  for await (const { rows } of tx.getExecutor().stream(query, STREAM_CHUNK)) yield* rows;
};

interface DatabaseOptions {
  /** Without limits of time, for tests: on a busy machine they would end what is only slow. */
  patient?: boolean;
  /** For work that nobody waits for: it waits for a connection as long as that takes, on a busy machine too. */
  inBackground?: boolean;
  /** A PgBouncer that all but cancelling goes through. */
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
  // A connection that sends on before it is answered has no cursors: what streams needs the others.
  const pipelines = createPool({
    ...limits,
    name: 'paceline-pipeline',
    pipeline: true,
  });
  // Cancelling must work exactly when the pool is exhausted, here or in a bouncer, so it has a connection of its own.
  const control = createPool({ url, max: 1, name: 'paceline-cancel', statementTimeoutMs: patient ? 0 : 5_000 });

  /** Opens the transaction; what it returns ends it, and must be called exactly once. */
  const open = async (scope: Scope, mode: Mode, signal: AbortSignal | undefined): Promise<Opened> => {
    const client = await pool.connect();
    if (signal?.aborted) {
      client.release();
      throw new CancelledError();
    }
    const opened = client.query(opening(scope, mode));
    let cancelling: Promise<void> | undefined;
    const cancel = async (): Promise<void> => cancelRunning(control, backendOf(await opened));
    // What does not even open runs nothing that could be cancelled.
    const onAbort = (): void => void (cancelling = cancel().catch(() => undefined));
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
      await opened;
      // Too early for anything to be cancelled: what comes next would run.
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
