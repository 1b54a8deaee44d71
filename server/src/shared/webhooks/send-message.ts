import { breakerOpenUntil, nextWebhookTry, WEBHOOK_SCHEDULE } from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { openWebhookSecret } from '../../lib/secrets/seal.ts';
import { webhookHeaders } from '../../lib/secrets/webhook-signature.ts';
import { judgeError } from '../delivery/judge-answer.ts';

export interface WebhookDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  http: OutboundHttp;
}

interface TakenMessage {
  ownerKey: number;
  messageKey: number;
  worker: string;
}

interface Message {
  webhookKey: number;
  messageId: string;
  event: string;
  data: unknown;
  createdAt: Date;
  url: string;
  sealed: Buffer;
  oldSealed: Buffer | null;
}

const MAX_RESPONSE = 500;
/** Postgres stores neither NUL nor lone surrogates. */
const storable = (text: string): string => text.slice(0, MAX_RESPONSE).toWellFormed().replaceAll('\0', '');

const ofTaken = ({ ownerKey, messageKey, worker }: TakenMessage) =>
  sql`m.owner_key = ${ownerKey} and m.message_key = ${messageKey} and m.taken_by = ${worker}::uuid`;

/** Null where another worker has claimed it meanwhile, or its webhook was deleted. */
const findMessage = async (tx: Tx, task: TakenMessage, now: Date): Promise<Message | undefined> => {
  const { rows } = await sql<Message>`
    select m.webhook_key as "webhookKey", m.message_id as "messageId", m.event, m.body as data, m.created_at as "createdAt", w.url,
           w.secret as sealed, case when w.old_secret_until > ${now} then w.old_secret end as "oldSealed"
    from webhook_message m join webhook w using (webhook_key)
    where ${ofTaken(task)} and m.due_at is not null and w.removed_at is null and w.paused_at is null
  `.execute(tx);
  return rows[0];
};

/** Beside those of the signature. */
export const MESSAGE_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Paceline' } as const;

/** Identical bytes on every attempt. */
export const messageBody = ({ event, createdAt, data }: Pick<Message, 'event' | 'createdAt' | 'data'>): string =>
  JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });

interface Sent {
  isTaken: boolean;
  httpStatus: number | null;
  durationMs: number;
  because: string;
  response: string;
}

const send = async ({ http, clock, secret }: WebhookDeps, message: Message): Promise<Sent> => {
  const { webhookKey, url, sealed, oldSealed } = message;
  const began = performance.now();
  const durationMs = (): number => Math.round(performance.now() - began);
  try {
    const body = messageBody(message);
    const secrets = [sealed, oldSealed].flatMap((one) =>
      one === null ? [] : [openWebhookSecret(secret, webhookKey, one)],
    );
    const signed = webhookHeaders({ id: `msg_${message.messageId}`, at: clock.now(), body, secrets });
    const answer = await http(
      {
        method: 'POST',
        url: new URL(url),
        headers: { ...MESSAGE_HEADERS, ...signed },
        body,
      },
      { signal: AbortSignal.timeout(WEBHOOK_SCHEDULE.timeLimitSeconds * 1000) },
    );
    const isTaken = answer.status >= 200 && answer.status < 300;
    const isRedirect = answer.status >= 300 && answer.status < 400;
    return {
      isTaken,
      httpStatus: answer.status,
      durationMs: durationMs(),
      because: isRedirect ? 'The address redirects; redirects are not followed' : `Answer ${answer.status}`,
      response: storable(answer.text),
    };
  } catch (error) {
    const { because } = judgeError(error);
    return { isTaken: false, httpStatus: null, durationMs: durationMs(), because: storable(because), response: '' };
  }
};

/** Stores the result of an attempt: on the message, in the log, and in the webhook's health. */
const store = async (tx: Tx, task: TakenMessage, sent: Sent, now: Date): Promise<void> => {
  const { rows } = await sql<{ webhookKey: number; tries: number; beganAt: Date; createdAt: Date }>`
    select m.webhook_key as "webhookKey", m.tries, m.began_at as "beganAt" from webhook_message m where ${ofTaken(task)} for update
  `.execute(tx);
  const [row] = rows;
  // Another worker has claimed it meanwhile and sends it again, with the same ID.
  if (row === undefined) return;
  const next = sent.isTaken ? null : nextWebhookTry(row.beganAt, now);
  const state = sent.isTaken ? 'delivered' : next === null ? 'failed' : 'waiting';
  await sql`
    update webhook_message m set tries = m.tries + 1, state = ${state}, due_at = ${next}, taken_by = null, taken_until = null
    where ${ofTaken(task)}
  `.execute(tx);
  await sql`
    insert into webhook_try (owner_key, message_key, attempt, at, outcome, http_status, duration_ms, because, response)
    values (${task.ownerKey}, ${task.messageKey}, ${row.tries + 1}, ${now}, ${sent.isTaken ? 'delivered' : 'failed'},
            ${sent.httpStatus}, ${sent.durationMs}, ${sent.because}, ${sent.response})
  `.execute(tx);
  if (sent.isTaken) {
    await sql`
      update webhook set failures_in_row = 0, last_success_at = ${now}, open_until = null where webhook_key = ${row.webhookKey}
    `.execute(tx);
    return;
  }
  const failed = await sql<{ failures: number }>`
    update webhook set failures_in_row = failures_in_row + 1, last_failure_at = ${now}, last_reason = ${sent.because}
    where webhook_key = ${row.webhookKey} returning failures_in_row as failures
  `.execute(tx);
  const openUntil = breakerOpenUntil(failed.rows[0]?.failures ?? 0, now);
  if (openUntil !== null)
    await sql`update webhook set open_until = ${openUntil} where webhook_key = ${row.webhookKey}`.execute(tx);
};

/**
 * Sends a claimed message and stores the result. No transaction is open while waiting for the receiver. If the worker dies meanwhile, the
 * message is claimed again and sent with the same ID.
 */
export const sendMessage = async (deps: WebhookDeps, scope: Scope, task: TakenMessage): Promise<void> => {
  const { db, clock } = deps;
  const message = await db.readScope(scope, (tx) => findMessage(tx, task, clock.now()));
  if (message === undefined) return;
  const sent = await send(deps, message);
  await db.withScope(scope, (tx) => store(tx, task, sent, clock.now()));
};
