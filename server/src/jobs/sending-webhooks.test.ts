import {
  campaignStatusSave,
  type Permission,
  type Webhook,
  webhookList,
  type WebhookMessage,
  webhookMessageGet,
  webhookMessageList,
  webhookPause,
  webhookReplay,
  webhookRotate,
  webhookSave,
  webhookTest,
} from '@paceline/contract';
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guardedHttp, outboundHttp, type OutboundHttp } from '../lib/guarded-http.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../testing/app.ts';
import { makeValidLead } from '../testing/factories/delivery-factories.ts';
import { makeCampaign } from '../testing/factories/factories.ts';
import { type Received, useSink } from '../testing/servers/sink.ts';
import { openSendingWebhooks } from './sending-webhooks.ts';

const log: string[] = [];
const harness = useApp({ log: { write: (line: string) => log.push(line) } as never });
const sink = useSink();
const MINUTE = 60_000;
const RIGHTS: Permission[] = ['admin:Settings', 'leadanalyzer:Export', 'campaigns:Status'];
let mine: { ownerKey: number; campaignKey: number };
let second: { ownerKey: number; campaignKey: number };
let agency: SignedIn;
let client: SignedIn;

const plain = outboundHttp(new Agent());
const sending = (http: OutboundHttp = plain, takenSeconds = 30) =>
  openSendingWebhooks({
    db: harness.db,
    clock: harness.clock,
    secret: TEST_SECRET,
    http,
    takenSeconds,
    log: { error: (...args: unknown[]) => expect(args).toEqual([]) },
  });

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    mine = await makeCampaign(tx);
    second = await makeCampaign(tx);
  });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  sink.received.length = 0;
  const write = (text: string) => harness.asMigrator((tx) => sql.raw(text).execute(tx));
  await write('update webhook set removed_at = now()');
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey, second.ownerKey], permissions: RIGHTS });
  client = await harness.signedIn('cl', { owners: [mine.ownerKey], permissions: RIGHTS });
});

/** Only https URLs can be saved; this test's receiver replaces them. */
const make = async (path: string, over: { events?: string[]; ownerKeys?: number[] } = {}, as = agency) => {
  const form = {
    webhookKey: null,
    rowVersion: null,
    name: 'CRM',
    url: 'https://93.184.216.34/hook',
    events: ['lead.status'] as never,
    ownerKeys: [mine.ownerKey],
    ...(over as object),
  };
  const { body } = await harness.call(webhookSave, as, { body: form });
  const webhook = body.data as { webhookKey: number; secret: string };
  await harness.asMigrator((tx) =>
    sql`update webhook set url = ${sink.origin + path} where webhook_key = ${webhook.webhookKey}`.execute(tx),
  );
  return webhook;
};
const leadBecomes = ({ ownerKey, campaignKey }: typeof mine, status: string) =>
  harness.asMigrator(async (tx) => {
    const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey, campaignKey, at: harness.clock.now() });
    await sql`
      insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status, reasons, note)
      values (${ownerKey}, ${capturedDate}, ${leadKey}, ${harness.clock.now()}, 'VAL', ${status}, '{TIMEOUT}', 'Call Ann at 614 555 0142')
    `.execute(tx);
    return { leadKey, capturedDate };
  });
/** Verifies the signature as the convention describes it, independently of our signing code. */
const isSignedWith = ({ headers, body }: Received, secret: string): boolean => {
  const [id, at] = [headers['webhook-id'] as string, headers['webhook-timestamp'] as string];
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(Buffer.from(`${id}.${at}.${body}`, 'utf8'))
    .digest('base64');
  return (headers['webhook-signature'] as string).split(' ').includes(`v1,${expected}`);
};
const messagesOf = async (webhookKey: number, as = agency) =>
  ((await harness.call(webhookMessageList, as, { params: { webhookKey } })).body.data as { rows: WebhookMessage[] })
    .rows;
const webhooks = async (as = agency) => (await harness.call(webhookList, as)).body.data as Webhook[];
const payloads = (path = '/ok') =>
  sink.at(path).map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

