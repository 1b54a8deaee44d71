import { sentSeconds, timed } from '../lib/process-metrics.ts';
import { traced } from '../lib/tracing/trace.ts';
import { repeat, type Repeated } from './repeat.ts';

export interface Outbox {
  /** Claims due rows and starts sending them; returns how many. */
  take: () => Promise<number>;
  /** Claims and sends until nothing is due; returns how many. */
  drain: () => Promise<number>;
  /** Waits for rows in flight. */
  settle: () => Promise<void>;
  isBusy: () => boolean;
}

interface OutboxOptions<Row> {
  /** Name of the queue in the metrics. */
  queue: string;
  /** Maximum number in flight per process, over all receivers. */
  mostAtOnce: number;
  /** Claims up to this many due rows for a limited time. */
  takeDue: (places: number) => Promise<readonly Row[]>;
  /** Sends one row outside any transaction and stores the result. */
  send: (row: Row) => Promise<unknown>;
  /** A row that failed stays claimed until its claim expires, and is then retried. */
  onFailure: (error: unknown, row: Row) => void;
}

/** A sender may return the outcome as a word. */
const outcomeOf = (result: unknown): string => (typeof result === 'string' ? result : 'done');

/**
 * A table's rows as a queue. The general job queue has two slots, which two hanging systems would block; here rows are claimed for a
 * limited time, each receiver has slots of its own, and several processes may work in parallel.
 */
export const openOutbox = <Row>({ queue, mostAtOnce, takeDue, send, onFailure }: OutboxOptions<Row>): Outbox => {
  const sendCounted = (row: Row): Promise<unknown> =>
    traced(`send ${queue}`, () => timed(sentSeconds, { queue }, () => send(row), outcomeOf), { parent: null });
  const onTheirWay = new Set<Promise<unknown>>();
  const take = async (): Promise<number> => {
    const places = mostAtOnce - onTheirWay.size;
    if (places <= 0) return 0;
    const batch = await takeDue(places);
    for (const row of batch) {
      const sending: Promise<unknown> = sendCounted(row)
        .catch((error: unknown) => onFailure(error, row))
        .finally(() => onTheirWay.delete(sending));
      onTheirWay.add(sending);
    }
    return batch.length;
  };
  const settle = async (): Promise<void> => void (await Promise.all(onTheirWay));
  return {
    take,
    settle,
    isBusy: () => onTheirWay.size > 0,
    async drain() {
      let sent = 0;
      for (;;) {
        const batch = await take();
        await settle();
        if (batch === 0) return sent;
        sent += batch;
      }
    },
  };
};

interface Pauses {
  /** Polling interval. */
  pauseMs: number;
  /** Polling interval while rows are in flight: a receiver's slot may become free any moment. */
  busyPauseMs: number;
}

/** Sends due rows repeatedly. */
export const repeatOutbox = (
  outbox: Outbox,
  { pauseMs, busyPauseMs }: Pauses,
  onFailure: (error: unknown) => void,
): Repeated => {
  const repeated = repeat(
    async () => ((await outbox.take()) > 0 ? 0 : outbox.isBusy() ? busyPauseMs : pauseMs),
    onFailure,
  );
  return {
    stop: async () => {
      await repeated.stop();
      await outbox.settle();
    },
  };
};
