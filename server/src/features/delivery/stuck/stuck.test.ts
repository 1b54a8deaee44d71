import {
  type CallResponse,
  leadAttention,
  leadWarning,
  stuckLeadClaim,
  stuckLeadClaimAnswer,
  stuckLeadDelivered,
  stuckLeadList,
  stuckLeadRetry,
  type StuckLeadRow,
  stuckLeadScrub,
  stuckLeadSearch,
  stuckLeadSummary,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDelivering } from '../../../jobs/delivering.ts';
import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { clientOf, makeEndpoint, makeValidLead, TEST_SECRET } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
const HOUR = 3_600_000;
const ALL = { permissions: ['leadanalyzer:View', 'leadanalyzer:Update', 'leadanalyzer:Export'] } as const;
let owner: number;
let other: number;
let campaignKey: number;
let clientKey: number;
let endpointKey: number;
let desk: SignedIn;
let client: SignedIn;
let params: { owner: number };

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const make = async (hoursAgo: number, reason = 'ENDPOINT_DOWN', ownerKey = owner, campaign = campaignKey) => {
  const at = new Date(TEST_NOW.getTime() - hoursAgo * HOUR);
  const { leadKey, capturedDate } = await harness.asMigrator((tx) =>
    makeValidLead(tx, { ownerKey, campaignKey: campaign, at, status: 'STK' }),
  );
  await write(sql`update lead set status_reasons = array[${reason}] where lead_key = ${leadKey}`);
  if (ownerKey === owner)
    await write(sql`
      insert into delivery_task (owner_key, captured_date, lead_key, client_key, endpoint_key, accepted_at, due_at, is_stuck)
      values (${ownerKey}, ${capturedDate}, ${leadKey}, ${clientKey}, ${endpointKey}, ${at}, ${new Date(TEST_NOW.getTime() + HOUR)}, true)`);
  return leadKey;
};

beforeAll(async () => {
  const fixture = await harness.asMigrator(async (tx) => {
    const mine = await makeCampaign(tx);
    const foreign = await makeCampaign(tx);
    const key = await clientOf(tx, mine.ownerKey, mine.campaignKey);
    const endpoint = await makeEndpoint(tx, { ownerKey: mine.ownerKey, clientKey: key });
    return { mine, foreign, key, endpoint };
  });
  owner = fixture.mine.ownerKey;
  other = fixture.foreign.ownerKey;
  campaignKey = fixture.mine.campaignKey;
  clientKey = fixture.key;
  endpointKey = fixture.endpoint;
  params = { owner };
  await make(5, 'ENDPOINT_DOWN', other, fixture.foreign.campaignKey);
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await write(sql`update lead set status = 'SCR' where owner_key = ${owner} and status = 'STK'`);
  await write(sql`delete from delivery_notice`);
  await write(sql`delete from mail`);
  await write(sql`delete from delivery_retry`);
  await write(sql`update delivery_task set due_at = null where done_at is null`);
  await write(sql`update delivery_endpoint set name = 'School CRM' where endpoint_key = ${endpointKey}`);
  desk = await harness.signedIn('ag', { owners: [owner], ...ALL });
  client = await harness.signedIn('cl', { owners: [owner], permissions: ['leadanalyzer:View'] });
});

const search = async (as: SignedIn, body: object = {}) => {
  const answer = await harness.call(stuckLeadSearch, as, { params, body });
  expect(answer.status).toBe(200);
  return (answer.body.data as { rows: StuckLeadRow[] }).rows;
};
const keysOf = (rows: readonly StuckLeadRow[]) => rows.map(({ leadCaptureKey }) => leadCaptureKey);
const leadOf = async (leadKey: number) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ status: string; reference: string | null; reasons: string[] }>`
      select status, crm_reference as reference, status_reasons as reasons from lead where lead_key = ${leadKey}`.execute(
      tx,
    ),
  );
  return rows[0];
};
const dueOf = async (leadKeys: number[]) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      due: Date | null;
    }>`select due_at as due from delivery_task where lead_key = any (${leadKeys}) order by lead_key`.execute(tx),
  );
  return rows.map(({ due }) => due);
};
const mails = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      to: string;
      subject: string;
      body: string;
    }>`select to_address as to, subject, body from mail order by mail_key`.execute(tx),
  );
  return rows;
};