test('a lead’s status change reaches the webhook, signed, without the person or the note', async () => {
  const { webhookKey, secret } = await make('/ok');
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { leadKey } = await leadBecomes(mine, 'DLV');
  expect(await sending().drain()).toBe(1);
  const [request] = sink.at('/ok');
  expect(isSignedWith(request!, secret)).toBe(true);
  expect(isSignedWith({ ...request!, body: `${request!.body} ` }, secret)).toBe(false);
  expect(Number(request!.headers['webhook-timestamp'])).toBe(TEST_NOW.getTime() / 1000);
  const { data, ...rest } = payloads()[0]!;
  expect(rest).toEqual({ type: 'lead.status', timestamp: TEST_NOW.toISOString() });
  expect(data).toMatchObject({ ownerKey: mine.ownerKey, leadKey, from: 'VAL', to: 'DLV', reasons: ['TIMEOUT'] });
  expect(Object.keys(data).toSorted()).toEqual([
    'campaignKey',
    'campusKey',
    'clientKey',
    'from',
    'leadId',
    'leadKey',
    'ownerKey',
    'partnerKey',
    'reasons',
    'to',
  ]);
  const [message] = await messagesOf(webhookKey);
  expect(message).toMatchObject({
    state: 'delivered',
    tries: 1,
    lastStatus: 200,
    messageId: request!.headers['webhook-id'],
  });
  const { body } = await harness.call(webhookMessageGet, agency, {
    params: { webhookKey, messageKey: message!.messageKey },
  });
  expect((body.data as { body: string }).body).toBe(request!.body);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ row: string }>`
      select to_jsonb(w)::text as row from webhook w union all select to_jsonb(a)::text from audit_log a`.execute(tx),
  );
  expect(JSON.stringify([rows, await webhooks(), log])).not.toContain(secret.slice(6, 40));
});

test('webhooks get events of their own owners; a client’s of leads meant for it, without the partner', async () => {
  await make('/agency', { ownerKeys: [second.ownerKey] });
  const { webhookKey } = await make('/client', {}, client);
  sink.answers.set('/agency', (response) => response.end());
  sink.answers.set('/client', (response) => response.end());
  await leadBecomes(mine, 'DLV');
  await leadBecomes(mine, 'SCR');
  await leadBecomes(second, 'SCR');
  await sending().drain();
  expect(payloads('/agency').map(({ data }) => [data['ownerKey'], data['to']])).toEqual([[second.ownerKey, 'SCR']]);
  expect(payloads('/client').map(({ data }) => [data['ownerKey'], data['to'], 'partnerKey' in data])).toEqual([
    [mine.ownerKey, 'DLV', false],
  ]);
  expect((await webhooks(client)).map((one) => one.webhookKey)).toEqual([webhookKey]);
  const stranger = await harness.signedIn('cl', { owners: [second.ownerKey], permissions: RIGHTS });
  const params = { webhookKey };
  expect((await harness.call(webhookMessageList, stranger, { params })).status).toBe(404);
  expect((await harness.call(webhookRotate, agency, { body: params })).body.code).toBe('FORBIDDEN');
  // After the creator leaves, new events are not sent to anybody, and waiting messages are not sent either.
  await leadBecomes(mine, 'STK');
  await harness.asMigrator((tx) =>
    sql`update user_account set active = false where user_key = ${client.userKey}`.execute(tx),
  );
  await leadBecomes(mine, 'STK');
  expect(await sending().drain()).toBe(0);
  expect((await messagesOf(webhookKey)).map(({ state }) => state)).toEqual(['waiting', 'delivered']);
});

test('milestones, campaign statuses and caps', async () => {
  await make('/ok', { events: ['lead.milestone', 'campaign.status', 'campaign.cap'] });
  const { leadKey, capturedDate } = await leadBecomes(mine, 'DLV');
  await harness.asMigrator(async (tx) => {
    await sql`call app.ensure_months('lead_milestone', ${capturedDate}::date, ${capturedDate}::date)`.execute(tx);
    await sql`
      insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at)
      values (${mine.ownerKey}, ${capturedDate}, ${leadKey}, 'ENROLLMENT', '2026-03-09', ${TEST_NOW})`.execute(tx);
    await sql`
      insert into campaign_status_log (owner_key, campaign_key, at, from_status, to_status)
      values (${mine.ownerKey}, ${mine.campaignKey}, ${TEST_NOW}, 'LIVE', 'CAP_DAY')`.execute(tx);
  });
  const paused = await harness.call(campaignStatusSave, agency, {
    params: { key: mine.campaignKey },
    body: { isPaused: true },
  });
  expect(paused.status).toBe(200);
  await sending().drain();
  const milestones = payloads().map(({ type, data }) => `${type} ${String(data['milestone'] ?? data['to'])}`);
  expect(milestones.toSorted()).toEqual([
    'campaign.cap CAP_DAY',
    'campaign.status CAP_DAY',
    'campaign.status PAUSED',
    'lead.milestone ENROLLMENT',
  ]);
});

