import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type SpanKind = 'internal' | 'server' | 'client';
/** Names and numbers of ours alone: never a value that somebody sent. */
type SpanFacts = Record<string, string | number>;

export interface Span {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: SpanKind;
  startedAt: bigint;
  endedAt: bigint;
  facts: SpanFacts;
  failed: boolean;
}

/** Takes spans that have ended. It must not wait, and must not fail. */
export type SpanSink = (span: Span) => void;

let sink: SpanSink | null = null;
const current = new AsyncLocalStorage<Span>();

/** Begins to trace, or ends it. Without a sink nothing is measured, kept or looked at. */
export const setSpanSink = (next: SpanSink | null): void => {
  sink = next;
};
export const isTracing = (): boolean => sink !== null;

/** The clock of the machine in nanoseconds, as OpenTelemetry counts; durations come out of the one that never jumps. */
const BEGAN = BigInt(Math.round(performance.timeOrigin * 1e6));
const nowNanos = (): bigint => BEGAN + BigInt(Math.round(performance.now() * 1e6));

interface SpanStart {
  kind?: SpanKind;
  facts?: SpanFacts;
  /** Where the trace began outside; what runs at the moment otherwise. */
  parent?: Pick<Span, 'traceId' | 'spanId'> | null;
}

export const startSpan = (name: string, { kind = 'internal', facts = {}, parent }: SpanStart = {}): Span => {
  const above = parent === undefined ? (current.getStore() ?? null) : parent;
  return {
    traceId: above?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentId: above?.spanId ?? null,
    name,
    kind,
    startedAt: nowNanos(),
    endedAt: 0n,
    facts: { ...facts },
    failed: false,
  };
};

export const endSpan = (span: Span): void => {
  span.endedAt = nowNanos();
  sink?.(span);
};

/** Runs something inside of a span: what it starts is below it. */
export const insideSpan = <T>(span: Span, work: () => T): T => current.run(span, work);

const runTraced = async <T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> => {
  try {
    return await insideSpan(span, () => work(span));
  } catch (error) {
    span.failed = true;
    throw error;
  } finally {
    endSpan(span);
  }
};

/** Work as a span. What failed is marked; why it did is for the log, as a message may name somebody. */
export const traced = <T>(name: string, work: (span: Span | null) => Promise<T>, start?: SpanStart): Promise<T> =>
  sink === null ? work(null) : runTraced(startSpan(name, start), work);

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** What a caller says that its trace is (W3C Trace Context); null where it says nothing, or nothing that is one. */
export const readTraceparent = (header: unknown): Pick<Span, 'traceId' | 'spanId'> | null => {
  const [, traceId, spanId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
};

/** The same for whoever is called from here; nothing while nothing is traced. */
export const traceHeaders = (): Record<string, string> => {
  const span = sink === null ? undefined : current.getStore();
  return span === undefined ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-01` };
};
