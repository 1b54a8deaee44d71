import { type Span, type SpanSink } from './trace.ts';

export interface OtlpSettings {
  /** Base URL as OpenTelemetry defines it: traces are posted below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Timeout for the collector; longer in tests. */
  limitMs?: number;
}

export interface OtlpSender {
  take: SpanSink;
  /** Sends waiting spans immediately. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of waiting spans while the collector does not answer. Further ones are dropped: the product never waits for it. */
const MAX_WAITING = 4_096;
const BATCH = 512;
const PAUSE_MS = 2_000;
const LIMIT_MS = 10_000;

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const ERROR = 2;

const attributeOf = ([key, value]: [string, string | number]) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
});

const spanJson = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== null && { parentSpanId: span.parentId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: String(span.startedAt),
  endTimeUnixNano: String(span.endedAt),
  attributes: Object.entries(span.facts).map(attributeOf),
  ...(span.failed && { status: { code: ERROR } }),
});

/** Sends OTLP over HTTP as JSON, in batches. An unavailable collector loses spans, and has no other effect. */
export const openOtlpSender = (
  { endpoint, headers, serviceName, limitMs = LIMIT_MS }: OtlpSettings,
  onProblem: (error: unknown, lost: number) => void,
): OtlpSender => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const resource = { attributes: [attributeOf(['service.name', serviceName])] };
  let waiting: Span[] = [];
  let lost = 0;
  let sending: Promise<void> = Promise.resolve();

  const send = async (spans: readonly Span[]): Promise<void> => {
    const body = {
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'paceline' }, spans: spans.map(spanJson) }] }],
    };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(limitMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The collector of traces answered ${answer.status}`);
      if (lost > 0) onProblem(new Error('The collector of traces was too slow'), lost);
    } catch (error) {
      onProblem(error, spans.length + lost);
    }
    lost = 0;
  };
  const flush = (): Promise<void> => {
    const spans = waiting;
    waiting = [];
    for (let from = 0; from < spans.length; from += BATCH) {
      const batch = spans.slice(from, from + BATCH);
      sending = sending.then(() => send(batch));
    }
    return sending;
  };
  let isBusy = false;
  const tick = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    await flush();
    isBusy = false;
  };
  const timer = setInterval(() => void tick(), PAUSE_MS);
  timer.unref();
  return {
    take(span) {
      if (waiting.length >= MAX_WAITING) lost += 1;
      else waiting.push(span);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
};