test('stuck leads of the last 90 days, oldest first; not another owner’s or delivered ones', async () => {
  const [young, old, , tooOld] = [await make(2), await make(40, 'TIMEOUT'), await make(0.5), await make(91 * 24)];
  await write(
    sql`update lead set status = 'DLV' where lead_key = (select max(lead_key) - 1 from lead where owner_key = ${owner})`,
  );
  const rows = await search(client);
  expect(keysOf(rows)).toEqual([old, young]);
  expect(keysOf(rows)).not.toContain(tooOld);
  expect(rows[0]).toMatchObject({ reason: 'TIMEOUT', ageMinutes: 40 * 60, tries: 0, endpointName: 'School CRM' });
  expect(keysOf(await search(desk, { age: 'ATTENTION' }))).toEqual([old]);
  expect(keysOf(await search(desk, { age: 'WARNING' }))).toEqual([young]);
  expect(keysOf(await search(desk, { reason: ['ENDPOINT_DOWN'] }))).toEqual([young]);
  expect(keysOf(await search(desk, { endpoint: [endpointKey], sort: '-createdAt' }))).toEqual([young, old]);
  const plain = await harness.call(stuckLeadList, desk, { params });
  expect(plain.body.data).toMatchObject({ total: 2, rows: [{ leadCaptureKey: old }, { leadCaptureKey: young }] });
  const { body } = await harness.call(stuckLeadSummary, desk, { params });
  expect(body.data).toMatchObject({
    total: 2,
    warning: 1,
    attention: 1,
    groups: [
      { endpointName: 'School CRM', reason: 'TIMEOUT', leads: 1, retrying: 0 },
      { endpointName: 'School CRM', reason: 'ENDPOINT_DOWN', leads: 1 },
    ],
  });
});

test('retries one, some, or all of an endpoint and cause, which also resets its breaker', async () => {
  const [one, two, three] = [await make(2), await make(3), await make(4, 'MAPPING_ERROR')];
  const later = new Date(TEST_NOW.getTime() + HOUR);
  const shut = () => write(sql`update delivery_health set open_until = ${later} where endpoint_key = ${endpointKey}`);
  const openUntil = async () => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ until: Date }>`select open_until as until from delivery_health where endpoint_key = ${endpointKey}`.execute(
        tx,
      ),
    );
    return rows[0]?.until;
  };
  await shut();
  expect((await harness.call(stuckLeadRetry, desk, { params, body: { leadKeys: [one] } })).body.data).toEqual({
    queued: 1,
    atOnce: 4,
  });
  expect(await dueOf([one, two, three])).toEqual([TEST_NOW, later, later]);
  expect(await openUntil()).toEqual(TEST_NOW);
  await shut();
  const all = await harness.call(stuckLeadRetry, desk, { params, body: { endpointKey, reason: 'ENDPOINT_DOWN' } });
  expect(all.body.data).toMatchObject({ queued: 2 });
  expect(await dueOf([one, two, three])).toEqual([TEST_NOW, TEST_NOW, later]);
  expect(await openUntil()).toEqual(TEST_NOW);
  expect((await harness.call(stuckLeadRetry, client, { params, body: { leadKeys: [one] }, group: 'ag' })).status).toBe(
    403,
  );
});

test('a retry shows its progress until none of its leads waits', async () => {
  const leads = [await make(2), await make(3), await make(4), await make(5)];
  await harness.call(stuckLeadRetry, desk, { params, body: { endpointKey, reason: null } });
  const retriesOf = async (as: SignedIn) =>
    ((await harness.call(stuckLeadSummary, as, { params })).body.data as CallResponse<typeof stuckLeadSummary>).retries;
  const [begun] = await retriesOf(desk);
  expect(begun).toMatchObject({ endpointName: 'School CRM', leads: 4, delivered: 0, failed: 0, waiting: 4 });
  expect(begun!.askedBy).toBe('Test User');
  expect((await retriesOf(client))[0]).toMatchObject({ leads: 4, askedBy: null });
  const answers = [200, 200, 503];
  const http: OutboundHttp = async () => ({ status: answers.shift() ?? 503, text: '' });
  const log = { error: (...args: unknown[]) => expect(args).toEqual([]) };
  const delivering = openDelivering({ db: harness.db, clock: harness.clock, secret: TEST_SECRET, http, log });
  await harness.call(stuckLeadScrub, desk, { params, body: { leadKeys: [leads[3]!], reasonCode: 'DNC' } });
  await delivering.drain();
  expect((await retriesOf(desk))[0]).toMatchObject({ leads: 4, delivered: 2, closed: 1, failed: 1, waiting: 0 });
  // A second retry gets a line of its own; one finished for an hour is no longer shown.
  harness.clock.set(new Date(TEST_NOW.getTime() + HOUR));
  expect(await retriesOf(await harness.signedIn('ag', { owners: [owner], ...ALL }))).toEqual([]);
});

