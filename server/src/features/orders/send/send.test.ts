import { ioBoard, type IoBoard, ioMonth, ioNextMonthPreview, ioSend } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeOrdersWorld, PUBLIC_URL, NEXT_MONTH, type OrdersWorld } from '../../../testing/factories/orders.ts';
import { orderMailJob } from './order-mail.jobs.ts';

const harness = useApp();
let world: OrdersWorld;
let desk: SignedIn;

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.forgetOrders();
  desk = await world.agency();
});

const lettersOf = ({ partnerName }: { partnerName: string }): string => partnerName.replaceAll(/[^A-Za-z0-9]/g, '');
const form = (over: object = {}) => ({
  clientKeys: [world.clientKey],
  emailNotificationKeys: [world.contacts.ada, world.contacts.bo],
  customMessage: '',
  ...over,
});

test('one numbered order for each partner and client of next month’s table, mailed once to each chosen contact', async () => {
  const { month, orders, skipped, mails } = await world.sent(
    desk,
    form({ emailNotificationKeys: Object.values(world.contacts) }),
  );
  expect({ month, skipped, mails }).toEqual({ month: NEXT_MONTH, skipped: [], mails: 3 });
  const { one, two } = world.partners;
  expect(orders.map(({ partnerKey, number, units, amount }) => ({ partnerKey, number, units, amount }))).toEqual([
    { partnerKey: one, number: `IO-2026-04-${lettersOf(orders[0]!)}-1`, units: 130, amount: 5200 },
    { partnerKey: two, number: `IO-2026-04-${lettersOf(orders[1]!)}-1`, units: 70, amount: 2800 },
  ]);
  expect(await world.work()).toBe(3);
  expect(await world.work()).toBe(0);
  const written = await world.mails();
  expect(written.map(({ to }) => to)).toEqual([
    `ada.${one}@partner.example`,
    `bo.${one}@partner.example`,
    `cy.${two}@partner.example`,
  ]);
  expect(written[0]!.files.map(({ name }) => name)).toEqual([`${orders[0]!.number}.pdf`, `${orders[0]!.number}.xlsx`]);
  const order = await world.order(desk, orders[0]!.ioKey!);
  const { clientName, ownerName } = order;
  expect(written[0]!.subject).toBe(`${clientName} - ${ioMonth(NEXT_MONTH)} insertion order from ${ownerName}`);
  expect(order).toMatchObject({ state: 'SENT', version: 1, changes: [], canAnswer: true });
  expect(order.lines[0]).toMatchObject({
    mediaDesktop: 40,
    monthlyAllocation: 100,
    monthlyCapacity: 120,
    dailyAllocation: 9,
    amount: 4000,
  });
  expect(order.mails.map(({ name, state }) => ({ name, state }))).toEqual([
    { name: 'Ada', state: 'queued' },
    { name: 'Bo', state: 'queued' },
  ]);
});

test('without a client or a contact nothing is sent; unknown ones are named', async () => {
  for (const over of [{ clientKeys: [] }, { emailNotificationKeys: [] }]) {
    const { status, body } = await world.send(desk, form(over));
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'Select at least one client and one contact.',
    });
  }
  const wrong = await world.send(desk, form({ emailNotificationKeys: [world.contacts.ada, 999_999] }));
  expect(wrong.body.errors).toEqual([
    { field: 'emailNotificationKeys', code: 'unknown', message: 'There is no active contact 999999.' },
  ]);
  const foreign = await world.send(desk, form({ clientKeys: [world.clientKey, world.campaigns.foreign.clientKey] }));
  expect(foreign.body.errors).toMatchObject([{ field: 'clientKeys', code: 'unknown' }]);
  expect(await world.run(sql`select 1 from insertion_order`)).toEqual([]);
});

test('a partner without an allocation is left out and listed', async () => {
  const { orders, skipped } = await world.sent(
    desk,
    form({
      clientKeys: [world.campaigns.elsewhere.clientKey],
      emailNotificationKeys: [world.contacts.ada, world.contacts.cy],
    }),
  );
  expect(orders).toMatchObject([{ partnerKey: world.partners.one, units: 11 }]);
  expect(skipped).toMatchObject([{ reason: 'No allocation in April 2026.' }]);
});

test('a version is mailed to a contact at most once in ten minutes; later it is the same version again', async () => {
  const first = await world.sent(desk, form({ emailNotificationKeys: [world.contacts.ada] }));
  harness.clock.set(new Date(TEST_NOW.getTime() + 9 * 60_000));
  const again = await world.sent(desk, form());
  expect(again.skipped).toMatchObject([{ reason: 'Ada was mailed this version less than 10 minutes ago.' }]);
  expect(again.orders).toMatchObject([{ ioKey: first.orders[0]!.ioKey, recipients: [{ name: 'Bo' }] }]);
  harness.clock.set(new Date(TEST_NOW.getTime() + 11 * 60_000));
  const later = await world.sent(desk, form({ emailNotificationKeys: [world.contacts.ada] }));
  expect(later).toMatchObject({ mails: 1, skipped: [], orders: [{ ioKey: first.orders[0]!.ioKey }] });
  expect(await world.run(sql`select version from insertion_order`)).toEqual([{ version: 1 }]);
});

