import { isAwaitingDelivery } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { findSuppression, suppressionHashes } from '../intake/suppression.ts';
import { putIntoBatch } from './batch.queries.ts';
import { type Carriers, NO_CARRIERS } from './carriers.ts';
import { type Credentials } from './credential.ts';
import { findDeliveryValues, findOpenEndpoint } from './read-lead.queries.ts';
import { type Sent, sendLead } from './send-lead.ts';
import { sendMailLead } from './send-mail-lead.ts';
import { findTask, finishTask, stopTask, storeTry } from './tries.queries.ts';

export interface DeliveryDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  http: OutboundHttp;
  credentials: Credentials;
  /** Delivery channels other than HTTP; none if omitted. */
  carriers?: Carriers | undefined;
}

interface Taken {
  ownerKey: number;
  leadKey: number;
  worker: string;
}

/** A lead whose worker ended this often without a result is not retried automatically. */
const MAX_TIMES = 5;

const notSent = (because: string): Sent => ({
  outcome: 'failed',
  // Neither the endpoint's fault nor fixed by waiting.
  reason: 'MAPPING_ERROR',
  httpStatus: null,
  durationMs: 0,
  request: '',
  response: '',
  reference: null,
  because,
});

/**
 * Sends a claimed lead and stores the result. No transaction is open while waiting for the client's system. A person suppressed since the
 * lead was accepted is not sent. If the worker dies meanwhile, the lead is claimed again: it may be sent twice, with the same
 * Idempotency-Key.
 */
export const deliverLead = async (
  { db, clock, secret, http, credentials, carriers = NO_CARRIERS }: DeliveryDeps,
  scope: Scope,
  taskId: Taken,
): Promise<Sent['outcome'] | 'dropped' | 'batched'> => {
  const { ownerKey, leadKey } = taskId;
  const read = await db.readScope(scope, async (tx) => {
    const task = await findTask(tx, taskId, 'read');
    if (task === undefined || task.endpointKey === null) return null;
    const endpoint = await findOpenEndpoint(tx, secret, ownerKey, task.endpointKey);
    const values = await findDeliveryValues(tx, secret, ownerKey, leadKey);
    const suppressed =
      values === null
        ? null
        : await findSuppression(tx, {
            ownerKey,
            clientKey: task.clientKey,
            hashes: suppressionHashes(secret, ownerKey, { email: values.email || null, phone: values.phone || null }),
            at: clock.now(),
          });
    return { task, endpoint, values, suppressed };
  });
  if (read === null || read.endpoint === null) return 'dropped';
  const { task, endpoint, values, suppressed } = read;
  const isOpen = isAwaitingDelivery(task.status);
  const { endpointKey, settings: how } = endpoint;
  if (isOpen && suppressed === null && how.method === 'FILE')
    return db.withScope(scope, async (tx) => {
      if ((await findTask(tx, taskId, 'locked')) === undefined) return 'dropped';
      await putIntoBatch(tx, { ownerKey, leadKey, endpointKey }, how.batch, clock.now());
      return 'batched';
    });
  const send = async (): Promise<Sent> => {
    if (values === null) return notSent('The person’s data were erased: there is nothing to send.');
    if (task.takenTimes > MAX_TIMES) return notSent('Sending it ended without a result several times.');
    const { settings, secret: credential, id } = endpoint;
    const { mayHaveArrived } = task;
    const sending = { settings, endpoint: id, secret: credential, values, url: settings.url, mayHaveArrived };
    return settings.method === 'EMAIL' ? sendMailLead(carriers, sending) : sendLead(http, credentials, sending);
  };
  const sent = isOpen && suppressed === null ? await send() : null;
  return db.withScope(scope, async (tx) => {
    const now = clock.now();
    const current = await findTask(tx, taskId, 'locked');
    // Another worker has claimed it meanwhile and resends it with the same key.
    if (current === undefined) return 'dropped';
    if (isOpen && suppressed !== null && isAwaitingDelivery(current.status)) {
      const { kind, listName } = suppressed;
      await stopTask(tx, current, `Not sent: the person’s ${kind} is on the suppression list “${listName}”.`, now);
      return 'dropped';
    }
    if (sent === null) {
      await finishTask(tx, ownerKey, leadKey, now);
      return 'dropped';
    }
    await storeTry(tx, current, sent, endpoint.version, now);
    return sent.outcome;
  });
};
