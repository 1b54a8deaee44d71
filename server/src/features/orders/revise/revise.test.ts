import { allocationsSave, ioBoard, type IoBoard, ioLinkAnswer, ioLinkOpen, ioSend } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../http/watch/log.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import {
  makeOrdersWorld,
  PUBLIC_URL,
  NEXT_MONTH,
  type OrdersWorld,
  tokenIn,
} from '../../../testing/factories/orders.ts';
import { reviseOrdersNow } from './revise.jobs.ts';
import { orderMailJob } from '../send/order-mail.jobs.ts';

const harness = useApp();
const log = createLog({ logLevel: 'silent' });
let world: OrdersWorld;
let desk: SignedIn;
let ioKey: number;

const revise = () => reviseOrdersNow({ db: harness.db, clock: harness.clock, log });
const SIGNER = { signerName: 'Ada', signerTitle: 'Director' };
const LATER = new Date(TEST_NOW.getTime() + 20 * 60_000);
const form = () => ({ clientKeys: [world.clientKey], emailNotificationKeys: [world.contacts.ada] });

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.forgetOrders();
  await world.run(sql`update campaign_month set aggregator_bid_price = null, client_bid_price = null, monthly_soft_allocation = null, monthly_allocation = case campaign_key
    when ${world.campaigns.mine.campaignKey} then 100 when ${world.campaigns.second.campaignKey} then 30 else monthly_allocation end
    where month = ${NEXT_MONTH}`);
  desk = await world.agency([
    'allocations:View',
    'allocations:Update',
    'campaigns:Price',
    'partners:Contact',
    'partners:View',
  ]);
  ioKey = (await world.sent(desk, form())).orders[0]!.ioKey!;
  harness.clock.set(LATER);
});

const change = (campaignKey: number, changes: object) =>
  harness.call(allocationsSave, desk, {
    params: { owner: world.owner, month: 'next' },
    body: { rows: [{ campaignKey, changes }] },
  });
const versions = () =>
  world.run<{ version: number; status: string }>(sql`select version, status from insertion_order order by version`);
const amendment = async () => {
  const { versions: all } = await world.order(desk, ioKey);
  return world.order(desk, all.at(-1)!.ioKey);
};

test('without changes no amendment is created, however often orders are checked', async () => {
  expect([await revise(), await revise()]).toEqual([0, 0]);
  expect(await versions()).toEqual([{ version: 1, status: 'SENT' }]);
});

test('a price changed after sending gives an amendment with just that and its author; the sent version is unchanged', async () => {
  const { campaignKey } = world.campaigns.mine;
  const saved = await change(campaignKey, { aggregatorBidPrice: 41.5 });
  expect(saved.status).toBe(200);
  expect(await revise()).toBe(1);
  expect(await revise()).toBe(0);
  expect(await versions()).toEqual([
    { version: 1, status: 'SENT' },
    { version: 2, status: 'DRAFT' },
  ]);
  const second = await amendment();
  expect(second.changes).toEqual([
    {
      campaignKey,
      campaignName: second.lines.find((line) => line.campaignKey === campaignKey)!.campaignName,
      field: 'mediaDesktop',
      label: 'Price',
      before: '$40.00',
      after: '$41.50',
      changedBy: 'Test User',
      changedAt: LATER.toISOString(),
    },
  ]);
  expect(second).toMatchObject({ units: 130, amount: 5350, state: 'DRAFT' });
  expect(await world.order(desk, ioKey)).toMatchObject({ amount: 5200, changes: [] });
});

test('a changed client price gives no amendment', async () => {
  expect((await change(world.campaigns.mine.campaignKey, { clientBidPrice: 77.77 })).status).toBe(200);
  expect(await revise()).toBe(0);
  expect(await versions()).toHaveLength(1);
});

test('an amendment disappears if its change is reverted before sending', async () => {
  const { campaignKey } = world.campaigns.second;
  await change(campaignKey, { monthlyAllocation: 44 });
  await revise();
  expect((await amendment()).changes).toMatchObject([{ field: 'monthlyAllocation', before: '30', after: '44' }]);
  await change(campaignKey, { monthlyAllocation: 30 });
  expect(await revise()).toBe(1);
  expect(await versions()).toEqual([{ version: 1, status: 'SENT' }]);
});

test('removed and added lines are listed as lines', async () => {
  expect(
    (await change(world.campaigns.second.campaignKey, { monthlyAllocation: 0, monthlySoftAllocation: 0 })).body,
  ).toMatchObject({
    status: 'success',
  });
  await revise();
  expect((await amendment()).changes).toMatchObject([
    { field: 'line', before: '30 at $40.00, $1,200.00', after: null },
  ]);
});

test('a draft is visible to the agency; once sent, the partner answers it, and the older link is refused', async () => {
  await world.work();
  const [first] = await world.mails();
  await change(world.campaigns.mine.campaignKey, { aggregatorBidPrice: 41.5 });
  await revise();
  const draft = await amendment();
  const partner = await world.partner();
  const board = async (as: SignedIn) =>
    ((await harness.call(ioBoard, as, { params: { owner: world.owner } })).body.data as IoBoard).orders.find(
      ({ partnerKey, clientKey }) => partnerKey === world.partners.one && clientKey === world.clientKey,
    );
  expect(await board(partner)).toMatchObject({ version: 1, state: 'SENT' });
  expect(await board(desk)).toMatchObject({ version: 2, state: 'DRAFT', changes: 1 });
  const sent = await harness.call(ioSend, desk, {
    params: { owner: world.owner, ioKey: draft.ioKey },
    body: { emailNotificationKeys: [world.contacts.ada] },
  });
  expect(sent.body.data).toEqual({ mails: 1, skipped: [] });
  await world.work();
  const [, second] = await world.mails();
  expect(second!.body).toContain('Price: $40.00 -> $41.50');
  const old = await harness.call(ioLinkAnswer, null, {
    body: { token: tokenIn(first!), answer: 'ACCEPTED', ...SIGNER },
  });
  expect(old.body).toMatchObject({
    code: 'STALE_ROW',
    message: 'A newer version of this order was sent. Answer that one.',
  });
  const opened = await harness.call(ioLinkOpen, null, { body: { token: tokenIn(second!) } });
  expect(opened.body.data).toMatchObject({
    order: { version: 2, changes: [{ after: '$41.50', changedBy: 'Test User' }] },
  });
  expect(
    (
      await harness.call(ioLinkAnswer, null, {
        body: { token: tokenIn(second!), answer: 'ACCEPTED', ...SIGNER },
      })
    ).status,
  ).toBe(200);
  expect(await board(desk)).toMatchObject({ version: 2, state: 'ACCEPTED' });
});

test('a change that is sent again before any check is an amendment too', async () => {
  await change(world.campaigns.mine.campaignKey, { aggregatorBidPrice: 41.5 });
  const { orders } = await world.sent(desk, form());
  expect(orders).toMatchObject([{ number: expect.stringMatching(/-v2$/) as string, changes: 1 }]);
  expect((await world.order(desk, orders[0]!.ioKey!)).changes).toMatchObject([{ changedBy: 'Test User' }]);
  expect(await revise()).toBe(0);
});
