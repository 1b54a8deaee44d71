import { type LeadDetail, leadDetails, returnDecide, returnWithdraw } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../../db/facts/facts.ts';
import { recountNow } from '../../../jobs/recounting.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeReturnWorld, type ReturnWorld } from '../../../testing/factories/return-factories.ts';

const harness = useApp();
const RECENT = '2026-03-09T15:00:00Z';
let world: ReturnWorld;
let facts: Facts;
let client: SignedIn;
let desk: SignedIn;

beforeAll(async () => {
  facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
  world = await makeReturnWorld(harness);
});
afterAll(() => facts.close());
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.agree({ maxPercent: 100 });
  [client, desk] = [await world.client(), await world.desk()];
});

const ask = async (as: SignedIn, place: 0 | 1 = 0) => {
  const lead = await world.deliver(RECENT, place);
  expect((await world.request(as, [lead], { note: 'Rings elsewhere' })).body.data).toMatchObject({ requested: 1 });
  const [row] = await world.search(as, { leadId: lead });
  return { lead, returnKey: row!.returnKey };
};
const withdraw = (as: SignedIn, returnKey: number, note = 'It was another lead', ownerKey = world.owner) =>
  harness.call(returnWithdraw, as, { body: { ownerKey, returnKey, note } });
const decide = (returnKeys: number[], decision: 'ACCEPT' | 'DECLINE') =>
  harness.call(returnDecide, desk, { body: { ownerKey: world.owner, returnKeys, decision, note: 'Because' } });
test('the requester withdraws: the lead is delivered as before, may be requested again, and no figure changed', async () => {
  const { lead, returnKey } = await ask(client);
  expect(await world.search(client, { leadId: lead })).toMatchObject([{ mayWithdraw: true }]);
  expect(await world.search(desk, { leadId: lead })).toMatchObject([{ mayWithdraw: false }]);
  const before = await world.leadOf(lead);
  expect((await withdraw(client, returnKey, ' ')).status).toBe(400);
  expect((await withdraw(client, returnKey)).status).toBe(200);
  expect(await world.leadOf(lead)).toMatchObject({ status: 'DLV', reasons: [], delivered: before.delivered });
  expect(await world.search(desk, { leadId: lead })).toMatchObject([
    { state: 'WITHDRAWN', decisionNote: 'It was another lead', mayWithdraw: false },
  ]);
  expect(await recountNow(facts, harness.clock)).toBe(0);
  const record = await harness.asMigrator((tx) =>
    sql`select user_type as by from audit_log where action = 'returnWithdrawn' and entity_key = ${String(before.key)}`.execute(
      tx,
    ),
  );
  expect(record.rows).toEqual([{ by: 'cl' }]);
  for (const as of [client, await world.partner(0)]) {
    const { body } = await harness.call(leadDetails, as, { params: { searchType: 'leadid', keyCode: lead } });
    expect((body.data as { leads: [LeadDetail] }).leads[0].events).toContainEqual(
      expect.objectContaining({
        kind: 'status',
        from: 'RTR',
        to: 'DLV',
        isWithdrawal: true,
        note: 'It was another lead',
      }),
    );
  }
  expect((await world.request(client, [lead])).body.data).toMatchObject({ requested: 1 });
});

test('the other side, a media partner and another owner cannot; a decided return stays, with an explanation', async () => {
  const { lead, returnKey } = await ask(client);
  expect((await withdraw(desk, returnKey)).status).toBe(403);
  expect((await withdraw(await world.partner(0), returnKey)).status).toBe(403);
  expect((await withdraw(await world.stranger(), returnKey)).status).toBe(404);
  expect(await world.leadOf(lead)).toMatchObject({ status: 'RTR' });
  await decide([returnKey], 'DECLINE');
  const late = await withdraw(client, returnKey);
  expect(late.status).toBe(409);
  expect(late.body.message).toMatch(/was declined on .* You wanted to withdraw it\.$/);
  const own = await ask(desk);
  expect((await withdraw(client, own.returnKey)).status).toBe(403);
  expect((await withdraw(await world.desk(), own.returnKey)).status).toBe(200);
});
