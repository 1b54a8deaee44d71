import { ioBoard, type IoBoard, ioNextMonthPreview, ioSend } from '@paceline/contract';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemScope } from '../../../jobs/system-scope.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeGoal } from '../../../testing/factories/factories.ts';
import { makeOrdersWorld, NEXT_MONTH, type OrdersWorld, PUBLIC_URL } from '../../../testing/factories/orders.ts';
import { reviseOwner } from '../revise/revise.service.ts';
import { orderMailJob } from '../send/order-mail.jobs.ts';
import { takeNumber } from './number.queries.ts';
import { laterNumber } from './number.rules.ts';

const CLIENTS = 5;
const harness = useApp();
let world: OrdersWorld;
let desk: SignedIn;
let owners: number[];
/** The clients of each owner, all of which buy from both media partners. */
const clients = new Map<number, number[]>();

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
  owners = [world.owner, world.campaigns.foreign.ownerKey];
  for (const ownerKey of owners)
    for (let count = 0; count < CLIENTS; count += 1) {
      const goalKey = await harness.asMigrator((tx) => makeGoal(tx, ownerKey));
      for (const partnerKey of Object.values(world.partners)) {
        const campaign = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey, partnerKey, goalKey }));
        await world.addPlan(campaign.campaignKey, 20);
      }
      const [row] = await world.run<{ key: number }>(
        sql`select client_key as key from goal where goal_key = ${goalKey}`,
      );
      clients.set(ownerKey, [...(clients.get(ownerKey) ?? []), row!.key]);
    }
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.forgetOrders();
  desk = await world.agency();
});

const form = (clientKey: number, contacts: number[] = [world.contacts.ada, world.contacts.cy]) => ({
  clientKeys: [clientKey],
  emailNotificationKeys: contacts,
  customMessage: '',
});
const numbersOf = (ownerKey: number, partnerKey: number) =>
  world.run<{ number: string }>(sql`
    select number from insertion_order where owner_key = ${ownerKey} and partner_key = ${partnerKey}
    order by split_part(number, '-', 5)::int`);

