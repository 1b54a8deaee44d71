import { sql } from 'kysely';
import { type ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { NOW, useDeliveries } from '../testing/delivery-runs.ts';
import { type Delivering } from './delivering.ts';

const MINUTE = 60_000;
const deliveries = useDeliveries();
const { database, sink, clock, world, post, leadOf, statuses, triesOf, movesOf } = deliveries;
let delivering: Delivering;
beforeEach(() => {
  delivering = deliveries.delivering();
});

describe('responses of the client', () => {
  test('an accepted lead is delivered once, with its reference', async () => {
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
  ])('%s fails with %s and is retried in a minute', async (path, reason, response) => {
    const [lead] = await post(await world(path, { timeLimitSeconds: 1 }));
    await delivering.drain();
    expect((await triesOf(lead!)).map(({ request: _, ...one }) => one)).toEqual([
      { outcome: 'failed', reason, response, nextAt: new Date(NOW.getTime() + MINUTE) },
    ]);
    expect(await statuses([lead!])).toEqual(['VAL']);
    expect(sink.at('/trap')).toEqual([]);
  });

  test('a server without HTTP, an unreachable one, and a response without a matching pattern', async () => {
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

  test('a refusal by pattern is final', async () => {
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

  test('“duplicate” after an unanswered attempt means that the lead had arrived', async () => {
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

  test('nothing stored contains personal data, even if the response repeats it', async () => {
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

describe('the retry schedule', () => {
  test('0, 1, 5, 15, 30, 60 minutes, then stuck, every 4 hours to day 3, daily to day 7, then nothing', async () => {
    const there = await world('/down');
    const [lead] = await post(there);
    const at: number[] = [];
    const became: (number | string)[][] = [];
    const hours = (n: number) => n * 60;
    const fours = Array.from({ length: 17 }, (_, turn) => hours(5 + 4 * turn));
    const expected = [0, 1, 5, 15, 30, 60, ...fours, ...[4, 5, 6, 7].map((day) => hours(24 * day))];
    // A minute before each retry, when it is due, and long after the last.
    const looks = [...expected.flatMap((minute) => [minute - 1, minute]), hours(24 * 9)].filter(
      (minute) => minute >= 0,
    );
    for (const minute of new Set(looks)) {
      clock.set(new Date(NOW.getTime() + minute * MINUTE));
      // The circuit breaker is not under test here.
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

  test('a lead that does not fit is tried three times, then stuck', async () => {
    const [lead] = await post(await world('/mapping'));
    for (const minute of [0, 1, 5, 15, 60, 600]) {
      clock.set(new Date(NOW.getTime() + minute * MINUTE));
      await delivering.drain();
    }
    expect(await triesOf(lead!)).toHaveLength(3);
    expect(await leadOf(lead!)).toMatchObject({ status: 'STK', reasons: ['MAPPING_ERROR'] });
  });

  test('a lead is stuck after an hour at most, even without an endpoint or with a paused one', async () => {
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

test('each owner sets after how many minutes a lead is stuck', async () => {
  const [patient, usual] = [await world('/down'), await world('/down')];
  await database.asMigrator((tx) =>
    sql`insert into owner_setting (owner_key, name, value, changed_at) values (${patient.ownerKey}, 'stuckMinutes', '120', ${NOW})`.execute(
      tx,
    ),
  );
  const leads = [...(await post(patient)), ...(await post(usual))];
  const look = async (minute: number) => {
    clock.set(new Date(NOW.getTime() + minute * MINUTE));
    await delivering.drain();
    return [await delivering.markOverdue(), ...(await statuses(leads))];
  };
  for (const minute of [0, 1, 5, 15, 30]) expect(await look(minute)).toEqual([0, 'VAL', 'VAL']);
  // The retry of that minute failed: one lead is stuck, the other waits.
  expect(await look(60)).toEqual([0, 'VAL', 'STK']);
  expect(await look(119)).toEqual([0, 'VAL', 'STK']);
  expect(await look(120)).toEqual([1, 'STK', 'STK']);
});

describe('the circuit breaker', () => {
  test('after ten consecutive failures nothing is sent for 15 minutes, then a single probe; its success resumes sending', async () => {
    sink.answers.set('/wavering', (response) => response.writeHead(500).end());
    const there = await world('/wavering');
    const leads = await post(there, 30);
    await delivering.drain();
    const first = sink.received.length;
    // Only those already in flight when the tenth failed are added.
    expect(first).toBeGreaterThanOrEqual(10);
    expect(first).toBeLessThan(14);
    clock.advance(14 * MINUTE);
    expect(await delivering.drain()).toBe(0);
    clock.advance(MINUTE);
    expect(await delivering.take()).toBe(1);
    expect(await delivering.take()).toBe(0);
    await delivering.settle();
    // The probe failed: wait another quarter of an hour.
    clock.advance(14 * MINUTE);
    expect(await delivering.drain()).toBe(0);
    sink.answers.set('/wavering', (response) => response.end());
    clock.advance(MINUTE);
    expect(await delivering.take()).toBe(1);
    await delivering.settle();
    await delivering.drain();
    expect(new Set(await statuses(leads))).toEqual(new Set(['DLV']));
  });

  test('an endpoint that hangs uses only its own slots and blocks no other', async () => {
    const responses: ServerResponse[] = [];
    sink.answers.set('/hanging', (response) => void responses.push(response));
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
    for (const response of responses) response.end();
    await delivering.settle();
    await delivering.drain();
    expect(new Set(await statuses(hanging))).toEqual(new Set(['DLV']));
    expect(sink.at('/hanging')).toHaveLength(20);
  });
});
