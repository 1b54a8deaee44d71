import {
  deliveryEndpointProbe,
  deliveryHealthList,
  type DeliveryHealthRow,
  deliveryStatus,
  type DeliverySystem,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { clientOf, makeEndpoint, makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';

const harness = useApp();
const NOW = new Date('2026-11-16T15:00:00Z');
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const run = (statement: RawBuilder<unknown>) => harness.asMigrator((tx) => statement.execute(tx));

interface Place {
  ownerKey: number;
  endpointKey: number;
  waiting: number[];
}
let ours: Place;
let theirs: Place;

/** An endpoint with attempts today and this week, and two waiting leads. */
const makePlace = () =>
  harness.asMigrator(async (tx): Promise<Place> => {
    const { ownerKey, campaignKey } = await makeCampaign(tx);
    const clientKey = await clientOf(tx, ownerKey, campaignKey);
    const endpointKey = await makeEndpoint(tx, { ownerKey, clientKey });
    const lead = (at: Date) => makeValidLead(tx, { ownerKey, campaignKey, at });
    const sent = await lead(before(60));
    const tries: [minutes: number, outcome: string, ms: number][] = [
      [5, 'failed', 30_000],
      [12, 'accepted', 200],
      [30, 'rejected', 400],
      [60 * 30, 'accepted', 90_000],
      [60 * 24 * 8, 'accepted', 1],
    ];
    for (const [index, [minutes, outcome, ms]] of tries.entries())
      await sql`
        insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, endpoint_key, duration_ms)
        values (${ownerKey}, ${sent.capturedDate}, ${sent.leadKey}, ${index + 1}, ${before(minutes)}, ${outcome}, ${endpointKey}, ${ms})
      `.execute(tx);
    const waiting: number[] = [];
    for (const minutes of [50, 40]) {
      const one = await lead(before(minutes));
      await queueDelivery(tx, { ownerKey, ...one }, before(minutes));
      await sql`update delivery_task set due_at = null where lead_key = ${one.leadKey}`.execute(tx);
      waiting.push(one.leadKey);
    }
    return { ownerKey, endpointKey, waiting };
  });

beforeAll(async () => {
  harness.clock.set(NOW);
  [ours, theirs] = [await makePlace(), await makePlace()];
});
beforeEach(async () => {
  await run(sql`update delivery_health set failures_in_row = 0, open_until = null`);
  await run(sql`update delivery_task set due_at = null`);
});

const later = new Date(NOW.getTime() + 9 * 60_000);
const stopSending = () => run(sql`update delivery_health set failures_in_row = 10, open_until = ${later}`);

const permissions = ['leadanalyzer:View', 'leadanalyzer:Update'] as const;
const agencyOf = (...owners: number[]) => harness.signedIn('ag', { owners, permissions: [...permissions] });
const healthOf = async (...owners: number[]) =>
  ((await harness.call(deliveryHealthList, await agencyOf(...owners), {})).body.data as { rows: DeliveryHealthRow[] })
    .rows;

test('all endpoints of all visible owners, and no others', async () => {
  const all = await healthOf(ours.ownerKey, theirs.ownerKey);
  expect(new Set(all.map(({ ownerKey }) => ownerKey))).toEqual(new Set([ours.ownerKey, theirs.ownerKey]));
  const rows = await healthOf(ours.ownerKey);
  expect(rows.map(({ ownerKey }) => ownerKey)).toEqual([ours.ownerKey]);
  expect(rows[0]).toMatchObject({
    endpointKey: ours.endpointKey,
    method: 'JSON',
    state: 'SENDING',
    lastAcceptedAt: before(12).toISOString(),
    accepted24h: 1,
    accepted7d: 2,
    waiting: 2,
    oldestWaitingAt: before(50).toISOString(),
    openUntil: null,
  });
  // Of today's three attempts; the one of 90 seconds was the day before.
  expect(rows[0]!.p95Ms).toBeGreaterThan(20_000);
  expect(rows[0]!.p95Ms).toBeLessThanOrEqual(30_000);
});

test('“try now” sends the oldest waiting lead, even if sending is stopped, and affects no other owner', async () => {
  await stopSending();
  expect((await healthOf(ours.ownerKey))[0]).toMatchObject({ state: 'STOPPED', openUntil: later.toISOString() });
  const probe = async (owner: number, endpointKey: number) =>
    harness.call(deliveryEndpointProbe, await agencyOf(ours.ownerKey), { params: { owner }, body: { endpointKey } });
  expect((await probe(ours.ownerKey, theirs.endpointKey)).status).toBe(404);
  expect((await probe(theirs.ownerKey, theirs.endpointKey)).status).toBe(404);
  expect((await probe(ours.ownerKey, ours.endpointKey)).body.data).toEqual({ tried: 1 });
  const due = await run(sql`select lead_key::int as lead from delivery_task where due_at <= ${NOW}`);
  expect(due.rows).toEqual([{ lead: ours.waiting[0] }]);
  const { rows } = await run(sql`select endpoint_key, open_until from delivery_health order by endpoint_key`);
  expect(rows).toEqual([
    { endpoint_key: ours.endpointKey, open_until: NOW },
    { endpoint_key: theirs.endpointKey, open_until: later },
  ]);
});

test('a client sees a line for each of its own systems', async () => {
  await stopSending();
  const client = await harness.signedIn('cl', { owners: [ours.ownerKey], permissions: ['leadanalyzer:View'] });
  const status = (owner: number) => harness.call(deliveryStatus, client, { params: { owner } });
  const { systems } = (await status(ours.ownerKey)).body.data as { systems: DeliverySystem[] };
  expect(systems).toMatchObject([{ endpointKey: ours.endpointKey, waiting: 2, state: 'STOPPED' }]);
  expect((await status(theirs.ownerKey)).status).toBe(404);
});
