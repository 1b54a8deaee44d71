import {
  alertBell,
  type BellRow,
  deliveryHealthList,
  type DeliveryHealthRow,
  type LeadDetail,
  leadDetails,
  stuckLeadRetry,
  type StuckLeadRow,
  stuckLeadSearch,
  stuckLeadSummary,
  stuckLeadTries,
  type StuckGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { queueDelivery } from '../../shared/delivery/queue-delivery.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { clientOf, makeEndpoint, makeValidLead } from '../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../../testing/factories/factories.ts';

const harness = useApp();
const minutes = (count: number): Date => new Date(TEST_NOW.getTime() + count * 60_000);
const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

interface Place {
  ownerKey: number;
  endpointKey: number;
  waiting: number;
  stuck: number;
}
let ours: Place;
let theirs: Place;
let partnerKey: number;
let desk: SignedIn;

const makePlace = (partner: number) =>
  harness.asMigrator(async (tx): Promise<Place> => {
    const { ownerKey, campaignKey } = await makeCampaign(tx, { partnerKey: partner });
    const endpointKey = await makeEndpoint(tx, { ownerKey, clientKey: await clientOf(tx, ownerKey, campaignKey) });
    const lead = async (at: Date, status: string): Promise<number> => {
      const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey, campaignKey, at });
      await queueDelivery(tx, { ownerKey, leadKey, capturedDate }, at);
      await sql`update lead set status = ${status}, status_reasons = array['ENDPOINT_DOWN'], partner_key = ${partner} where lead_key = ${leadKey}`.execute(
        tx,
      );
      await sql`
        insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, reason, response, http_status, endpoint_key)
        values (${ownerKey}, ${capturedDate}, ${leadKey}, 1, ${minutes(-5)}, 'failed', 'ENDPOINT_DOWN', 'pool full', 503, ${endpointKey})`.execute(
        tx,
      );
      return leadKey;
    };
    return { ownerKey, endpointKey, waiting: await lead(minutes(-10), 'VAL'), stuck: await lead(minutes(-90), 'STK') };
  });

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  partnerKey = await harness.asMigrator((tx) => makePartner(tx));
  [ours, theirs] = [await makePlace(partnerKey), await makePlace(partnerKey)];
  desk = await harness.signedIn('ag', {
    owners: [ours.ownerKey],
    permissions: ['leadanalyzer:View', 'leadanalyzer:Update'],
  });
});

const pause = (columns: { pausedAt?: Date | null; openUntil?: Date | null; failures?: number }) =>
  harness.asMigrator(async (tx) => {
    const { pausedAt = null, openUntil = null, failures = 0 } = columns;
    await sql`update delivery_endpoint set paused_at = ${pausedAt}`.execute(tx);
    await sql`update delivery_health set open_until = ${openUntil}, failures_in_row = ${failures}`.execute(tx);
  });
const due = (at: Date | null) => write(sql`update delivery_task set due_at = ${at}`);
beforeEach(async () => {
  await pause({});
  await due(minutes(20));
});

const leadOf = async (as: SignedIn, leadKey: number): Promise<LeadDetail> => {
  const params = { searchType: 'lead', keyCode: String(leadKey) };
  const { status, body } = await harness.call(leadDetails, as, { params });
  expect(status).toBe(200);
  return (body.data as { leads: [LeadDetail] }).leads[0];
};

/** The next try as each screen has it. */
const nextTries = async () => {
  const params = { owner: ours.ownerKey };
  const list = await harness.call(stuckLeadSearch, desk, { params, body: {} });
  const summary = await harness.call(stuckLeadSummary, desk, { params });
  const tries = await harness.call(stuckLeadTries, desk, { params: { ...params, leadKey: ours.stuck } });
  const all = [
    (await leadOf(desk, ours.stuck)).waiting,
    (list.body.data as { rows: StuckLeadRow[] }).rows[0],
    (summary.body.data as { groups: StuckGroup[] }).groups[0],
    tries.body.data as StuckLeadRow,
  ];
  return all.map((one) => ({ nextTry: one?.nextTry, nextTryAt: one?.nextTryAt }));
};
const four = (nextTry: string, nextTryAt: string | null = null) =>
  Array.from({ length: 4 }, () => ({ nextTry, nextTryAt }));

