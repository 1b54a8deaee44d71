import { timingSafeEqual } from 'node:crypto';
import { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { listPoolUse } from '../../db/connection/pool.ts';
import { listWaiting } from '../../db/waiting.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { PROCESS_METRICS } from '../../lib/process-metrics.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';

/** A scrape must not wait for an unresponsive database. */
const PATIENCE_MS = 3_000;

/** Queue lengths, queried at each scrape; whether the database answered is a metric too. */
const addWaiting = (registry: Registry, { db, clock }: { db: Database; clock: Clock }): (() => Promise<void>) => {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const items = gauge('paceline_waiting_items', 'How many wait, by queue', ['queue']);
  const oldest = gauge('paceline_waiting_seconds', 'For how long the oldest that is due has waited, by queue', [
    'queue',
  ]);
  const parked = gauge('paceline_parked_jobs', 'Jobs that failed too often and are not tried again, by job', ['job']);
  const stuck = gauge('paceline_stuck_deliveries', 'Leads that somebody has to look at before they can be delivered');
  const up = gauge('paceline_database_up', 'Whether the database answered when this was read');
  const look = async (): Promise<void> => {
    for (const one of [items, oldest, parked, stuck]) one.reset();
    const late = new Promise<never>((_, reject) => {
      AbortSignal.timeout(PATIENCE_MS).addEventListener('abort', () => reject(new Error('The database is late')));
    });
    try {
      for (const { queue, detail, items: count, oldestSeconds } of await Promise.race([
        listWaiting(db, clock.now()),
        late,
      ])) {
        if (queue === 'parked jobs') parked.set({ job: detail }, count);
        else if (queue === 'stuck deliveries') stuck.set(count);
        else items.set({ queue }, count);
        if (oldestSeconds !== null) oldest.set({ queue }, oldestSeconds);
      }
      up.set(1);
    } catch {
      up.set(0);
    }
  };
  return look;
};

const poolGauge = (): Gauge =>
  new Gauge({
    name: 'paceline_pool_connections',
    help: 'Connections to the database, by pool: how many there may be, are open and are idle, and how much work waits for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, max, open, idle, waiting } of listPoolUse())
        for (const [state, count] of Object.entries({ max, open, idle, waiting }))
          this.set({ pool: name, state }, count);
    },
  });

interface MetricsOptions {
  token: string | null;
  open: boolean;
  db: Database;
  clock: Clock;
}

/** One histogram by call, method and status: labelled with the call ID instead of the path, so that no record key becomes a label. */
export const addMetrics = (app: FastifyInstance, { token, open, db, clock }: MetricsOptions): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of [...PROCESS_METRICS, poolGauge()]) registry.registerMetric(metric);
  const lookAtWaiting = addWaiting(registry, { db, clock });
  const duration = new Histogram({
    name: 'paceline_call_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });

  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.callId;
    if (call !== undefined) duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  if (token === null && !open) return;
  app.get('/metrics', async (request, reply) => {
    const header = request.headers.authorization ?? '';
    if (token !== null && !timingSafeEqual(sha256(header), sha256(`Bearer ${token}`))) return reply.code(404).send();
    await lookAtWaiting();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
