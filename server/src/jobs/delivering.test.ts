import { type DeliverySettings } from '@paceline/contract';
import { sql } from 'kysely';
import { type ServerResponse } from 'node:http';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../db/make-scope.ts';
import { manualClock } from '../lib/clock.ts';
import { guardedHttp, outboundHttp } from '../lib/guarded-http.ts';
import { type Person } from '../lib/seal.ts';
import { suppressionHashes } from '../shared/intake/suppression.ts';
import { queueDelivery } from '../shared/delivery/queue-delivery.ts';
import { useDatabase } from '../testing/database.ts';
import { clientOf, deliverySettings, makeEndpoint, makeValidLead, TEST_SECRET } from '../testing/delivery-factories.ts';
import { makeCampaign } from '../testing/factories.ts';
import { useSink } from '../testing/sink.ts';
import { type Delivering, openDelivering } from './delivering.ts';

const database = useDatabase();
const sink = useSink();
const NOW = new Date('2026-03-10T15:00:00Z');
const MINUTE = 60_000;
const clock = manualClock(NOW);
const errors: unknown[] = [];
const log = { error: (...told: unknown[]): void => void errors.push(told) };
const http = outboundHttp(new Agent());
let delivering: Delivering;
beforeEach(async () => {
  clock.set(NOW);
  // What tests before this one left waiting is none of its business.
  await database.asMigrator((tx) => sql`update delivery_task set done_at = ${NOW} where done_at is null`.execute(tx));
  sink.received.length = 0;
  delivering = openDelivering({ ...database, clock, secret: TEST_SECRET, http, log });
});
// Whatever goes wrong on our own side is no answer of the client's.
afterEach(() => {
  if (errors.length > 0) throw new Error(JSON.stringify(errors.splice(0), null, 1), { cause: errors });
});

interface World {
  ownerKey: number;
  campaignKey: number;
  clientKey: number;
  endpointKey: number;
}
const world = (path: string | null, over: Partial<DeliverySettings> = {}): Promise<World> =>
  database.asMigrator(async (tx) => {
    const { ownerKey, campaignKey } = await makeCampaign(tx);
    const clientKey = await clientOf(tx, ownerKey, campaignKey);
    const url = path?.startsWith('http') ? path : `${sink.origin}${path}`;
    const settings = { ...deliverySettings({ timeLimitSeconds: 30 }), url, ...over };
    const endpointKey = path === null ? 0 : await makeEndpoint(tx, { ownerKey, clientKey, settings });
    return { ownerKey, campaignKey, clientKey, endpointKey };
  });
const post = async ({ ownerKey, campaignKey }: World, count = 1, person: Partial<Person> = {}): Promise<number[]> => {
  const leads: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const lead = await database.asMigrator((tx) =>
      makeValidLead(tx, { ownerKey, campaignKey, at: clock.now(), person }),
    );
    const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
    await database.db.withScope(scope, (tx) => queueDelivery(tx, { ownerKey, ...lead }, clock.now()));
    leads.push(lead.leadKey);
  }
  return leads;
};
const leadOf = (leadKey: number) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{
      status: string;
      reasons: string[];
      reference: string | null;
      deliveredAt: Date | null;
    }>`
      select status, status_reasons as reasons, crm_reference as reference, delivered_at as "deliveredAt"
      from lead where lead_key = ${leadKey}`.execute(tx);
    return rows[0]!;
  });
const statuses = (leads: number[]) => Promise.all(leads.map(async (leadKey) => (await leadOf(leadKey)).status));
const triesOf = (leadKey: number) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{
      outcome: string;
      reason: string | null;
      response: string;
      nextAt: Date | null;
      request: string;
    }>`
      select outcome, reason, response, next_at as "nextAt", request from lead_delivery where lead_key = ${leadKey} order by attempt`.execute(
      tx,
    );
    return rows;
  });
const movesOf = (leadKey: number) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ move: string }>`
      select from_status || ' to ' || to_status as move from lead_status_change where lead_key = ${leadKey} order by change_key`.execute(
      tx,
    );
    return rows.map(({ move }) => move);
  });

