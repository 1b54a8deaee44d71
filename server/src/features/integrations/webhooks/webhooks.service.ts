import {
  isEventFor,
  type CallBody,
  type Webhook,
  WEBHOOK_LOG_ROWS,
  type WebhookForm,
  type WebhookMessage,
  type webhookReplay,
  type WebhookTry,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { sealWebhookSecret } from '../../../lib/secrets/seal.ts';
import { newWebhookSecret, webhookHeaders } from '../../../lib/secrets/webhook-signature.ts';
import { audit } from '../../../shared/audit.ts';
import { CREDENTIAL, curlCommand, safeRequest } from '../../../shared/curl.rules.ts';
import { MESSAGE_HEADERS, messageBody } from '../../../shared/webhooks/send-message.ts';
import { assertMayIntegrate } from '../may-integrate.ts';
import {
  findStoredMessage,
  insertTestMessage,
  insertWebhook,
  listMessages,
  listTries,
  listWebhooks,
  lockWebhook,
  replayMessages,
  type StoredWebhook,
  updatePaused,
  updateRemoved,
  updateSecret,
  updateWebhook,
} from './webhooks.queries.ts';

export interface WebhookFeatureDeps {
  db: Database;
  clock: Clock;
  secret: Buffer;
  addressProblem: (url: string) => Promise<string | null>;
}
interface WebhookCaller {
  scope: Scope;
  origin: Origin;
  session: Session;
}

const HOUR_MS = 3_600_000;
const ENTITY = 'webhook';

const refuse = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'value', message }] });

export const readWebhooks = (
  { db, clock }: WebhookFeatureDeps,
  { scope, session }: WebhookCaller,
): Promise<Webhook[]> => {
  assertMayIntegrate(session);
  return db.readScope(scope, (tx) => listWebhooks(tx, clock.now()));
};

/** Changes a webhook that the caller sees, with an audit entry under its name. */
const change = <T>(
  { db, clock }: WebhookFeatureDeps,
  { scope, origin, session }: WebhookCaller,
  webhookKey: number,
  action: string,
  work: (tx: Tx, webhook: StoredWebhook, now: Date) => Promise<{ answer: T; after?: object }>,
): Promise<T> => {
  assertMayIntegrate(session);
  return db.withScope(scope, async (tx) => {
    const webhook = await lockWebhook(tx, webhookKey);
    if (webhook === undefined) throw new AppError('NOT_FOUND');
    const now = clock.now();
    const { answer, after = {} } = await work(tx, webhook, now);
    const entry = { action, entity: ENTITY, entityKey: webhookKey, after: { name: webhook.name, ...after } };
    await audit(tx, scope, origin, now, entry);
    return answer;
  });
};

/** The agency pauses and removes its clients' webhooks; their addresses and secrets belong to the client. */
const assertOwnGroup = ({ group }: StoredWebhook, { session }: WebhookCaller): void => {
  if (group !== session.group) throw new AppError('FORBIDDEN');
};

const setSecret = async (
  tx: Tx,
  installation: Buffer,
  webhookKey: number,
  secrets: { oldSealed: Buffer | null; oldUntil: Date | null; at: Date },
): Promise<string> => {
  const secret = newWebhookSecret();
  await updateSecret(tx, webhookKey, { ...secrets, sealed: sealWebhookSecret(installation, webhookKey, secret) });
  return secret;
};

export const saveWebhook = async (
  deps: WebhookFeatureDeps,
  caller: WebhookCaller,
  form: WebhookForm,
): Promise<{ webhookKey: number; secret: string | null }> => {
  const { scope, origin, session } = caller;
  const group = assertMayIntegrate(session);
  if (form.ownerKeys.some((key) => !session.ownerKeys.includes(key))) throw new AppError('NOT_FOUND');
  if (!form.events.every((event) => isEventFor(event, group))) throw refuse('events', 'One of them is the agency’s.');
  const problem = await deps.addressProblem(form.url);
  if (problem !== null) throw refuse('url', problem);
  const { name, url } = form;
  const fields = { name, url, events: [...new Set(form.events)], ownerKeys: [...new Set(form.ownerKeys)] };
  const { webhookKey } = form;
  if (webhookKey !== null)
    return change(deps, caller, webhookKey, 'save', async (tx, webhook) => {
      assertOwnGroup(webhook, caller);
      if (form.rowVersion !== webhook.rowVersion) throw new AppError('STALE_ROW');
      // Owners the caller does not see stay: only those who see them can remove them.
      const others = webhook.ownerKeys.filter((key) => !session.ownerKeys.includes(key));
      if (others.length > 0)
        throw refuse('ownerKeys', 'It is for owners that you do not work on. Somebody who does can change it.');
      await updateWebhook(tx, webhookKey, fields, scope.userKey);
      return { answer: { webhookKey, secret: null }, after: fields };
    });
  return deps.db.withScope(scope, async (tx) => {
    const at = deps.clock.now();
    const webhook = await insertWebhook(tx, fields, { userKey: scope.userKey, group, at });
    const secret = await setSecret(tx, deps.secret, webhook, { oldSealed: null, oldUntil: null, at });
    await audit(tx, scope, origin, at, { action: 'make', entity: ENTITY, entityKey: webhook, after: fields });
    return { webhookKey: webhook, secret };
  });
};

