import { WEBHOOK_SCHEDULE } from '@paceline/contract';
import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger } from 'fastify';
import { sendMessage, type WebhookDeps } from '../shared/webhooks/send-message.ts';
import { openOutbox, type Outbox, repeatOutbox } from './outbox.ts';
import { type Repeated } from './repeat.ts';
import { systemScope } from './system-scope.ts';

const PAUSE_MS = 1_000;
const BUSY_PAUSE_MS = 200;
const MAX_AT_ONCE = 24;
/** How long a claimed message counts as in flight: longer than its timeout. */
const TAKEN_SECONDS = 30;

interface SendingWebhooksDeps extends WebhookDeps {
  log: Pick<FastifyBaseLogger, 'error'>;
  takenSeconds?: number;
}

interface Found {
  ownerKey: number;
  messageKey: number;
}

/** Sends messages as leads are sent: every webhook has slots of its own. */
export const openSendingWebhooks = (deps: SendingWebhooksDeps): Outbox => {
  const { db, clock, log, takenSeconds = TAKEN_SECONDS } = deps;
  const worker = randomUUID();
  return openOutbox<Found>({
    queue: 'webhooks',
    mostAtOnce: MAX_AT_ONCE,
    takeDue: (places) =>
      db.asNobody({
        name: 'take_webhooks',
        text: `select owner_key as "ownerKey", message_key::int as "messageKey"
               from app.take_webhooks($1, $2, $3, make_interval(secs => $4), $5)`,
        values: [clock.now(), places, WEBHOOK_SCHEDULE.atOnce, takenSeconds, worker],
      }),
    send: (message) => sendMessage(deps, systemScope(message.ownerKey), { ...message, worker }),
    onFailure: (error, message) => log.error({ err: error, ...message }, 'sending a webhook failed'),
  });
};

export const startSendingWebhooks = (deps: SendingWebhooksDeps): Repeated =>
  repeatOutbox(openSendingWebhooks(deps), { pauseMs: PAUSE_MS, busyPauseMs: BUSY_PAUSE_MS }, (error) =>
    deps.log.error({ err: error }, 'sending webhooks failed'),
  );