describe('what the client answers', () => {
  test('a taken lead is delivered, with its reference, once', async () => {
    const there = await world('/ok', {
      answers: { success: '"accepted":true', duplicate: null, rejects: [], reference: '"id":"([^"]+)"' },
    });
    const [lead] = await post(there);
    expect(await delivering.drain()).toBe(1);
    expect(await leadOf(lead!)).toEqual({ status: 'DLV', reasons: [], reference: 'CRM-77', deliveredAt: NOW });
    expect(await triesOf(lead!)).toEqual([
      {
        outcome: 'accepted',
        reason: null,
        response: '{"accepted":true,"id":"CRM-77"}',
        nextAt: null,
        request: expect.any(String),
      },
    ]);
    expect(await movesOf(lead!)).toEqual(['VAL to DLV']);
    clock.advance(365 * 24 * 60 * MINUTE);
    expect(await delivering.drain()).toBe(0);
    expect(sink.received).toHaveLength(1);
    expect(sink.received[0]).toMatchObject({
      path: '/ok',
      key: expect.stringMatching(/^L-/),
      headers: { 'content-type': 'application/json' },
    });
  });

  test.each([
    ['/down', 'ENDPOINT_DOWN', 'pool full'],
    ['/auth', 'AUTH_FAILED', 'no'],
    ['/mapping', 'MAPPING_ERROR', '{"error":"unknown program code"}'],
    ['/slow', 'TIMEOUT', 'No whole answer within the time limit'],
    ['/half', 'TIMEOUT', 'No whole answer within the time limit'],
    ['/redirect', 'UNPARSEABLE_RESPONSE', 'The address redirects; redirects are not followed'],
  ])('%s fails with %s and is tried again in a minute', async (path, reason, response) => {
    const [lead] = await post(await world(path, { timeLimitSeconds: 1 }));
    await delivering.drain();
    expect((await triesOf(lead!)).map(({ request: _, ...one }) => one)).toEqual([
      { outcome: 'failed', reason, response, nextAt: new Date(NOW.getTime() + MINUTE) },
    ]);
    expect(await statuses([lead!])).toEqual(['VAL']);
    expect(sink.at('/trap')).toEqual([]);
  });

  test('a server that speaks no HTTP, one that is not there, and an answer that no pattern knows', async () => {
    const garbage = await post(await world(sink.garbageOrigin));
    const nobody = await post(await world('http://127.0.0.1:1/'));
    const unknown = await post(
      await world('/ok', { answers: { success: 'ACK', duplicate: null, rejects: [], reference: null } }),
    );
    await delivering.drain();
    const reasons = await Promise.all(
      [...garbage, ...nobody, ...unknown].map(async (lead) => (await triesOf(lead))[0]?.reason),
    );
    expect(reasons).toEqual(['UNPARSEABLE_RESPONSE', 'ENDPOINT_DOWN', 'UNPARSEABLE_RESPONSE']);
  });

  test('a refusal by pattern is the client’s last word', async () => {
    const answers = {
      success: null,
      duplicate: '"result":"duplicate"',
      rejects: [{ pattern: 'age', reason: 'CLIENT_NOT_QUALIFIED' as const }],
      reference: null,
    };
    const [lead] = await post(await world('/duplicate', { answers }));
    await delivering.drain();
    expect(await leadOf(lead!)).toMatchObject({ status: 'REJ', reasons: ['CLIENT_DUPLICATE'] });
  });

  test('“duplicate” after a try that got no answer means that it had arrived', async () => {
    const answers = { success: null, duplicate: '"result":"duplicate"', rejects: [], reference: null };
    const there = await world('/second', { answers, timeLimitSeconds: 1 });
    sink.answers.set('/second', () => undefined);
    const [lead] = await post(there);
    await delivering.drain();
    sink.answers.set('/second', (response) => response.end('{"result":"duplicate"}'));
    clock.advance(MINUTE);
    await delivering.drain();
    expect(await leadOf(lead!)).toMatchObject({ status: 'DLV', reasons: [] });
  });

  test('nothing that is stored tells who the person is, though the answer repeats it', async () => {
    const person = {
      firstName: 'Annabel',
      lastName: 'O’Neill',
      email: 'Annabel.ONeill@mail.example',
      phone: '(614) 232-0199',
    };
    const [lead] = await post(await world('/echo'), 1, person);
    await delivering.drain();
    const [one] = await triesOf(lead!);
    const stored = JSON.stringify(one).toLowerCase();
    for (const word of ['annabel', 'neill', '6142320199', '232-0199']) expect(stored).not.toContain(word);
    expect(one!.request).toContain('A•••@m•••.example');
    expect(sink.received[0]!.body).toContain('Annabel.ONeill@mail.example');
  });
});

