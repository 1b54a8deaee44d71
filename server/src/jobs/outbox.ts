import { sentSeconds, timed } from '../lib/process-metrics.ts';
import { traced } from '../lib/tracing/trace.ts';
import { repeat, type Repeated } from './repeat.ts';

export interface Outbox {
  /** Takes what is due and begins to send it; how many that were. */
  take: () => Promise<number>;
  /** Takes and sends until nothing is due; how many that were. */
  drain: () => Promise<number>;
  /** Waits for what is on its way. */
  settle: () => Promise<void>;
  isBusy: () => boolean;
}

interface OutboxOptions<Row> {
  /** What it is called among those that are counted. */
  queue: string;
  /** How many one process has on their way at once, whoever they go to. */
  mostAtOnce: number;
  /** Takes so many of what is due, for a while. */
  takeDue: (places: number) => Promise<readonly Row[]>;
  /** Sends one without a transaction and stores what came of it. */
  send: (row: Row) => Promise<unknown>;
  /** One that failed stays taken, and is taken again when that is over. */
  onFailure: (error: unknown, row: Row) => void;
}

/** Whoever sends may say in a word what came of it. */
const outcomeOf = (result: unknown): string => (typeof result === 'string' ? result : 'done');

/**
 * Rows of a table as a queue. The general job queue has two places, which two systems that hang would hold; here rows are taken
 * for a while, each receiver has places of its own, and several processes may do it at once.
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
  /** How long something may wait until somebody looks whether it is due. */
  pauseMs: number;
  /** The same while others are on their way: a receiver's place may be free any moment. */
  busyPauseMs: number;
}

/** Sends what is due as it comes. */
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