test('two concurrent senders send an order once', async () => {
  const [one, two] = await Promise.all([world.sent(desk, form()), world.sent(desk, form())]);
  expect([one.mails, two.mails].toSorted((a, b) => a - b)).toEqual([0, 2]);
  await world.work();
  expect(await world.mails()).toHaveLength(2);
});

test(
  'killed during a mail, nobody is mailed twice; a failing mail stops no other and gives a reason',
  { tags: ['long'] },
  async () => {
    const { orders } = await world.sent(desk, form());
    // Rolls back where the process would have died: the mail is written, the mark that it was is not.
    await world.run(
      sql`create function public.die() returns trigger language plpgsql as $$ begin raise exception 'killed here'; end $$`,
    );
    await world.run(
      sql`create trigger die before update on insertion_order_mail for each row when (new.state = 'queued' and new.name = 'Ada') execute function public.die()`,
    );
    await world.work();
    expect((await world.mails()).map(({ to }) => to)).toEqual([`bo.${world.partners.one}@partner.example`]);
    expect(await world.run(sql`select count(*)::int as n from mail`)).toEqual([{ n: 1 }]);
    const states = async () =>
      (await world.order(desk, orders[0]!.ioKey!)).mails.map(({ name, state, failure }) => ({ name, state, failure }));
    expect(await states()).toEqual([
      { name: 'Ada', state: 'failing', failure: 'killed here' },
      { name: 'Bo', state: 'queued', failure: null },
    ]);
    await world.run(sql`drop function public.die cascade`);
    await world.work();
    expect((await states()).map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(await world.mails()).toHaveLength(2);
    await world.run(sql`update mail set failure = 'No such mailbox' where to_address like 'ada%'`);
    expect((await states())[0]).toMatchObject({ state: 'failing', failure: 'No such mailbox' });
  },
);

test('a message is plain text, whatever it contains, and adds no recipient', async () => {
  await world.run(
    sql`update partner_contact set name = E'Ada\r\nBcc: all@mail.example' where contact_key = ${world.contacts.ada}`,
  );
  await world.sent(
    desk,
    form({ emailNotificationKeys: [world.contacts.ada], customMessage: '<script>alert(1)</script>' }),
  );
  await world.work();
  const [mail] = await world.mails();
  expect(mail!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(mail!.html).not.toContain('<script');
  expect(mail!.body).toContain('Hello Ada Bcc: all@mail.example,');
  expect(mail!.subject).not.toMatch(/[\r\n]/);
  expect(await world.mails()).toHaveLength(1);
  await world.run(sql`update partner_contact set name = 'Ada' where contact_key = ${world.contacts.ada}`);
});

test('the preview shows what sending would do and writes nothing', async () => {
  const { body } = await harness.call(ioNextMonthPreview, desk, { params: { owner: world.owner }, body: form() });
  expect(body.data).toMatchObject({ mails: 2, orders: [{ ioKey: null, units: 130 }] });
  expect(await world.run(sql`select 1 from insertion_order`)).toEqual([]);
});

const board = async (as: SignedIn, owner = world.owner) =>
  (await harness.call(ioBoard, as, { params: { owner } })).body.data as IoBoard;

test('the board has sent orders and those to send; a partner sees its own sent ones', async () => {
  expect((await board(desk)).orders.map(({ state, ioKey }) => [state, ioKey])).toEqual([
    ['DRAFT', null],
    ['DRAFT', null],
    ['DRAFT', null],
  ]);
  await world.sent(desk, form({ emailNotificationKeys: Object.values(world.contacts) }));
  const { orders } = await board(desk);
  expect(orders.map(({ state, units }) => `${state} ${units}`).toSorted()).toEqual(['DRAFT 11', 'SENT 130', 'SENT 70']);
  expect(orders.find(({ units }) => units === 130)!.mails).toEqual({ asked: 2, sent: 0, failing: 0 });
  const theirs = await board(await world.partner(world.partners.two));
  expect(theirs.orders).toMatchObject([{ units: 70, state: 'SENT' }]);
  expect(theirs.orders[0]).not.toHaveProperty('mails');
  expect((await board(await world.partner(), world.campaigns.foreign.ownerKey)).orders).toEqual([]);
});

test('an order goes to contacts of its own partner only', async () => {
  const { orders } = await world.sent(desk, form({ emailNotificationKeys: [world.contacts.ada] }));
  const { status, body } = await harness.call(ioSend, desk, {
    params: { owner: world.owner, ioKey: orders[0]!.ioKey! },
    body: { emailNotificationKeys: [world.contacts.cy] },
  });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([
    { field: 'emailNotificationKeys', message: expect.stringMatching(/^Cy is no contact of Partner/) as string },
  ]);
});