describe('the ladder', () => {
  test('0, 1, 5, 15, 30, 60 minutes, then stuck, every 4 hours to day 3, daily to day 7, then nothing', async () => {
    const there = await world('/down');
    const [lead] = await post(there);
    const at: number[] = [];
    const became: (number | string)[][] = [];
    const hours = (n: number) => n * 60;
    const fours = Array.from({ length: 17 }, (_, turn) => hours(5 + 4 * turn));
    const expected = [0, 1, 5, 15, 30, 60, ...fours, ...[4, 5, 6, 7].map((day) => hours(24 * day))];
    // A minute before each of them, when it is due, and long after the last.
    const looks = [...expected.flatMap((minute) => [minute - 1, minute]), hours(24 * 9)].filter(
      (minute) => minute >= 0,
    );
    for (const minute of new Set(looks)) {
      clock.set(new Date(NOW.getTime() + minute * MINUTE));
      // The breaker is not what is looked at here.
      await database.asMigrator((tx) =>
        sql`update delivery_health set failures_in_row = 0, open_until = null`.execute(tx),
      );
      if ((await delivering.drain()) > 0) at.push(minute);
      became.push([minute, ...(await statuses([lead!]))]);
    }
    expect(at).toEqual(expected);
    expect(became.find(([, status]) => status !== 'VAL')).toEqual([60, 'STK']);
    expect(await leadOf(lead!)).toMatchObject({ status: 'STK', reasons: ['ENDPOINT_DOWN'] });
    expect(await movesOf(lead!)).toEqual(['VAL to STK']);
    expect((await triesOf(lead!)).at(-1)!.nextAt).toBeNull();
  });

  test('what does not fit is tried three times and no more, and is stuck then', async () => {
    const [lead] = await post(await world('/mapping'));
    for (const minute of [0, 1, 5, 15, 60, 600]) {
      clock.set(new Date(NOW.getTime() + minute * MINUTE));
      await delivering.drain();
    }
    expect(await triesOf(lead!)).toHaveLength(3);
    expect(await leadOf(lead!)).toMatchObject({ status: 'STK', reasons: ['MAPPING_ERROR'] });
  });

  test('an hour is the most, whatever kept it from being sent: no endpoint, or a paused one', async () => {
    const none = await world(null);
    const paused = await world('/ok');
    await database.asMigrator((tx) =>
      sql`update delivery_endpoint set paused_at = ${NOW} where endpoint_key = ${paused.endpointKey}`.execute(tx),
    );
    const leads = [...(await post(none)), ...(await post(paused))];
    clock.advance(59 * MINUTE);
    expect([await delivering.drain(), await delivering.markOverdue()]).toEqual([0, 0]);
    clock.advance(MINUTE);
    expect([await delivering.drain(), await delivering.markOverdue(), await delivering.markOverdue()]).toEqual([
      0, 2, 0,
    ]);
    expect(await statuses(leads)).toEqual(['STK', 'STK']);
  });
});

