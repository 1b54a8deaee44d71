import { sql } from 'kysely';
import { type ServerResponse } from 'node:http';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../db/scope/make-scope.ts';
import { manualClock } from '../lib/clock.ts';
import { guardedHttp, outboundHttp } from '../lib/guarded-http.ts';
import { type Move, moveLead } from '../shared/delivery/move-lead.ts';
import { listPostbackTries } from '../shared/postbacks/postbacks.queries.ts';
import { useDatabase } from '../testing/database.ts';
import { makeValidLead } from '../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../testing/factories/factories.ts';
import { useSink } from '../testing/servers/sink.ts';
import { type Outbox } from './outbox.ts';
import { openPostbacks } from './postbacks.ts';

const database = useDatabase();
const sink = useSink();
const NOW = new Date('2026-03-10T15:00:00Z');
const MINUTE = 60_000;
const clock = manualClock(NOW);
const errors: unknown[] = [];
const log = { error: (...args: unknown[]): void => void errors.push(args) };
let work: Outbox;
beforeEach(async () => {
  clock.set(NOW);
  await database.asMigrator((tx) => sql`update lead_postback set done_at = ${NOW} where done_at is null`.execute(tx));
  sink.received.length = 0;
  work = openPostbacks({ ...database, clock, http: outboundHttp(new Agent()), log });
});
afterEach(() => {
  if (errors.length > 0) throw new Error(JSON.stringify(errors.splice(0), null, 1), { cause: errors });
});

interface World {
  ownerKey: number;
  campaignKey: number;
}
/** The table's check requires https; it is lifted for the row, as the test server speaks plain HTTP. */
const world = (...urls: string[]): Promise<World> =>
  database.asMigrator(async (tx) => {
    const { ownerKey, campaignKey } = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
    await sql`alter table tracking_url drop constraint if exists tracking_url_url_check`.execute(tx);
    for (const url of urls)
      await sql`
        insert into tracking_url (owner_key, campaign_key, type, name, url)
        values (${ownerKey}, ${campaignKey}, 'POSTBACK', 'Partner', ${url})`.execute(tx);
    await sql`
      insert into tracking_url (owner_key, campaign_key, type, name, url, active)
      values (${ownerKey}, ${campaignKey}, 'POSTBACK', 'Off', ${`${sink.origin}/off`}, false),
             (${ownerKey}, ${campaignKey}, 'PIXEL', 'No postback', ${`${sink.origin}/pixel`}, true)`.execute(tx);
    return { ownerKey, campaignKey };
  });
const post = ({ ownerKey, campaignKey }: World, status = 'VAL') =>
  database.asMigrator(async (tx) => {
    const lead = await makeValidLead(tx, { ownerKey, campaignKey, at: clock.now(), status });
    await sql`
      update lead set public_id = ${`L-${lead.leadKey}`}, transaction_id = 'T 1&2', client_price = 91.5, media_price = 42.25,
        partner_key = (select c.partner_key from campaign c where c.campaign_key = ${campaignKey})
      where lead_key = ${lead.leadKey}`.execute(tx);
    await sql`
      insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status)
      values (${ownerKey}, ${lead.capturedDate}, ${lead.leadKey}, ${clock.now()}, ${status})`.execute(tx);
    return { ownerKey, ...lead };
  });
type Lead = Awaited<ReturnType<typeof post>>;
const move = (lead: Lead, from: Move['from'], to: Move['to'], by: Move['by'] = 'system') =>
  database.db.withScope(
    makeScope({ userKey: null, group: 'system', ownerKeys: [lead.ownerKey], partnerKey: null }),
    (tx) => moveLead(tx, lead, { from, to, by, userKey: null, at: clock.now() }),
  );
const triesOf = ({ leadKey }: Lead) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{
      status: string;
      outcome: string;
      http: number | null;
      nextAt: Date | null;
      response: string;
    }>`
      select status, outcome, http_status as http, next_at as "nextAt", response from lead_postback_try
      where lead_key = ${leadKey} order by postback_key, attempt`.execute(tx);
    return rows;
  });
const paths = () => sink.received.map(({ path }) => path);

test('a partner is notified of Valid and every later status in order, with its own price only', async () => {
  const url = `${sink.origin}/pb?txn={txn}&lead={lead_id}&status={status}&price={price}&s2={s2}&ts={ts}`;
  const lead = await post(await world(url));
  const filled = (status: string, price: string) =>
    `/pb?txn=T%201%262&lead=L-${lead.leadKey}&status=${status}&price=${price}&s2=&ts=${NOW.getTime() / 1000}`;
  for (const status of ['VAL', 'DLV', 'RTN'])
    sink.answers.set(filled(status, status === 'RTN' ? '0.00' : '42.25'), (response) => response.end('ok'));
  await move(lead, 'VAL', 'DLV');
  await move(lead, 'DLV', 'RTN', 'ag');
  await work.drain();
  expect(paths()).toEqual([filled('VAL', '42.25'), filled('DLV', '42.25'), filled('RTN', '0.00')]);
  expect(JSON.stringify(sink.received)).not.toContain('91.5');
  expect(await triesOf(lead)).toEqual(
    ['VAL', 'DLV', 'RTN'].map((status) => ({ status, outcome: 'sent', http: 200, nextAt: null, response: 'ok' })),
  );
  const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [lead.ownerKey], partnerKey: null });
  const timeline = await database.db.readScope(scope, (tx) => listPostbackTries(tx, lead.ownerKey, lead));
  expect(timeline.map(({ status, at, url: to }) => [status, at, to])).toEqual(
    paths().map((path, turn) => [['VAL', 'DLV', 'RTN'][turn], NOW.toISOString(), `${sink.origin}${path}`]),
  );
  await work.drain();
  expect(sink.received).toHaveLength(3);
});

