import { billableClose, billableReopen, billableReport, type CallResponse, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { systemScope } from '../../jobs/system-scope.ts';
import { moveLeads } from '../../shared/delivery/move-lead.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makePlatformDay, makePpcCampaign } from '../../testing/factories/factories.ts';
import { makeReturnWorld, RETURN_PRICES, type ReturnWorld } from '../../testing/factories/return-factories.ts';

/** Leads that are valid and not delivered: shown beside the bill while its month is open, never in the amount due. */
const harness = useApp();
type Report = CallResponse<typeof billableReport>;
const RIGHTS: Permission[] = ['reports:Billable', 'reports:View', 'reports:Margin', 'admin:Settings'];
const { client, media } = RETURN_PRICES;
let world: ReturnWorld;

beforeAll(async () => {
  const facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
  await facts.close();
  world = await makeReturnWorld(harness);
});
const setClock = (at: string): void => harness.clock.set(new Date(at));
const agency = (): Promise<SignedIn> => harness.signedIn('ag', { owners: [world.owner], permissions: RIGHTS });
const report = async (as: SignedIn, month: string): Promise<Report> => {
  const { body } = await harness.call(billableReport, as, { body: { ownerKey: world.owner, month } });
  return body.data as Report;
};
const totalOf = async (month: string): Promise<Report['total']> => (await report(await agency(), month)).total;
const dueToPartner = async (month: string): Promise<Report['total']> => {
  const permissions: Permission[] = ['reports:Billable', 'reports:View'];
  const as = await harness.signedIn('mp', { owners: [world.owner], permissions, partnerKey: world.partners[0] });
  return (await report(as, month)).total;
};
/** A lead that waits to be delivered; its key. */
const wait = async (at: string): Promise<{ leadKey: number; capturedDate: string }> => {
  const { key } = await world.leadOf(await world.deliver(at));
  await world.write(sql`update lead set status = 'VAL', delivered_at = null where lead_key = ${key}`);
  return { leadKey: key, capturedDate: at.slice(0, 10) };
};
const deliver = (lead: { leadKey: number; capturedDate: string }): Promise<unknown> =>
  harness.db.withScope(systemScope(world.owner), (tx) =>
    moveLeads(tx, world.owner, [{ ownerKey: world.owner, ...lead, from: 'VAL', to: 'DLV' }], {
      by: 'system',
      userKey: null,
      at: harness.clock.now(),
    }),
  );
const close = async (month: string, status: 'IN_REVIEW' | 'REOPENED'): Promise<void> => {
  const answer = await harness.call(billableClose, await agency(), { body: { ownerKey: world.owner, month, status } });
  expect(answer.status).toBe(200);
};

test('in an open month, undelivered leads are expected, and neither in the amount nor in what is due', async () => {
  await world.deliver('2026-02-03T15:00:00Z');
  await world.deliver('2026-02-04T15:00:00Z');
  await wait('2026-02-05T15:00:00Z');
  setClock('2026-02-20T15:00:00Z');
  const { rows, total } = await report(await agency(), '2026-02-01');
  for (const figures of [rows[0]?.figures, total])
    expect(figures).toMatchObject({
      billableLeads: 2,
      unitPrice: client,
      amount: 2 * client,
      totalDue: 2 * client,
      expectedLeads: 1,
      expectedAmount: client,
      mediaUnitPrice: media,
      mediaAmount: 2 * media,
      mediaTotalDue: 2 * media,
      mediaExpectedAmount: media,
    });
  expect(await dueToPartner('2026-02-01')).toMatchObject({
    billableLeads: 2,
    amount: 2 * media,
    totalDue: 2 * media,
    expectedLeads: 1,
    expectedAmount: media,
  });
});

test('amounts are leads times prices: leads without a price count in no unit price, platforms have none', async () => {
  await world.deliver('2026-08-03T15:00:00Z');
  const free = await world.leadOf(await world.deliver('2026-08-04T15:00:00Z'));
  await world.write(sql`update lead set client_price = 0, media_price = 0 where lead_key = ${free.key}`);
  await harness.asMigrator(async (tx) => {
    const { rows: goals } = await sql<{ goalKey: number }>`
      select goal_key as "goalKey" from campaign where campaign_key = ${world.campaigns[0]}`.execute(tx);
    const search = await makePpcCampaign(tx, { ownerKey: world.owner, goalKey: goals[0]!.goalKey });
    await makePlatformDay(tx, { ...search, day: '2026-08-05', cost: 40, clientCost: 46 });
  });
  setClock('2026-08-20T15:00:00Z');
  const { rows, total } = await report(await agency(), '2026-08-01');
  expect(total).toMatchObject({ billableLeads: 2, unitPrice: client, mediaUnitPrice: media, amount: client });
  expect(rows.find(({ figures }) => figures.platformClientCost === 46)?.figures).toMatchObject({
    unitPrice: null,
    mediaUnitPrice: null,
  });
});

test('closing the month does not bill them; one delivered later is billed in that month, and the closed one stays unchanged', async () => {
  await world.deliver('2026-05-03T15:00:00Z');
  const late = await wait('2026-05-04T15:00:00Z');
  await wait('2026-05-05T15:00:00Z');
  setClock('2026-06-02T15:00:00Z');
  await close('2026-05-01', 'IN_REVIEW');
  const closed = await report(await agency(), '2026-05-01');
  expect(closed.total).toMatchObject({ billableLeads: 1, unitPrice: client, amount: client, totalDue: client });
  expect(Object.keys(closed.total).filter((key) => /expected/i.test(key))).toEqual([]);

  setClock('2026-06-03T15:00:00Z');
  await deliver(late);
  expect(await report(await agency(), '2026-05-01')).toEqual(closed);
  const open = await report(await agency(), '2026-06-01');
  expect(open.total).toMatchObject({ priorMonthAdjustments: client, totalDue: client, mediaTotalDue: media });
  expect(open.adjustments).toMatchObject([
    {
      forMonth: '2026-05-01',
      amount: client,
      reason: 'Valid - awaiting delivery became Delivered after May 2026 was closed',
    },
  ]);

  // After reopening, the lead that still waits is expected again; the other is billed in June already.
  await harness.call(billableReopen, await agency(), {
    body: { ownerKey: world.owner, month: '2026-05-01', reason: 'A price was wrong' },
  });
  expect(await totalOf('2026-05-01')).toMatchObject({
    billableLeads: 1,
    amount: client,
    expectedLeads: 1,
    expectedAmount: client,
  });
  await close('2026-05-01', 'REOPENED');
  expect(await totalOf('2026-05-01')).toMatchObject({ billableLeads: 1, totalDue: client });
});