describe('the breaker', () => {
  test('ten failures in a row stop all sending for 15 minutes, then one tries alone, and a success opens the way', async () => {
    sink.answers.set('/wavering', (response) => response.writeHead(500).end());
    const there = await world('/wavering');
    const leads = await post(there, 30);
    await delivering.drain();
    const first = sink.received.length;
    // Those that were on their way when the tenth failed are the only ones more.
    expect(first).toBeGreaterThanOrEqual(10);
    expect(first).toBeLessThan(14);
    clock.advance(14 * MINUTE);
    expect(await delivering.drain()).toBe(0);
    clock.advance(MINUTE);
    expect(await delivering.take()).toBe(1);
    expect(await delivering.take()).toBe(0);
    await delivering.settle();
    // The probe failed: another quarter of an hour.
    clock.advance(14 * MINUTE);
    expect(await delivering.drain()).toBe(0);
    sink.answers.set('/wavering', (response) => response.end());
    clock.advance(MINUTE);
    expect(await delivering.take()).toBe(1);
    await delivering.settle();
    await delivering.drain();
    expect(new Set(await statuses(leads))).toEqual(new Set(['DLV']));
  });

  test('one endpoint that hangs holds up no other, and has no more than its own places', async () => {
    const held: ServerResponse[] = [];
    sink.answers.set('/hanging', (response) => void held.push(response));
    const hanging = await post(await world('/hanging'), 20);
    const leads = await post(await world('/ok'), 12);
    await expect
      .poll(async () => {
        await delivering.take();
        return new Set(await statuses(leads));
      })
      .toEqual(new Set(['DLV']));
    expect(sink.at('/hanging').length).toBeLessThanOrEqual(4);
    sink.answers.set('/hanging', (response) => response.end());
    for (const response of held) response.end();
    await delivering.settle();
    await delivering.drain();
    expect(new Set(await statuses(hanging))).toEqual(new Set(['DLV']));
    expect(sink.at('/hanging')).toHaveLength(20);
  });
});

describe('order and death', () => {
  test('leads of one person go in the order in which they came, also over a failure; others do not wait', async () => {
    const seen: string[] = [];
    let isDown = true;
    sink.answers.set('/order', (response, { body }) => {
      const { email } = JSON.parse(body) as { email: string };
      const fails = isDown && email.startsWith('same');
      if (!fails) seen.push(email);
      return fails ? response.writeHead(503).end() : response.end();
    });
    const there = await world('/order');
    const same = [...(await post(there, 1, { email: 'same@mail.example', phone: '6142320101' }))];
    same.push(...(await post(there, 1, { email: 'same@mail.example', phone: '6142320102' })));
    same.push(...(await post(there, 1, { email: 'same.too@mail.example', phone: '6142320102' })));
    const others = await post(there, 3);
    await delivering.drain();
    expect(await statuses([...same, ...others])).toEqual(['VAL', 'VAL', 'VAL', 'DLV', 'DLV', 'DLV']);
    expect((await triesOf(same[1]!)).length + (await triesOf(same[2]!)).length).toBe(0);
    isDown = false;
    clock.advance(MINUTE);
    await delivering.drain();
    expect(seen.slice(3)).toEqual(['same@mail.example', 'same@mail.example', 'same.too@mail.example']);
    const { rows } = await database.asMigrator((tx) =>
      sql<{
        key: number;
      }>`select lead_key::int as key from lead where status = 'DLV' and lead_key = any (${same}) order by delivered_at, lead_key`.execute(
        tx,
      ),
    );
    expect(rows.map(({ key }) => key)).toEqual(same);
  });

  test('what a dead worker had taken is sent again, with the same key, and taken in once', async () => {
    const there = await world('/ok');
    const leads = await post(there, 5);
    const found = await database.db.asNobody<{ leadKey: number }>({
      name: 'dead_worker',
      text: `select lead_key::int as "leadKey" from app.take_deliveries($1, 48, 4, interval '45 seconds', gen_random_uuid())`,
      values: [NOW],
    });
    expect(found).toHaveLength(4);
    // While it may still be alive its places are not given to others.
    expect(await delivering.drain()).toBe(0);
    await database.asMigrator((tx) =>
      sql`update delivery_task set taken_until = clock_timestamp() where taken_until is not null`.execute(tx),
    );
    await delivering.drain();
    expect(new Set(await statuses(leads))).toEqual(new Set(['DLV']));
    expect(sink.at('/ok')).toHaveLength(5);
  });

  test('a lead that was decided otherwise meanwhile is not sent, and one that is erased is stuck', async () => {
    const there = await world('/ok');
    const [scrubbed, erased] = (await post(there, 2)) as [number, number];
    await database.asMigrator(async (tx) => {
      await sql`update lead set status = 'TST' where lead_key = ${scrubbed}`.execute(tx);
      await sql`update lead_person set sealed = null, erased_at = ${NOW} where lead_key = ${erased}`.execute(tx);
    });
    for (const minute of [0, 1, 5]) {
      clock.set(new Date(NOW.getTime() + minute * MINUTE));
      await delivering.drain();
    }
    expect(sink.received).toEqual([]);
    expect(await statuses([scrubbed, erased])).toEqual(['TST', 'STK']);
  });
});