describe('of an erased person', () => {
  const erase = ({ ownerKey, leadKey }: Lead) =>
    database.db.withScope(
      makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null }),
      (tx) => sql`select app.erase_people(${ownerKey}, ${[leadKey]}::bigint[], ${clock.now()}, '{}')`.execute(tx),
    );
  const outcomesOf = ({ leadKey }: Lead) =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{ outcome: string | null }>`
        select outcome from lead_postback where lead_key = ${leadKey} order by postback_key`.execute(tx);
      return rows.map(({ outcome }) => outcome);
    });

  test('nothing waiting is sent, nor a later status; others’ are', async () => {
    const there = await world(`${sink.origin}/ok?lead={lead_id}`);
    const [gone, other] = [await post(there), await post(there)];
    await erase(gone);
    await work.drain();
    await move(gone, 'VAL', 'DLV');
    await work.drain();
    expect(paths()).toEqual([`/ok?lead=L-${other.leadKey}`]);
    expect(await triesOf(gone)).toEqual([]);
    expect(await outcomesOf(gone)).toEqual(['dropped', 'dropped']);
  });

  test('the response to one being sent is not stored', async () => {
    const lead = await post(await world(`${sink.origin}/slow`));
    sink.answers.set('/slow', (response) => void erase(lead).then(() => response.end('Robin Example')));
    await work.drain();
    expect(paths()).toEqual(['/slow']);
    expect(await triesOf(lead)).toEqual([]);
    expect(await outcomesOf(lead)).toEqual(['dropped']);
  });
});

test('a refusal at posting is in the response only; a release and an override are notified', async () => {
  const there = await world(`${sink.origin}/ok`);
  const refused = await post(there, 'DUP');
  const heldLead = await post(there, 'HLD');
  await work.drain();
  expect(paths()).toEqual([]);
  await move(heldLead, 'HLD', 'CAP');
  await move(refused, 'DUP', 'VAL', 'ag');
  await work.drain();
  expect(paths()).toEqual(['/ok']);
  expect(await triesOf(heldLead)).toEqual([]);
});

test('three attempts at most; the next status is sent after the earlier one has ended', async () => {
  sink.answers.set('/flaky', (response) => response.writeHead(500).end('down'));
  const lead = await post(await world(`${sink.origin}/flaky`));
  await move(lead, 'VAL', 'DLV');
  const at: number[] = [];
  for (const minute of [0, 0.5, 1, 10, 11, 30, 31, 41, 500]) {
    clock.set(new Date(NOW.getTime() + minute * MINUTE));
    const before = sink.received.length;
    await work.drain();
    for (let n = before; n < sink.received.length; n += 1) at.push(minute);
  }
  // Three of the first partner, then immediately those of the second.
  expect(at).toEqual([0, 1, 11, 11, 30, 41]);
  expect((await triesOf(lead)).map(({ status, nextAt }) => [status, nextAt === null])).toEqual([
    ['VAL', false],
    ['VAL', false],
    ['VAL', true],
    ['DLV', false],
    ['DLV', false],
    ['DLV', true],
  ]);
});

test('a partner’s slow server blocks no other, and a removed URL is not called', async () => {
  const responses: ServerResponse[] = [];
  sink.answers.set('/hangs', (response) => void responses.push(response));
  const hanging = await world(`${sink.origin}/hangs`);
  for (let n = 0; n < 6; n += 1) await post(hanging);
  const gone = await world(`${sink.origin}/gone`);
  const lost = await post(gone);
  await database.asMigrator((tx) =>
    sql`delete from tracking_url where owner_key = ${gone.ownerKey} and name = 'Partner'`.execute(tx),
  );
  const other = await post(await world(`${sink.origin}/ok`));
  await expect
    .poll(async () => {
      await work.take();
      return (await triesOf(other)).length;
    })
    .toBe(1);
  expect(sink.at('/hangs').length).toBeLessThanOrEqual(4);
  expect(await triesOf(lost)).toEqual([]);
  sink.answers.set('/hangs', (response) => response.end());
  for (const response of responses) response.end();
  await work.settle();
  await work.drain();
  expect(sink.at('/hangs')).toHaveLength(6);
});

test('local addresses are refused when sending, and redirects are not followed', async () => {
  const guarded = openPostbacks({ ...database, clock, http: guardedHttp(), log });
  const lead = await post(await world(`${sink.origin}/ok`, 'https://127.0.0.1/ok', 'https://localhost/ok'));
  await guarded.drain();
  expect((await triesOf(lead)).map(({ outcome, http }) => [outcome, http])).toEqual([
    ['failed', null],
    ['failed', null],
    ['failed', null],
  ]);
  expect(sink.received).toEqual([]);
  await database.asMigrator((tx) => sql`update lead_postback set done_at = ${NOW}`.execute(tx));
  const led = await post(await world(`${sink.origin}/redirect`));
  await work.drain();
  expect(await triesOf(led)).toMatchObject([{ outcome: 'failed', http: 302 }]);
  expect(sink.at('/trap')).toEqual([]);
});
