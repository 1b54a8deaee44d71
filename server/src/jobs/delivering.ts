import { DELIVERY_SCHEDULE, STUCK_MINUTES } from '@paceline/contract';
import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger } from 'fastify';
import { type Clock } from '../lib/clock.ts';
import { type OutboundHttp } from '../lib/guarded-http.ts';
import { type Database } from '../db/scope/tx.ts';
import { type BatchId } from '../shared/delivery/batch.queries.ts';
import { type Carriers, NO_CARRIERS } from '../shared/delivery/carriers.ts';
import { openCredentials } from '../shared/delivery/credential.ts';
import { deliverBatch } from '../shared/delivery/deliver-batch.ts';
import { deliverLead } from '../shared/delivery/deliver-lead.ts';
import { markOverdue } from '../shared/delivery/tries.queries.ts';
import { openOutbox, type Outbox, repeatOutbox } from './outbox.ts';
import { repeat, type Repeated } from './repeat.ts';
import { systemScope } from './system-scope.ts';

const PAUSE_MS = 500;
const BUSY_PAUSE_MS = 100;
const MAX_AT_ONCE = 48;
/** How long a claimed lead counts as in flight: longer than any timeout, so that a dead worker's leads are resent within the minute. */
const TAKEN_SECONDS = 40;
const OVERDUE_BATCH = 500;
/** Maximum number of files one process sends at once. */
const MAX_BATCHES = 8;

interface DeliveringDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  http: OutboundHttp;
  log: Pick<FastifyBaseLogger, 'error'>;
  takenSeconds?: number;
  /** Delivery channels other than HTTP; none if omitted. */
  carriers?: Carriers | undefined;
}

interface Found {
  ownerKey: number;
  leadKey: number;
}

export interface Delivering extends Outbox {
  /** Marks overdue leads as stuck; returns how many. */
  markOverdue(): Promise<number>;
  /** Sends the files that are due in parallel; returns how many. */
  sendBatches(): Promise<number>;
}

export const openDelivering = ({
  db,
  clock,
  secret,
  http,
  log,
  takenSeconds = TAKEN_SECONDS,
  carriers = NO_CARRIERS,
}: DeliveringDeps): Delivering => {
  const worker = randomUUID();
  const credentials = openCredentials(http);
  const outbox = openOutbox<Found>({
    queue: 'deliveries',
    mostAtOnce: MAX_AT_ONCE,
    takeDue: (places) =>
      db.asNobody({
        name: 'take_deliveries',
        text: `select owner_key as "ownerKey", lead_key::int as "leadKey"
               from app.take_deliveries($1, $2, $3, make_interval(secs => $4), $5)`,
        values: [clock.now(), places, DELIVERY_SCHEDULE.atOnce, takenSeconds, worker],
      }),
    send: (task) =>
      deliverLead({ db, clock, secret, http, credentials, carriers }, systemScope(task.ownerKey), {
        ...task,
        worker,
      }),
    onFailure: (error, task) => log.error({ err: error, ...task }, 'delivery failed'),
  });

  return {
    ...outbox,
    async markOverdue() {
      const overdue = await db.asNobody<Found>({
        name: 'list_overdue_deliveries',
        text: 'select owner_key as "ownerKey", lead_key::int as "leadKey" from app.list_overdue_deliveries($1, $2, $3)',
        values: [clock.now(), STUCK_MINUTES.least, OVERDUE_BATCH],
      });
      let marked = 0;
      for (const [ownerKey, leads] of Map.groupBy(overdue, (one) => one.ownerKey))
        marked += await db.withScope(systemScope(ownerKey), (tx) =>
          markOverdue(
            tx,
            ownerKey,
            leads.map(({ leadKey }) => leadKey),
            clock.now(),
          ),
        );
      return marked;
    },
    async sendBatches() {
      const dueBatches = await db.asNobody<BatchId>({
        name: 'list_due_batches',
        text: `select owner_key as "ownerKey", endpoint_key as "endpointKey", batch_no as "batchNo" from app.list_due_batches($1, $2)`,
        values: [clock.now(), MAX_BATCHES],
      });
      // All due files are sent in parallel, so that one that hangs delays no other.
      await Promise.all(
        dueBatches.map(async (batch) => {
          try {
            await deliverBatch({ db, clock, secret }, carriers, systemScope(batch.ownerKey), worker, batch);
          } catch (error) {
            log.error({ err: error, ...batch }, 'delivery of a file failed');
          }
        }),
      );
      return dueBatches.length;
    },
  };
};

/** Sends leads as they come. Safe in several processes: each claims leads that no other has claimed. */
export const startDelivering = (deps: DeliveringDeps): Repeated => {
  const delivering = openDelivering(deps);
  const { log } = deps;
  const sending = repeatOutbox(delivering, { pauseMs: PAUSE_MS, busyPauseMs: BUSY_PAUSE_MS }, (error) =>
    log.error({ err: error }, 'delivering failed'),
  );
  const looking = repeat(
    async () => ((await delivering.markOverdue()) < OVERDUE_BATCH ? 10 * PAUSE_MS : 0),
    (error) => log.error({ err: error }, 'looking for overdue deliveries failed'),
  );
  const filing = repeat(
    async () => ((await delivering.sendBatches()) > 0 ? PAUSE_MS : 10 * PAUSE_MS),
    (error) => log.error({ err: error }, 'sending files of leads failed'),
  );
  return {
    stop: async () => {
      await Promise.all([sending.stop(), looking.stop(), filing.stop()]);
    },
  };
};
