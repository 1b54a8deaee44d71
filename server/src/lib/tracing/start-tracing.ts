import { type FastifyBaseLogger } from 'fastify';
import { lostSpansTotal } from '../process-metrics.ts';
import { type OtlpSettings } from './otlp-sender.ts';
import { setSpanSink } from './trace.ts';

export interface Tracing {
  /** Sends finished spans and waits for completion. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const NO_TRACING: Tracing = { flush: () => Promise.resolve(), stop: () => Promise.resolve() };

/** Sends spans to the configured collector; without settings the sender is not even loaded. */
export const startTracing = async (
  settings: OtlpSettings | null,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Tracing> => {
  if (settings === null) return NO_TRACING;
  const { openOtlpSender } = await import('./otlp-sender.ts');
  let isTold = false;
  const sender = openOtlpSender(settings, (error, lost) => {
    lostSpansTotal.inc(lost);
    // Logged once: a collector that is down for a night would fill the log.
    if (!isTold) log.warn({ err: error }, 'traces cannot be sent');
    isTold = true;
  });
  setSpanSink(sender.take);
  return {
    flush: () => sender.flush(),
    stop: async () => {
      setSpanSink(null);
      await sender.close();
    },
  };
};
