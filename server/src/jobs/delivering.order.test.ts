import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { guardedHttp } from '../lib/guarded-http.ts';
import { suppressionHashes } from '../shared/intake/suppression.ts';
import { TEST_SECRET } from '../testing/factories/delivery-factories.ts';
import { type DeliveryWorld, NOW, useDeliveries } from '../testing/delivery-runs.ts';
import { type Delivering, openDelivering } from './delivering.ts';

const MINUTE = 60_000;
const deliveries = useDeliveries();
const { database, sink, clock, log, world, post, leadOf, statuses, triesOf, movesOf } = deliveries;
let delivering: Delivering;
beforeEach(() => {
  delivering = deliveries.delivering();
});

describe('order, and workers that die', () => {
  test('leads of one person are sent in order of arrival, also after a failure; others do not wait', async () => {
    const requests: string[] = [];
    let isDown = true;
    sink.answers.set('/order', (response, { body }) => {
      const { email } = JSON.parse(body) as { email: string };
      const fails = isDown && email.startsWith('same');
      if (!fails) requests.push(email);
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
    expect(requests.slice(3)).toEqual(['same@mail.example', 'same@mail.example', 'same.too@mail.example']);
    const { rows } = await database.asMigrator((tx) =>
      sql<{
        key: number;
      }>`select lead_key::int as key from lead where status = 'DLV' and lead_key = any (${same}) order by delivered_at, lead_key`.execute(
        tx,
      ),
    );
    expect(rows.map(({ key }) => key)).toEqual(same);
  });

  test('leads claimed by a dead worker are sent again with the same key, and accepted once', async () => {
    const there = await world('/ok');
    const leads = await post(there, 5);
    const tasks = await database.db.asNobody<{ leadKey: number }>({
      name: 'dead_worker',
      text: `select lead_key::int as "leadKey" from app.take_deliveries($1, 48, 4, interval '45 seconds', gen_random_uuid())`,
      values: [NOW],
    });
    expect(tasks).toHaveLength(4);
    // While the worker may still be alive, its places are not reused.
    expect(await delivering.drain()).toBe(0);
    await database.asMigrator((tx) =>
      sql`update delivery_task set taken_until = clock_timestamp() where taken_until is not null`.execute(tx),
    );
    await delivering.drain();
    expect(new Set(await statuses(leads))).toEqual(new Set(['DLV']));
    expect(sink.at('/ok')).toHaveLength(5);
  });

  test('a lead whose status changed meanwhile is not sent, and an erased one is stuck', async () => {
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

test('a person suppressed after the lead was accepted is not sent, and the history has the reason', async () => {
  const there = await world('/ok');
  const elsewhere = await world('/ok');
  const stuck = await world('/down');
  const person = { email: 'Please.Stop@mail.example', phone: '6142320177' };
  const [gone, other] = [...(await post(there, 1, person)), ...(await post(there))] as [number, number];
  // The suppression list belongs to one client of one owner: at another owner the same person is sent.
  const [same] = (await post(elsewhere, 1, person)) as [number];
  const [waited] = (await post(stuck, 1, { email: 'later@mail.example', phone: '6142320178' })) as [number];
  await delivering.drain();
  expect(await statuses([gone, other, same, waited])).toEqual(['DLV', 'DLV', 'DLV', 'VAL']);
  const [again] = (await post(there, 1, person)) as [number];
  const suppress = (at: DeliveryWorld, clientKey: number | null, one: { email: string | null; phone: string | null }) =>
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

test('in production, local addresses are refused when sending', async () => {
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
