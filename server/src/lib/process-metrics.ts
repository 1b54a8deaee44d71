import { Counter, Histogram, type Metric } from 'prom-client';

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30];

/** Metrics of this process besides requests. Counted where the work happens, exposed at `/metrics`. */
export const jobSeconds = new Histogram({
  name: 'paceline_job_seconds',
  help: 'Time that a job took, by job and by whether it was done or failed',
  labelNames: ['job', 'outcome'],
  buckets: [...SECONDS, 120, 600],
  registers: [],
});
export const sentSeconds = new Histogram({
  name: 'paceline_sent_seconds',
  help: 'Time that sending one item of a queue took, by queue and by what came of it',
  labelNames: ['queue', 'outcome'],
  buckets: SECONDS,
  registers: [],
});
export const foldedTotal = new Counter({
  name: 'paceline_folded_total',
  help: 'Differences that were added to the rollups',
  labelNames: ['rollup'],
  registers: [],
});
export const lostSpansTotal = new Counter({
  name: 'paceline_lost_spans_total',
  help: 'Spans that could not be sent to the collector of traces',
  registers: [],
});

export const PROCESS_METRICS: readonly Metric[] = [jobSeconds, sentSeconds, foldedTotal, lostSpansTotal] as never;

/** Measures the duration and outcome of work. `outcomeOf` names the outcome; an exception counts as failed. */
export const timed = async <T>(
  histogram: Histogram,
  labels: Record<string, string>,
  work: () => Promise<T>,
  outcomeOf: (result: T) => string = () => 'done',
): Promise<T> => {
  const end = histogram.startTimer(labels);
  try {
    const result = await work();
    end({ outcome: outcomeOf(result) });
    return result;
  } catch (error) {
    end({ outcome: 'failed' });
    throw error;
  }
};