test('ten sendings at once number each owner’s orders with a partner without gaps or doubles, also beside those that fail', async () => {
  const dying = (ownerKey: number, partnerName: string) =>
    harness.db.withScope(systemScope(ownerKey), async (tx) => {
      await takeNumber(tx, ownerKey, { month: NEXT_MONTH, partnerName, partnerCode: 'P', version: 1 }, null);
      throw new Error('dies before its end');
    });
  const partners = await world.run<{ key: number; name: string }>(sql`
    select partner_key as key, name from media_partner where partner_key in (${world.partners.one}, ${world.partners.two})`);
  const results = await Promise.allSettled(
    owners.flatMap((ownerKey) => [
      ...clients.get(ownerKey)!.map(async (clientKey) => {
        const { status } = await world.send(desk, form(clientKey), ownerKey);
        expect(status).toBe(200);
      }),
      ...partners.map(({ name }) => dying(ownerKey, name)),
    ]),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(owners.length * partners.length);
  for (const ownerKey of owners)
    for (const { key, name } of partners)
      expect(await numbersOf(ownerKey, key)).toEqual(
        Array.from({ length: CLIENTS }, (_, index) => ({
          number: `IO-2026-04-${name.replaceAll(/[^A-Za-z0-9]/g, '')}-${index + 1}`,
        })),
      );
});

test('a draft has no number, on no page; it gets one when it is sent, and the next version has the same with its own', async () => {
  const [clientKey] = clients.get(world.owner)! as [number];
  const sending = form(clientKey, [world.contacts.ada]);
  const board = async () => {
    const { body } = await harness.call(ioBoard, desk, { params: { owner: world.owner } });
    return (body.data as IoBoard).orders.find(
      (order) => order.clientKey === clientKey && order.partnerKey === world.partners.one,
    )!;
  };
  expect(await board()).toMatchObject({ state: 'DRAFT', number: null });
  const preview = await harness.call(ioNextMonthPreview, desk, { params: { owner: world.owner }, body: sending });
  expect(preview.body.data).toMatchObject({ orders: [{ number: null }] });

  const { orders } = await world.sent(desk, sending);
  const { number } = orders[0]!;
  expect(number).toMatch(/^IO-2026-04-Partner\d+-1$/);
  expect(await board()).toMatchObject({ state: 'SENT', number });
  await world.work();
  const [mail] = await world.mails();
  expect(mail!.body).toContain(number);
  expect(mail!.files.map(({ name }) => name)).toEqual([`${number}.pdf`, `${number}.xlsx`]);

  // Renaming the partner changes no number, and a changed plan makes a draft without one.
  await world.run(sql`update media_partner set name = name || ' Renamed' where partner_key = ${world.partners.one}`);
  await world.run(sql`
    update campaign_month m set monthly_allocation = 25 from campaign c join goal g using (owner_key, goal_key)
    where c.campaign_key = m.campaign_key and m.month = ${NEXT_MONTH} and g.client_key = ${clientKey} and g.owner_key = ${world.owner}`);
  expect(await reviseOwner(harness, systemScope(world.owner), world.owner)).toBe(1);
  const draft = await board();
  expect(draft).toMatchObject({ state: 'DRAFT', version: 2, number: null });
  const { status } = await harness.call(ioSend, desk, {
    params: { owner: world.owner, ioKey: draft.ioKey! },
    body: { emailNotificationKeys: [world.contacts.ada] },
  });
  expect(status).toBe(200);
  expect(await board()).toMatchObject({ state: 'SENT', version: 2, number: `${number}-v2` });
  // Sent again, it stays the same.
  harness.clock.set(new Date(TEST_NOW.getTime() + 11 * 60_000));
  expect((await world.sent(desk, sending)).orders).toMatchObject([{ number: `${number}-v2` }]);
  await world.run(
    sql`update media_partner set name = replace(name, ' Renamed', '') where partner_key = ${world.partners.one}`,
  );
});

test('an order that was sent has a number, and no two of an owner have the same', async () => {
  const [clientKey] = clients.get(world.owner)! as [number];
  const insert = (version: number, number: string | null) =>
    world.run(sql`
      insert into insertion_order (owner_key, partner_key, client_key, month, version, status, number, sent_at)
      values (${world.owner}, ${world.partners.one}, ${clientKey}, '2026-05-01', ${version}, 'SENT', ${number}, ${TEST_NOW})`);
  await insert(1, 'IO-2026-05-Same-1');
  await expect(insert(2, 'IO-2026-05-Same-1')).rejects.toThrow('insertion_order_number_key');
  await expect(insert(2, null)).rejects.toThrow('insertion_order_sent_number');
});

test('the migration keeps the number that sent orders had, and gives drafts none', async () => {
  const [clientKey] = clients.get(world.owner)! as [number];
  const migration = await readFile(new URL('../../../../migrations/0145_order_numbers.sql', import.meta.url), 'utf8');
  const of = { owner: world.owner, partner: world.partners.one };
  const undone = new Error('Undone');
  let numbers: unknown;
  const work = harness.asMigrator(async (tx) => {
    await sql`drop table insertion_order_number`.execute(tx);
    await sql`alter table insertion_order drop column number`.execute(tx);
    await sql`
        insert into insertion_order (owner_key, partner_key, client_key, month, version, status, sent_at)
        values (${of.owner}, ${of.partner}, ${clientKey}, '2026-02-01', 1, 'ACCEPTED', ${TEST_NOW}),
               (${of.owner}, ${of.partner}, ${clientKey}, '2026-02-01', 2, 'DRAFT', null)`.execute(tx);
    await sql.raw(migration).execute(tx);
    const { rows } = await sql<{ number: string | null }>`
        select number from insertion_order where owner_key = ${of.owner} order by version`.execute(tx);
    numbers = rows.map(({ number }) => number);
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
  expect(numbers).toEqual([`IO-${of.owner}-${of.partner}-202602-${clientKey}-v1`, null]);
  expect(laterNumber(`IO-${of.owner}-${of.partner}-202602-${clientKey}-v1`, 2)).toMatch(/-v2$/);
});