test('mark delivered needs a reference or a note, scrub a reason; leads that are not stuck are refused by name', async () => {
  const [one, two] = [await make(2), await make(3)];
  const bare = await harness.call(stuckLeadDelivered, desk, { params, body: { leadKeys: [one] } });
  expect(bare.status).toBe(400);
  const done = await harness.call(stuckLeadDelivered, desk, { params, body: { leadKeys: [one], reference: 'CRM-9' } });
  expect(done.body.data).toEqual({ changed: 1, refused: [] });
  expect(await leadOf(one)).toEqual({ status: 'DLV', reference: 'CRM-9', reasons: [] });
  const scrubbed = await harness.call(stuckLeadScrub, desk, {
    params,
    body: { leadKeys: [one, two], reasonCode: 'DNC' },
  });
  expect(scrubbed.body.data).toEqual({
    changed: 1,
    refused: [{ leadKey: one, message: 'A lead cannot go from Delivered to Scrubbed.' }],
  });
  expect(await leadOf(two)).toMatchObject({ status: 'SCR', reasons: ['DNC'] });
});

test('“we have it” changes nothing before the agency confirms it, and the reference is the client’s', async () => {
  const [yes, no] = [await make(2), await make(3)];
  await harness.call(stuckLeadClaim, client, { params, body: { leadKeys: [yes, no], reference: 'SF-00412' } });
  expect(await leadOf(yes)).toMatchObject({ status: 'STK' });
  expect((await search(desk, { isClaimed: true })).map((row) => row.claimedReference)).toEqual([
    'SF-00412',
    'SF-00412',
  ]);
  await harness.call(stuckLeadClaimAnswer, desk, { params, body: { leadKeys: [no], isConfirmed: false } });
  await harness.call(stuckLeadClaimAnswer, desk, { params, body: { leadKeys: [yes], isConfirmed: true } });
  expect(await leadOf(yes)).toMatchObject({ status: 'DLV', reference: 'SF-00412' });
  expect(await leadOf(no)).toMatchObject({ status: 'STK' });
  expect(await search(desk, { isClaimed: true })).toEqual([]);
});

test('a warning goes to the technical contact, hourly per cause; attention to all concerned, daily', async () => {
  const contacts = [
    { name: 'Tom', email: 'tom@school.example', role: 'TECHNICAL' },
    { name: 'Ann', email: 'ann@school.example', role: 'ACCOUNT' },
  ];
  await write(sql`
    insert into client_criteria (owner_key, client_key, version, body, saved_at)
    values (${owner}, ${clientKey}, 1, ${JSON.stringify({ contacts })}, now())`);
  await write(
    sql`update delivery_endpoint set name = ${'School CRM\r\nBcc: x@evil.example'} where endpoint_key = ${endpointKey}`,
  );
  const [young, old] = [await make(2), await make(30)];
  const send = (call: typeof leadWarning, leadCaptureKeys: number[], as = desk) =>
    harness.call(call, as, { body: { leadCaptureKeys, message: 'Please <b>look</b>' } });
  expect((await send(leadWarning, [young, old])).body.data).toEqual({ mails: 1, leads: 2, skipped: [] });
  const [mail] = await mails();
  expect(mail).toMatchObject({
    to: 'tom@school.example',
    subject: 'School CRM Bcc: x@evil.example: 2 leads stuck, endpoint down',
  });
  expect(mail!.body).toContain(
    `/#/s/cl/leadmanagement/stuck-leads?owner=${owner}&reason=ENDPOINT_DOWN&endpoint=${endpointKey}`,
  );
  expect(mail!.body).toContain('Please <b>look</b>');
  // In the owner's time, and with the leads as the list names them, the oldest first.
  expect(mail!.body).toMatch(/^Since: Mar \d+, 2026, \d+:\d\d [AP]M C[SD]T$/m);
  const { rows: ids } = await harness.asMigrator((tx) =>
    sql<{
      id: string;
    }>`select public_id as id from lead where lead_key in (${old}, ${young}) order by created_at`.execute(tx),
  );
  expect(mail!.body).toContain(`Leads: ${ids.map(({ id }) => id).join(', ')}`);
  harness.clock.advance(59 * 60_000);
  const early = await harness.signedIn('cl', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect((await send(leadWarning, [young], early)).body.data).toMatchObject({ mails: 0, skipped: [{ leads: 1 }] });
  harness.clock.advance(60_000);
  const again = await harness.signedIn('ag', { owners: [owner], ...ALL });
  expect((await send(leadWarning, [young], again)).body.data).toMatchObject({ mails: 1 });
  await write(sql`delete from mail`);
  // Only leads that have waited for more than a day; the lead desk is notified too.
  expect((await send(leadAttention as never, [young, old], again)).body.data).toMatchObject({ leads: 1 });
  expect((await mails()).map(({ to }) => to)).toEqual(
    expect.arrayContaining(['tom@school.example', 'ann@school.example']),
  );
  expect((await send(leadAttention as never, [old], again)).body.data).toMatchObject({ mails: 0 });
  const stranger = await harness.signedIn('ag', { owners: [other], ...ALL });
  expect((await send(leadWarning, [young], stranger)).status).toBe(404);
});
