import { Logger } from '@graphile/logger';
import { type FastifyBaseLogger } from 'fastify';
import { run, type WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import { openQueue, type Queue } from '../db/connection/queue.ts';
import { jobSeconds, timed } from '../lib/process-metrics.ts';
import { traced } from '../lib/tracing/trace.ts';
import { type Job } from './define-job.ts';

const HEARTBEAT_MS = 15_000;

export interface Worker {
  /** Waits for running jobs, then stops. */
  stop(): Promise<void>;
}

interface WorkerOptions {
  ownerUrl: string;
  jobs: readonly Job[];
  log: FastifyBaseLogger;
  /** Schedules of recurring jobs in crontab syntax. */
  crontab?: string;
  heartbeatMs?: number;
}

const toQueueLog = (log: FastifyBaseLogger): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ worker: message }, 'job queue');
    else if (level === 'warning') log.warn({ worker: message }, 'job queue');
    else log.debug({ worker: message }, 'job queue');
  });

/** Writes our workers' heartbeat and releases the jobs of dead workers. The queue alone would wait four hours. */
const beat = async (queue: Queue, workerIds: ReadonlySet<string>, log: FastifyBaseLogger): Promise<void> => {
  try {
    await queue.beat([...workerIds]);
    const freed = await queue.freeDeadWorkers();
    if (freed.length > 0) log.warn({ workers: freed }, 'jobs of dead workers were given back');
  } catch (error) {
    log.error({ err: error }, 'heartbeat failed');
  }
};

const runCounted = ({ name, run: handle }: Job, payload: unknown): Promise<void> =>
  traced(`job ${name}`, () => timed(jobSeconds, { job: name }, () => handle(payload)), { parent: null });

export const startWorker = async ({
  ownerUrl,
  jobs,
  log,
  crontab = '',
  heartbeatMs = HEARTBEAT_MS,
}: WorkerOptions): Promise<Worker> => {
  const queue = openQueue(ownerUrl);
  const workerIds = new Set<string>();
  const events = new EventEmitter() as WorkerEvents;
  events.on('worker:create', ({ worker }) => void workerIds.add(worker.workerId));
  events.on('job:error', ({ job, error }) =>
    log.error({ err: error, job: job.task_identifier, id: job.id }, 'job failed'),
  );

  const runner = await run({
    pgPool: queue.pool,
    schema: 'graphile_worker',
    concurrency: 2,
    noHandleSignals: true,
    crontab,
    events,
    logger: toQueueLog(log),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => runCounted(job, payload)])),
  });
  await beat(queue, workerIds, log);
  const timer = setInterval(() => void beat(queue, workerIds, log), heartbeatMs);

  return {
    stop: async () => {
      clearInterval(timer);
      await runner.stop();
      await queue.leave([...workerIds]);
      await queue.close();
    },
  };
};
