import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type SpanKind = 'internal' | 'server' | 'client';
/** Our own names and numbers only: never user input. */
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

/** Receives finished spans. It must neither block nor throw. */
export type SpanSink = (span: Span) => void;

let sink: SpanSink | null = null;
const current = new AsyncLocalStorage<Span>();

/** Starts or stops tracing. Without a sink nothing is measured or stored. */
export const setSpanSink = (next: SpanSink | null): void => {
  sink = next;
};
export const isTracing = (): boolean => sink !== null;

/** The machine's clock in nanoseconds since the epoch, as OpenTelemetry counts; durations use the monotonic clock. */
const BEGAN = BigInt(Math.round(performance.timeOrigin * 1e6));
const nowNanos = (): bigint => BEGAN + BigInt(Math.round(performance.now() * 1e6));

interface SpanStart {
  kind?: SpanKind;
  facts?: SpanFacts;
  /** The caller's span from a request header; by default the current span. */
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

/** Runs work inside a span: spans that it starts become its children. */
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

/** Runs work as a span. Failures are marked, but the reason is only logged, as a message may contain personal data. */
export const traced = <T>(name: string, work: (span: Span | null) => Promise<T>, start?: SpanStart): Promise<T> =>
  sink === null ? work(null) : runTraced(startSpan(name, start), work);

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Parses a caller's `traceparent` (W3C Trace Context); null where missing or invalid. */
export const readTraceparent = (header: unknown): Pick<Span, 'traceId' | 'spanId'> | null => {
  const [, traceId, spanId] = (typeof header === 'string' && TRACEPARENT.exec(header)) || [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
};

/** The `traceparent` header for outgoing requests; empty while tracing is off. */
export const traceHeaders = (): Record<string, string> => {
  const span = sink === null ? undefined : current.getStore();
  return span === undefined ? {} : { traceparent: `00-${span.traceId}-${span.spanId}-01` };
};