test('a person who came on a suppression list after the lead was accepted is not sent, and the history says why', async () => {
  const there = await world('/ok');
  const elsewhere = await world('/ok');
  const stuck = await world('/down');
  const person = { email: 'Please.Stop@mail.example', phone: '6142320177' };
  const [gone, other] = [...(await post(there, 1, person)), ...(await post(there))] as [number, number];
  // The list is one client's of one owner: at another owner the same person goes out.
  const [same] = (await post(elsewhere, 1, person)) as [number];
  const [waited] = (await post(stuck, 1, { email: 'later@mail.example', phone: '6142320178' })) as [number];
  await delivering.drain();
  expect(await statuses([gone, other, same, waited])).toEqual(['DLV', 'DLV', 'DLV', 'VAL']);
  const [again] = (await post(there, 1, person)) as [number];
  const suppress = (at: World, clientKey: number | null, one: { email: string | null; phone: string | null }) =>
    database.asMigrator(async (tx) => {
      const { rows } = await sql<{ key: number }>`
        insert into suppression_list (owner_key, client_key, name, created_at)
        values (${at.ownerKey}, ${clientKey}, 'Do not contact', ${NOW}) returning suppression_list_key as key`.execute(
        tx,
      );
      for (const hash of suppressionHashes(TEST_SECRET, at.ownerKey, one))
        await sql`insert into suppression_entry values (${at.ownerKey}, ${rows[0]!.key}, 'phone', ${hash}, null)`.execute(
          tx,
        );
    });
  await suppress(there, there.clientKey, { email: null, phone: person.phone });
  await suppress(stuck, null, { email: 'later@mail.example', phone: null });
  sink.received.length = 0;
  clock.advance(MINUTE);
  await delivering.drain();
  expect(await delivering.drain()).toBe(0);
  expect(sink.received).toEqual([]);
  expect(await leadOf(again)).toMatchObject({ status: 'SCR', reasons: ['DNC'], deliveredAt: null });
  expect(await statuses([gone, waited])).toEqual(['DLV', 'SCR']);
  expect(await movesOf(again)).toEqual(['VAL to SCR']);
  const { rows } = await database.asMigrator((tx) =>
    sql<{ note: string }>`select note from lead_status_change where lead_key = ${again}`.execute(tx),
  );
  expect(rows).toEqual([{ note: 'Not sent: the person’s phone is on the suppression list “Do not contact”.' }]);
});

test('the guard of production refuses addresses of this machine when it sends, and nothing arrives', async () => {
  const port = new URL(sink.origin).port;
  const guarded = openDelivering({ ...database, clock, secret: TEST_SECRET, http: guardedHttp(), log });
  const urls = [
    `http://127.0.0.1:${port}/ok`,
    `https://127.0.0.1:${port}/ok`,
    'https://2130706433/ok',
    'https://localhost/ok',
    'https://[::ffff:7f00:1]/ok',
  ];
  const leads: number[] = [];
  for (const url of urls) leads.push(...(await post(await world(url))));
  await guarded.drain();
  expect(await Promise.all(leads.map(async (lead) => (await triesOf(lead))[0]?.reason))).toEqual(
    urls.map(() => 'ENDPOINT_DOWN'),
  );
  expect(sink.received).toEqual([]);
});