export const rotateSecret = (
  deps: WebhookFeatureDeps,
  caller: WebhookCaller,
  { webhookKey, overlapHours }: { webhookKey: number; overlapHours: number },
): Promise<{ secret: string }> =>
  change(deps, caller, webhookKey, 'rotate', async (tx, webhook, at) => {
    assertOwnGroup(webhook, caller);
    const { secret: oldSealed } = webhook;
    const oldUntil = new Date(at.getTime() + overlapHours * HOUR_MS);
    const secret = await setSecret(tx, deps.secret, webhookKey, { oldSealed, oldUntil, at });
    return { answer: { secret }, after: { oldUntil } };
  });

export const pauseWebhook = (
  deps: WebhookFeatureDeps,
  caller: WebhookCaller,
  { webhookKey, isPaused }: { webhookKey: number; isPaused: boolean },
): Promise<null> =>
  change(deps, caller, webhookKey, isPaused ? 'pause' : 'resume', async (tx, _, now) => {
    await updatePaused(tx, webhookKey, isPaused ? now : null);
    return { answer: null };
  });

export const removeWebhook = (deps: WebhookFeatureDeps, caller: WebhookCaller, webhookKey: number): Promise<null> =>
  change(deps, caller, webhookKey, 'remove', async (tx, _, now) => {
    await updateRemoved(tx, webhookKey, now);
    return { answer: null };
  });

export const testWebhook = (
  deps: WebhookFeatureDeps,
  caller: WebhookCaller,
  webhookKey: number,
): Promise<{ messageKey: number }> =>
  change(deps, caller, webhookKey, 'test', async (tx, { ownerKeys }, now) => {
    const ownerKey = ownerKeys.find((key) => caller.session.ownerKeys.includes(key));
    if (ownerKey === undefined) throw new AppError('NOT_FOUND');
    return { answer: { messageKey: await insertTestMessage(tx, webhookKey, ownerKey, now) } };
  });

export const replay = (
  deps: WebhookFeatureDeps,
  caller: WebhookCaller,
  { webhookKey, ...which }: CallBody<typeof webhookReplay>,
): Promise<{ replayed: number }> =>
  change(deps, caller, webhookKey, 'replay', async (tx, _, now) => {
    const chosen = 'messageKeys' in which ? which : { failedSince: new Date(which.failedSince) };
    const replayed = await replayMessages(tx, webhookKey, chosen, now);
    return { answer: { replayed }, after: { replayed } };
  });

/** Not found unless the caller sees the webhook itself: an owner's messages may belong to another maker's webhook. */
const assertSeen = async (tx: Tx, webhookKey: number, now: Date): Promise<void> => {
  const seen = await listWebhooks(tx, now);
  if (!seen.some((one) => one.webhookKey === webhookKey)) throw new AppError('NOT_FOUND');
};

export const readMessages = (
  { db, clock }: WebhookFeatureDeps,
  { scope, session }: WebhookCaller,
  webhookKey: number,
  which: { before?: number | undefined; state?: string | undefined },
): Promise<{ rows: WebhookMessage[]; hasMore: boolean }> => {
  assertMayIntegrate(session);
  return db.readScope(scope, async (tx) => {
    await assertSeen(tx, webhookKey, clock.now());
    const rows = await listMessages(tx, webhookKey, which);
    return { rows: rows.slice(0, WEBHOOK_LOG_ROWS), hasMore: rows.length > WEBHOOK_LOG_ROWS };
  });
};

/** The message to try out a receiver by hand: with the headers of an attempt made now, its signature left out. */
const commandOf = ({ messageId, url }: { messageId: string; url: string }, body: string, now: Date): string => {
  const signed = webhookHeaders({ id: `msg_${messageId}`, at: now, body, secrets: [] });
  const headers = { ...MESSAGE_HEADERS, ...signed, 'webhook-signature': CREDENTIAL };
  const written = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return curlCommand(safeRequest({ method: 'POST', url, headers: written, body }));
};

export const readMessage = (
  { db, clock }: WebhookFeatureDeps,
  { scope, session }: WebhookCaller,
  webhookKey: number,
  messageKey: number,
): Promise<{ body: string; command: string; tries: WebhookTry[] }> => {
  assertMayIntegrate(session);
  return db.readScope(scope, async (tx) => {
    await assertSeen(tx, webhookKey, clock.now());
    const message = await findStoredMessage(tx, webhookKey, messageKey);
    if (message === undefined) throw new AppError('NOT_FOUND');
    const body = messageBody(message);
    return { body, command: commandOf(message, body, clock.now()), tries: await listTries(tx, messageKey) };
  });
};