test('orders, returns and months; orders and the partner are the agency’s', async () => {
  await make('/ok', { events: ['order.status', 'return.status', 'month.status'] });
  await make('/client', { events: ['return.status', 'month.status'] }, client);
  const { body } = await harness.call(webhookSave, client, {
    body: {
      webhookKey: null,
      rowVersion: null,
      name: 'CRM',
      url: 'https://93.184.216.34/hook',
      events: ['order.status'],
      ownerKeys: [mine.ownerKey],
    },
  });
  expect(body.errors).toMatchObject([{ field: 'events', message: 'One of them is the agency’s.' }]);

  const { leadKey, capturedDate } = await leadBecomes(mine, 'DLV');
  await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ partnerKey: number; clientKey: number }>`
      select c.partner_key as "partnerKey", g.client_key as "clientKey" from campaign c join goal g using (owner_key, goal_key)
      where c.campaign_key = ${mine.campaignKey}`.execute(tx);
    const [{ partnerKey, clientKey } = { partnerKey: 0, clientKey: 0 }] = rows;
    await sql`
      insert into insertion_order (owner_key, partner_key, client_key, month) values (${mine.ownerKey}, ${partnerKey}, ${clientKey}, '2026-04-01')`.execute(
      tx,
    );
    await sql`update insertion_order set status = 'SENT', number = 'IO-1', sent_at = ${TEST_NOW} where owner_key = ${mine.ownerKey}`.execute(
      tx,
    );
    await sql`update insertion_order set message = 'Hello' where owner_key = ${mine.ownerKey}`.execute(tx);
    await sql`
      insert into lead_return (owner_key, captured_date, lead_key, partner_key, reason, comment, requested_at)
      values (${mine.ownerKey}, ${capturedDate}, ${leadKey}, ${partnerKey}, 'WRONG_NUMBER', 'Ann hung up', ${TEST_NOW})`.execute(
      tx,
    );
    await sql`
      update lead_return set decision = 'APPROVED', decided_at = ${TEST_NOW} where owner_key = ${mine.ownerKey}`.execute(
      tx,
    );
    await sql`
      insert into billing_month_change (owner_key, month, at, from_status, to_status)
      values (${mine.ownerKey}, '2026-02-01', ${TEST_NOW}, 'IN_REVIEW', 'CLOSED')`.execute(tx);
  });
  await sending().drain();
  const said = (path: string) =>
    payloads(path)
      .map(({ type, data }) => `${type} ${String(data['to'])}`)
      .toSorted();
  const both = ['month.status CLOSED', 'return.status APPROVED', 'return.status REQUESTED'];
  expect(said('/client')).toEqual(both);
  expect(said('/ok')).toEqual([both[0], 'order.status SENT', ...both.slice(1)]);
  expect(JSON.stringify(payloads('/client'))).not.toMatch(/partnerKey|Ann/);
  expect(JSON.stringify(payloads('/ok'))).not.toContain('Ann');
});

test('a client’s webhook hears nothing of a draft', async () => {
  await make('/ok', { events: ['campaign.status'] });
  await make('/client', { events: ['campaign.status'] }, client);
  await harness.asMigrator(async (tx) => {
    const draft = await makeCampaign(tx, { ownerKey: mine.ownerKey });
    await sql`update campaign set activated_at = null where campaign_key = ${draft.campaignKey}`.execute(tx);
    await sql`
      insert into campaign_status_log (owner_key, campaign_key, at, from_status, to_status)
      values (${mine.ownerKey}, ${draft.campaignKey}, ${TEST_NOW}, 'DRAFT', 'DELETED')`.execute(tx);
  });
  await sending().drain();
  expect([sink.at('/ok').length, sink.at('/client').length]).toEqual([1, 0]);
});

test('after a worker died between sending and marking: sent again with the same id and body', async () => {
  const { webhookKey } = await make('/ok');
  await leadBecomes(mine, 'DLV');
  let arrived = (): void => undefined;
  const sent = new Promise<void>((resolve) => (arrived = resolve));
  const dying = sending(async (request, options) => {
    await plain(request, options);
    arrived();
    return new Promise(() => undefined);
  }, 0);
  await dying.take();
  await sent;
  expect(await sending().drain()).toBe(1);
  const [first, again] = sink.at('/ok');
  expect([again!.headers['webhook-id'], again!.body]).toEqual([first!.headers['webhook-id'], first!.body]);
  expect(await messagesOf(webhookKey)).toMatchObject([{ state: 'delivered', tries: 1 }]);
});

