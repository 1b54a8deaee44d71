import {
  type IntegrationGroup,
  type Webhook,
  WEBHOOK_LOG_ROWS,
  WEBHOOK_TEST_EVENT,
  type WebhookForm,
  type WebhookMessage,
  type WebhookTry,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const listWebhooks = async (tx: Tx, now: Date): Promise<Webhook[]> => {
  const { rows } = await sql<Webhook>`
    select w.webhook_key as "webhookKey", w.name, w.url, w.events, w.user_group as "group",
           case when not u.active then 'suspended' when w.paused_at is not null then 'paused'
                when w.open_until > ${now} then 'waiting' else 'active' end as state,
           o.keys as "ownerKeys", o.names as owners, cardinality(w.owner_keys) - cardinality(o.names) as "otherOwners",
           u.first_name || ' ' || u.last_name as "createdBy", w.row_version as "rowVersion", w.failures_in_row as "failuresInRow",
           ${iso('w.last_success_at')} as "lastSuccessAt", ${iso('w.last_failure_at')} as "lastFailureAt", w.last_reason as "lastReason",
           case when w.open_until > ${now} then ${iso('w.open_until')} end as "openUntil", m.waiting, m.failed,
           ${iso('w.secret_set_at')} as "secretSetAt",
           case when w.old_secret_until > ${now} then ${iso('w.old_secret_until')} end as "oldSecretUntil"
    from webhook w
    join user_account u on u.user_key = w.user_key
    cross join lateral (
      select coalesce(array_agg(name order by name), '{}') as names, coalesce(array_agg(owner_key order by name), '{}') as keys
      from owner where owner_key = any (w.owner_keys)
    ) o
    cross join lateral (
      select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'failed')::int as failed
      from webhook_message where webhook_key = w.webhook_key
    ) m
    where w.removed_at is null order by w.webhook_key desc
  `.execute(tx);
  return rows;
};

export interface StoredWebhook {
  webhookKey: number;
  rowVersion: number;
  group: IntegrationGroup;
  url: string;
  name: string;
  events: string[];
  ownerKeys: number[];
  secret: Buffer | null;
}

/** Locked until the transaction ends. */
export const lockWebhook = async (tx: Tx, webhookKey: number): Promise<StoredWebhook | undefined> => {
  const { rows } = await sql<StoredWebhook>`
    select webhook_key as "webhookKey", row_version as "rowVersion", user_group as "group", url, name, events, owner_keys as "ownerKeys", secret
    from webhook where webhook_key = ${webhookKey} and removed_at is null for update
  `.execute(tx);
  return rows[0];
};

type Fields = Pick<WebhookForm, 'name' | 'url' | 'events' | 'ownerKeys'>;

export const insertWebhook = async (
  tx: Tx,
  { name, url, events, ownerKeys }: Fields,
  by: { userKey: number | null; group: IntegrationGroup; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
    values (${by.userKey}, ${by.group}, ${ownerKeys}, ${name}, ${url}, ${events}, ${by.at}, ${by.at}) returning webhook_key as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

/** Another address starts with a clean record: failures of the old one do not count for it. */
export const updateWebhook = (tx: Tx, webhookKey: number, fields: Fields, userKey: number | null): Promise<unknown> =>
  sql`
    update webhook set name = ${fields.name}, events = ${fields.events}, owner_keys = ${fields.ownerKeys}, user_key = ${userKey},
      failures_in_row = case when url = ${fields.url} then failures_in_row else 0 end,
      open_until = case when url = ${fields.url} then open_until end, url = ${fields.url}, row_version = row_version + 1
    where webhook_key = ${webhookKey}
  `.execute(tx);

export const updateSecret = (
  tx: Tx,
  webhookKey: number,
  secrets: { sealed: Buffer; oldSealed: Buffer | null; oldUntil: Date | null; at: Date },
): Promise<unknown> =>
  sql`
    update webhook set secret = ${secrets.sealed}, secret_set_at = ${secrets.at}, old_secret = ${secrets.oldSealed},
      old_secret_until = ${secrets.oldUntil}
    where webhook_key = ${webhookKey}
  `.execute(tx);

export const updatePaused = (tx: Tx, webhookKey: number, pausedAt: Date | null): Promise<unknown> =>
  sql`update webhook set paused_at = ${pausedAt}, row_version = row_version + 1 where webhook_key = ${webhookKey}`.execute(
    tx,
  );

/** Deletes its secrets at once; its log is pruned by age. */
export const updateRemoved = (tx: Tx, webhookKey: number, at: Date): Promise<unknown> =>
  sql`update webhook set removed_at = ${at}, secret = null, old_secret = null where webhook_key = ${webhookKey}`.execute(
    tx,
  );

export const insertTestMessage = async (tx: Tx, webhookKey: number, ownerKey: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
    values (${ownerKey}, ${webhookKey}, ${WEBHOOK_TEST_EVENT}, jsonb_build_object('ownerKey', ${ownerKey}::int), ${now}, ${now}, ${now})
    returning message_key::int as key
  `.execute(tx);
  return rows[0]?.key ?? 0;
};

/** Sends messages again with the first retry delay, under the same ids. Those being sent stay as they are. */
export const replayMessages = async (
  tx: Tx,
  webhookKey: number,
  which: { messageKeys: readonly number[] } | { failedSince: Date },
  now: Date,
): Promise<number> => {
  const condition =
    'messageKeys' in which
      ? sql`message_key = any (${[...which.messageKeys]})`
      : sql`state = 'failed' and created_at >= ${which.failedSince}`;
  const { numAffectedRows = 0n } = await sql`
    update webhook_message set state = 'waiting', began_at = ${now}, due_at = ${now}
    where webhook_key = ${webhookKey} and ${condition} and (taken_until is null or taken_until < clock_timestamp())
  `.execute(tx);
  // A user says the webhook works again: the first message is sent without waiting for the breaker.
  await sql`update webhook set open_until = ${now} where webhook_key = ${webhookKey} and open_until > ${now}`.execute(
    tx,
  );
  return Number(numAffectedRows);
};

export const listMessages = async (
  tx: Tx,
  webhookKey: number,
  { before, state }: { before?: number | undefined; state?: string | undefined },
): Promise<WebhookMessage[]> => {
  const { rows } = await sql<WebhookMessage>`
    select m.message_key::int as "messageKey", 'msg_' || m.message_id as "messageId", m.event, o.name as "ownerName", m.state, m.tries,
           ${iso('m.created_at')} as "createdAt", ${iso('m.due_at')} as "nextTryAt", t.http_status::int as "lastStatus",
           t.because as "lastBecause"
    from webhook_message m
    join owner o on o.owner_key = m.owner_key
    left join webhook_try t on t.owner_key = m.owner_key and t.message_key = m.message_key and t.attempt = m.tries
    where m.webhook_key = ${webhookKey} and m.message_key < ${before ?? 2_147_483_647} and (${state ?? null}::text is null or m.state = ${state ?? null})
    order by m.message_key desc limit ${WEBHOOK_LOG_ROWS + 1}
  `.execute(tx);
  return rows;
};

export const findStoredMessage = async (tx: Tx, webhookKey: number, messageKey: number) => {
  const { rows } = await sql<{ messageId: string; event: string; data: unknown; createdAt: Date; url: string }>`
    select m.message_id as "messageId", m.event, m.body as data, m.created_at as "createdAt", w.url
    from webhook_message m join webhook w using (webhook_key)
    where m.webhook_key = ${webhookKey} and m.message_key = ${messageKey}
  `.execute(tx);
  return rows[0];
};

export const listTries = async (tx: Tx, messageKey: number): Promise<WebhookTry[]> => {
  const { rows } = await sql<WebhookTry>`
    select attempt, ${iso('at')} as at, outcome, http_status::int as "httpStatus", duration_ms as "durationMs", because, response
    from webhook_try where message_key = ${messageKey} order by attempt desc limit 100
  `.execute(tx);
  return rows;
};
