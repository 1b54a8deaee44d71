import { type CallResponse, type IoBoard, ioBoard, ioPartnerBoard, ioWaiting } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeOrdersWorld, type OrdersWorld, PUBLIC_URL } from '../../testing/factories/orders.ts';
import { orderMailJob } from './send/order-mail.jobs.ts';

const byText = (a: unknown, b: unknown): number => JSON.stringify(a).localeCompare(JSON.stringify(b), 'en');
const harness = useApp();
let world: OrdersWorld;
let partner: SignedIn;

beforeAll(async () => {
  world = await makeOrdersWorld(harness, orderMailJob(harness, { publicUrl: PUBLIC_URL }));
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.forgetOrders();
  const desk = await world.agency();
  const { ada, bo, cy } = world.contacts;
  const emailNotificationKeys = [ada, bo, cy];
  await world.sent(desk, { clientKeys: [world.clientKey], emailNotificationKeys });
  const { ownerKey, clientKey } = world.campaigns.foreign;
  await world.send(desk, { clientKeys: [clientKey], emailNotificationKeys }, ownerKey);
  partner = await world.partner();
});

type Waiting = CallResponse<typeof ioWaiting>['orders'];
const waiting = async (as = partner): Promise<Waiting> =>
  ((await harness.call(ioWaiting, as, {})).body.data as { orders: Waiting }).orders;
const placesOf = (orders: Waiting) => orders.map(({ ownerKey, partnerKey }) => [ownerKey, partnerKey]);

test('a partner’s orders wait at every owner until they are answered, and nobody else’s', async () => {
  const { one, two } = world.partners;
  const { ownerKey } = world.campaigns.foreign;
  expect(placesOf(await waiting()).toSorted(byText)).toEqual(
    [
      [world.owner, one],
      [ownerKey, one],
    ].toSorted(byText),
  );
  expect(placesOf(await waiting(await world.partner(two)))).toEqual([[world.owner, two]]);
  await world.run(sql`update insertion_order set status = 'ACCEPTED' where owner_key = ${world.owner}`);
  expect(placesOf(await waiting())).toEqual([[ownerKey, one]]);
});

test('an order of a month that is over does not wait any more', async () => {
  harness.clock.set(new Date('2026-04-30T23:00:00Z'));
  expect(await waiting(await world.partner())).toHaveLength(2);
  harness.clock.set(new Date('2026-05-02T12:00:00Z'));
  expect(await waiting(await world.partner())).toEqual([]);
});

test('the board of all school groups has the cards of each', async () => {
  const board = async (owner?: number): Promise<IoBoard> => {
    const answer =
      owner === undefined
        ? await harness.call(ioPartnerBoard, partner, {})
        : await harness.call(ioBoard, partner, { params: { owner } });
    expect(answer.status).toBe(200);
    return answer.body.data as IoBoard;
  };
  const all = await board();
  const each = [await board(world.owner), await board(world.campaigns.foreign.ownerKey)];
  const keysOf = (boards: IoBoard[]) =>
    boards.flatMap(({ orders }) => orders.map(({ ioKey }) => ioKey)).toSorted(byText);
  expect(keysOf([all])).toEqual(keysOf(each));
  expect(all.orders).toHaveLength(2);
  expect(all.month).toBe(each[0]!.month);
});