describe('a webhook that fails', () => {
  test('is retried by schedule, then not any more; replayed it is sent under the same id', async () => {
    const { webhookKey } = await make('/down');
    await leadBecomes(mine, 'DLV');
    for (const minutes of [0, 1, 5, 30, 120, 480, 1_440, 2_880, 4_320, 9_000]) {
      harness.clock.set(new Date(TEST_NOW.getTime() + minutes * MINUTE));
      await sending().drain();
    }
    agency = await harness.sessionOf('ag', agency.userKey);
    const [message] = await messagesOf(webhookKey);
    expect(message).toMatchObject({
      state: 'failed',
      tries: 9,
      nextTryAt: null,
      lastStatus: 503,
      lastBecause: 'Answer 503',
    });
    expect((await webhooks())[0]).toMatchObject({ failed: 1, waiting: 0, failuresInRow: 9, lastReason: 'Answer 503' });
    await harness.asMigrator((tx) =>
      sql`update webhook set url = ${`${sink.origin}/ok`} where webhook_key = ${webhookKey}`.execute(tx),
    );
    const replay = (failedSince: Date) =>
      harness.call(webhookReplay, agency, { body: { webhookKey, failedSince: failedSince.toISOString() } });
    expect((await replay(new Date(TEST_NOW.getTime() + 1))).body.data).toEqual({ replayed: 0 });
    expect((await replay(TEST_NOW)).body.data).toEqual({ replayed: 1 });
    await sending().drain();
    expect(sink.at('/ok').map(({ headers }) => headers['webhook-id'])).toEqual([message!.messageId]);
    const one = { webhookKey, messageKeys: [message!.messageKey] };
    expect((await harness.call(webhookReplay, agency, { body: one })).body.data).toEqual({ replayed: 1 });
    await sending().drain();
    expect(sink.at('/ok')).toHaveLength(2);
  });

  test('ten consecutive failures stop all but a probe; other webhooks continue', async () => {
    const { webhookKey } = await make('/down');
    await make('/ok');
    for (let turn = 0; turn < 12; turn += 1) await leadBecomes(mine, 'DLV');
    await sending().drain();
    expect(sink.at('/ok')).toHaveLength(12);
    const count = sink.at('/down').length;
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThanOrEqual(12);
    expect((await webhooks()).find((one) => one.webhookKey === webhookKey)).toMatchObject({ state: 'waiting' });
    harness.clock.advance(15 * MINUTE);
    await sending().take();
    expect((await messagesOf(webhookKey, await harness.sessionOf('ag', agency.userKey))).length).toBe(12);
    expect(sink.at('/down').length).toBeLessThanOrEqual(count + 1);
  });

  test('is sent nothing while paused, and afterwards what has waited', async () => {
    const { webhookKey } = await make('/ok');
    await harness.call(webhookPause, agency, { body: { webhookKey, isPaused: true } });
    await leadBecomes(mine, 'DLV');
    expect(await sending().drain()).toBe(0);
    await harness.call(webhookPause, agency, { body: { webhookKey, isPaused: false } });
    expect(await sending().drain()).toBe(1);
  });
});

test('a new secret: both sign until the overlap ends', async () => {
  const { webhookKey, secret: old } = await make('/ok');
  const rotated = await harness.call(webhookRotate, agency, { body: { webhookKey, overlapHours: 1 } });
  const { secret } = rotated.body.data as { secret: string };
  const signedBy = async (): Promise<boolean[]> => {
    agency = await harness.sessionOf('ag', agency.userKey);
    expect((await harness.call(webhookTest, agency, { body: { webhookKey } })).status).toBe(200);
    await sending().drain();
    const last = sink.at('/ok').at(-1)!;
    return [isSignedWith(last, old), isSignedWith(last, secret)];
  };
  expect(await signedBy()).toEqual([true, true]);
  harness.clock.advance(60 * MINUTE);
  expect(await signedBy()).toEqual([false, true]);
});

test('internal addresses are refused when saved and when sending', async () => {
  const save = (url: string) =>
    harness.call(webhookSave, agency, {
      body: { webhookKey: null, rowVersion: null, name: 'x', url, events: ['lead.status'], ownerKeys: [mine.ownerKey] },
    });
  for (const url of [
    'https://127.1/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/',
    'http://93.184.216.34/',
    'https://localhost./',
  ])
    expect([url, (await save(url)).body.code]).toEqual([url, 'VALIDATION']);
  const { webhookKey } = await make('/ok');
  await leadBecomes(mine, 'DLV');
  await sending(guardedHttp()).drain();
  expect(sink.received).toEqual([]);
  expect((await messagesOf(webhookKey))[0]).toMatchObject({ state: 'waiting', tries: 1, lastStatus: null });
});

test('events of other owners cannot be subscribed to', async () => {
  const foreign = await harness.asMigrator(async (tx) => (await makeCampaign(tx)).ownerKey);
  const { status } = await harness.call(webhookSave, agency, {
    body: {
      webhookKey: null,
      rowVersion: null,
      name: 'x',
      url: 'https://93.184.216.34/',
      events: ['lead.status'],
      ownerKeys: [mine.ownerKey, foreign],
    },
  });
  expect(status).toBe(404);
});