test('a lead page says what the lead waits for, before it is stuck too', async () => {
  expect((await leadOf(desk, ours.waiting)).waiting).toEqual({
    endpointKey: ours.endpointKey,
    endpointName: 'School CRM',
    state: 'SENDING',
    openUntil: null,
    failuresInRow: 0,
    lastAnswer: {
      at: minutes(-5).toISOString(),
      outcome: 'failed',
      reason: 'ENDPOINT_DOWN',
      httpStatus: 503,
      text: 'pool full',
    },
    nextTry: 'AT',
    nextTryAt: minutes(20).toISOString(),
  });
  await write(sql`update lead set status = 'DLV' where lead_key = ${ours.waiting}`);
  expect((await leadOf(desk, ours.waiting)).waiting).toBeNull();
  await write(sql`update lead set status = 'VAL' where lead_key = ${ours.waiting}`);
});

test('a media partner does not see what its lead waits for', async () => {
  const partner = await harness.signedIn('mp', {
    owners: [ours.ownerKey],
    partnerKey,
    permissions: ['leadanalyzer:View'],
  });
  expect(await leadOf(partner, ours.waiting)).not.toHaveProperty('waiting');
});

test('every screen has the same next try: a time to come, due now, or none behind a paused endpoint', async () => {
  expect(await nextTries()).toEqual(four('AT', minutes(20).toISOString()));
  await due(minutes(-11));
  expect(await nextTries()).toEqual(four('NOW'));
  await due(null);
  expect(await nextTries()).toEqual(four('ON_REQUEST'));
  await due(minutes(20));
  for (const openUntil of [minutes(9), minutes(-11)]) {
    await pause({ openUntil, failures: 10 });
    expect(await nextTries()).toEqual(four('PAUSED'));
  }
  await pause({ pausedAt: minutes(-30) });
  expect(await nextTries()).toEqual(four('PAUSED'));
});

test('lead page, stuck leads, health and bell have the same time of the trial at a paused endpoint', async () => {
  const openUntil = minutes(9);
  await pause({ openUntil, failures: 10 });
  await write(sql`
    insert into alert (owner_key, kind, cause, period, level, peak, client_key, endpoint_key, used, since, first_seen_at, changed_at, ends_at)
    select owner_key, 'breaker', 'breaker:' || endpoint_key, '', 1, 1, client_key, endpoint_key, 10, ${minutes(-30)},
           ${minutes(-30)}, ${minutes(-30)}, ${minutes(-11)}
    from delivery_endpoint where owner_key = ${ours.ownerKey}`);
  const params = { owner: ours.ownerKey };
  const summary = (await harness.call(stuckLeadSummary, desk, { params })).body.data as { groups: StuckGroup[] };
  const health = (await harness.call(deliveryHealthList, desk, {})).body.data as { rows: DeliveryHealthRow[] };
  const bell = (await harness.call(alertBell, desk, {})).body.data as { rows: BellRow[] };
  const { waiting } = await leadOf(desk, ours.waiting);
  expect([waiting, summary.groups[0], health.rows[0]].map((one) => [one?.state, one?.openUntil])).toEqual(
    Array.from({ length: 3 }, () => ['STOPPED', openUntil.toISOString()]),
  );
  expect(bell.rows.find(({ kind }) => kind === 'breaker')?.endsAt).toBe(openUntil.toISOString());
});

test('a lead is tried again before it is stuck, and nobody tries another owner’s', async () => {
  await pause({ openUntil: minutes(9), failures: 10 });
  const retry = (owner: number, leadKey: number, as = desk) =>
    harness.call(stuckLeadRetry, as, { params: { owner }, body: { leadKeys: [leadKey] } });
  expect((await retry(ours.ownerKey, ours.waiting)).body.data).toMatchObject({ queued: 1 });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ due: Date; isStuck: boolean }>`
      select due_at as due, is_stuck as "isStuck" from delivery_task where lead_key = ${ours.waiting}`.execute(tx),
  );
  expect(rows).toEqual([{ due: TEST_NOW, isStuck: false }]);
  // The one lead that is let through to the paused endpoint.
  expect((await leadOf(desk, ours.waiting)).waiting).toMatchObject({ openUntil: TEST_NOW.toISOString() });
  expect((await retry(ours.ownerKey, theirs.waiting)).status).toBe(404);
  expect((await retry(theirs.ownerKey, theirs.waiting)).status).toBe(404);
  const client = await harness.signedIn('cl', { owners: [ours.ownerKey], permissions: ['leadanalyzer:View'] });
  expect((await leadOf(client, ours.waiting)).waiting).toMatchObject({ endpointName: 'School CRM' });
  expect(
    (
      await harness.call(stuckLeadRetry, client, {
        params: { owner: ours.ownerKey },
        body: { leadKeys: [ours.waiting] },
        group: 'ag',
      })
    ).status,
  ).toBe(403);
});
