import {
  leadTrackingSearch,
  trackingDetails,
  type TrackingDetail,
  type TrackingEvent,
  trackingTypeCodes,
  transactionTypeCodes,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makerScope } from '../../../jobs/system-scope.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { clientOf, makeEndpoint, makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { trackingRows } from './tracking.list.ts';

const harness = useApp();
const CLICK = '11111111-2222-4333-8444-555555555555';
const LOST_CLICK = '11111111-2222-4333-8444-666666666666';
const MINUTE = 60_000;

let owner: number;
let other: number;
let partners: [number, number];
let campaigns: [number, number];
let clients: [number, number];
let leads: Record<'mine' | 'rival' | 'foreign', { leadKey: number; capturedDate: string }>;

const at = (minutesAgo: number): Date => new Date(TEST_NOW.getTime() - minutesAgo * MINUTE);

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    const mine = await makeCampaign(tx, { partnerKey: first });
    const rival = await makeCampaign(tx, { ownerKey: mine.ownerKey, partnerKey: second });
    const foreign = await makeCampaign(tx, { partnerKey: first });
    [owner, other] = [mine.ownerKey, foreign.ownerKey];
    [partners, campaigns] = [
      [first, second],
      [mine.campaignKey, rival.campaignKey],
    ];
    clients = [await clientOf(tx, owner, mine.campaignKey), await clientOf(tx, owner, rival.campaignKey)];
    for (const table of ['lead_milestone', 'click'])
      await sql`call app.ensure_months(${table}::regclass, '2026-01-01', '2026-03-31')`.execute(tx);
    const make = (of: { ownerKey: number; campaignKey: number }, minutes: number) =>
      makeValidLead(tx, { ...of, at: at(minutes), status: 'DLV' });
    leads = { mine: await make(mine, 100), rival: await make(rival, 90), foreign: await make(foreign, 80) };
    await sql`update lead set click_id = ${CLICK}, transaction_id = 'TX-1' where lead_key = ${leads.mine.leadKey}`.execute(
      tx,
    );
    await sql`update lead set lead_source_type = 'Call Center' where lead_key = ${leads.rival.leadKey}`.execute(tx);

    const endpointKey = await makeEndpoint(tx, { ownerKey: owner, clientKey: clients[0] });
    const of = (key: 'mine' | 'rival' | 'foreign') => {
      const ownerKey = key === 'foreign' ? other : owner;
      return sql`${ownerKey}, ${leads[key].capturedDate}::date, ${leads[key].leadKey}`;
    };
    const change = (
      key: 'mine' | 'rival' | 'foreign',
      minutes: number,
      from: string | null,
      to: string,
      reasons = '{}',
    ) =>
      sql`insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status, reasons)
          values (${of(key)}, ${at(minutes)}, ${from}, ${to}, ${reasons})`.execute(tx);
    await change('mine', 99, null, 'VAL');
    await change('mine', 70, 'VAL', 'DLV');
    await change('rival', 89, null, 'DUP', '{DUP_PHONE}');
    await change('rival', 20, 'DLV', 'RTN');
    await change('foreign', 10, null, 'VAL');
    await sql`
      insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, reason, request, response, endpoint_key)
      values (${of('mine')}, 1, ${at(95)}, 'failed', 'TIMEOUT', 'POST /intake j•••@g•••.com', null, ${endpointKey}),
             (${of('mine')}, 2, ${at(71)}, 'accepted', null, 'POST /intake', 'OK 77', ${endpointKey})`.execute(tx);
    await sql`
      insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at)
      values (${of('mine')}, 'APPLICATION', '2026-03-10', ${at(30)})`.execute(tx);
    await sql`
      insert into lead_postback_try (owner_key, captured_date, lead_key, postback_key, attempt, at, status, url, outcome, http_status, duration_ms, response)
      values (${of('mine')}, 41, 1, ${at(69)}, 'DLV', 'https://partner.example/pb?txn=TX-1', 'sent', 200, 12, 'thanks')`.execute(
      tx,
    );
    const { rows } = await sql<{ key: number }>`
      insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
      select min(user_key), 'ag', array[${owner}::int], 'Their warehouse', 'https://a.example', '{lead.milestone}', now(), now()
      from user_account having min(user_key) is not null returning webhook_key as key`.execute(tx);
    webhookKey = rows[0]?.key ?? null;
    await sql`
      insert into click (owner_key, clicked_date, click_id, clicked_at, campaign_key, partner_key, status, device, lead_key)
      values (${owner}, '2026-03-10', ${CLICK}, ${at(101)}, ${campaigns[0]}, ${first}, 0, 'mobile', ${leads.mine.leadKey}),
             (${owner}, '2026-03-10', ${LOST_CLICK}, ${at(60)}, ${campaigns[1]}, ${second}, 21, 'mobile', null),
             (${other}, '2026-03-10', gen_random_uuid(), ${at(60)}, ${foreign.campaignKey}, ${first}, 0, 'mobile', null)`.execute(
      tx,
    );
    await sql`update lead_person set erased_at = ${at(5)} where lead_key = ${leads.rival.leadKey}`.execute(tx);
  });
  viewer = await harness.signedIn('ag', { owners: [owner, other], permissions: ['leadanalyzer:View'] });
  webhookKey ??= await harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
      values (${viewer.userKey}, 'ag', array[${owner}::int], 'Their warehouse', 'https://a.example', '{lead.milestone}', now(), now())
      returning webhook_key as key`.execute(tx);
    return rows[0]!.key;
  });
  await harness.asMigrator((tx) =>
    sql`
      insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, state)
      values (${owner}, ${webhookKey}, 'lead.milestone', ${JSON.stringify({ leadKey: leads.mine.leadKey, campaignKey: campaigns[0] })},
              ${at(29)}, ${at(29)}, 'delivered')`.execute(tx),
  );
});
let webhookKey: number | null = null;
let viewer: SignedIn;

const search = async (filters: object = {}): Promise<TrackingEvent[]> => {
  const { status, body } = await harness.call(leadTrackingSearch, viewer, { body: { ownerKey: owner, ...filters } });
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  return (body.data as { rows: TrackingEvent[] }).rows;
};
const kindsOf = async (filters: object = {}): Promise<string[]> =>
  (await search(filters)).map(({ trackingTypeCode, transactionTypeCode, outcome }) =>
    [trackingTypeCode, transactionTypeCode, outcome].filter((part) => part !== null).join(' '),
  );

const ALL = [
  'ERASE Erased',
  'RETURN Returned',
  'NOTIFY Delivered',
  'MILESTONE Application',
  'CLK Not sent on (code 21)',
  'PBK NOTIFY Sent',
  'STATUS Delivered',
  'RETRY Accepted',
  'DEDUP Duplicate',
  'CALL POST Now delivered',
  'DELIVER Failed',
  'VALIDATE Valid - awaiting delivery',
  'FSB POST Now delivered',
  'CLK Sent on',
];

test('a single log of all events of an owner, newest first', async () => {
  expect(await kindsOf()).toEqual(ALL);
  const [, , third] = await search();
  expect(third).toMatchObject({ leadCaptureKey: leads.mine.leadKey, campaignName: expect.any(String) as string });
});

test('pages together give the complete log', async () => {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { body } = await harness.call(leadTrackingSearch, viewer, {
      body: { ownerKey: owner, limit: 3, ...(after !== null && { after }) },
    });
    const page = body.data as { rows: TrackingEvent[]; next: string | null };
    ids.push(...page.rows.map(({ trackingId }) => trackingId));
    after = page.next;
  } while (after !== null);
  expect(ids).toHaveLength(ALL.length);
  expect(new Set(ids).size).toBe(ALL.length);
});

test('each filter finds its events', async () => {
  expect(await kindsOf({ trackingTypeCodes: ['CLK'] })).toEqual(['CLK Not sent on (code 21)', 'CLK Sent on']);
  expect(await kindsOf({ trackingTypeCodes: ['FSB', 'CALL'] })).toEqual([
    'CALL POST Now delivered',
    'FSB POST Now delivered',
  ]);
  for (const code of [
    'VALIDATE',
    'DEDUP',
    'RETURN',
    'STATUS',
    'DELIVER',
    'RETRY',
    'MILESTONE',
    'ERASE',
    'POST',
    'NOTIFY',
  ])
    expect(await kindsOf({ transactionTypeCodes: [code] })).toEqual(
      ALL.filter((kind) => kind.split(' ').includes(code)),
    );
  const ofRival = [
    'ERASE Erased',
    'RETURN Returned',
    'CLK Not sent on (code 21)',
    'DEDUP Duplicate',
    'CALL POST Now delivered',
  ];
  expect(await kindsOf({ campaignKeys: [campaigns[1]] })).toEqual(ofRival);
  expect(await kindsOf({ mediaPartnerKeys: [partners[1]] })).toEqual(ofRival);
  expect(await kindsOf({ clientKeys: [clients[1]] })).toEqual(ofRival);
  expect(await kindsOf({ clientKeys: [clients[1]], mediaPartnerKeys: [partners[0]] })).toEqual([]);
});

test('an id finds all events of its lead, and a click without a lead', async () => {
  const ofMine = ALL.filter((kind) => !/ERASE|RETURN|21|DEDUP|CALL/.test(kind));
  for (const keyword of ['TX-1', String(leads.mine.leadKey), CLICK]) expect(await kindsOf({ keyword })).toEqual(ofMine);
  expect(await kindsOf({ keyword: LOST_CLICK })).toEqual(['CLK Not sent on (code 21)']);
  expect(await kindsOf({ keyword: 'nobody' })).toEqual([]);
});

test('days are the owner’s, at most 31 of them', async () => {
  expect(await kindsOf({ fromDate: '2026-03-10', toDate: '2026-03-10' })).toEqual(ALL);
  expect(await kindsOf({ toDate: '2026-03-09' })).toEqual([]);
  const { status, body } = await harness.call(leadTrackingSearch, viewer, {
    body: { ownerKey: owner, fromDate: '2026-02-01', toDate: '2026-03-10' },
  });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { code: 'RANGE_TOO_LONG', errors: [{ field: 'toDate' }] },
  });
  // A search for one id has no limit of days.
  expect(await kindsOf({ keyword: LOST_CLICK, fromDate: '2025-02-01', toDate: '2026-03-10' })).toHaveLength(1);
});

test('nothing of another owner or for another group', async () => {
  expect((await search({ ownerKey: other })).map(({ leadCaptureKey }) => leadCaptureKey)).toEqual([
    leads.foreign.leadKey,
    null,
    leads.foreign.leadKey,
  ]);
  expect(await search({ keyword: String(leads.foreign.leadKey) })).toEqual([]);
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: ['leadanalyzer:View'] });
  const [event] = await search();
  for (const params of [
    { searchType: 'trackingid', keyCode: event!.trackingId },
    { searchType: 'lead', keyCode: String(leads.mine.leadKey) },
    { searchType: 'cid', keyCode: CLICK },
  ])
    expect((await harness.call(trackingDetails, stranger, { params })).status).toBe(404);
  expect((await harness.call(leadTrackingSearch, stranger, { body: { ownerKey: owner } })).status).toBe(404);
  const client = await harness.signedIn('cl', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect((await harness.call(leadTrackingSearch, client, { body: { ownerKey: owner } })).status).toBe(403);
});

test('each event opens by its id, with the stored request and response', async () => {
  const details = async (searchType: string, keyCode: string): Promise<TrackingDetail[]> => {
    const { status, body } = await harness.call(trackingDetails, viewer, { params: { searchType, keyCode } });
    expect(status).toBe(200);
    return (body.data as { events: TrackingDetail[] }).events;
  };
  for (const event of await search()) {
    const answer = await details('trackingid', event.trackingId);
    expect(answer).toMatchObject([event]);
  }
  const [failed] = await search({ transactionTypeCodes: ['DELIVER'] });
  expect(await details('trackingid', failed!.trackingId)).toMatchObject([
    {
      facts: expect.arrayContaining([
        { label: 'Reason', value: 'No answer in time' },
        { label: 'Endpoint', value: 'School CRM' },
      ]) as unknown,
      request: 'POST /intake j•••@g•••.com',
      response: null,
    },
  ]);
  const [postback] = await search({ trackingTypeCodes: ['PBK'] });
  expect(await details('trackingid', postback!.trackingId)).toMatchObject([
    { request: 'https://partner.example/pb?txn=TX-1', response: 'thanks' },
  ]);
  expect(await details('lead', String(leads.mine.leadKey))).toHaveLength(9);
  expect(await details('cid', CLICK)).toHaveLength(9);
  expect(await details('cid', LOST_CLICK)).toHaveLength(1);
  const unknown = await harness.call(trackingDetails, viewer, { params: { searchType: 'person', keyCode: '1' } });
  expect(unknown.body).toMatchObject({ code: 'SEARCH_TYPE' });
  for (const keyCode of ['9-20260310-1-1', '2-20261399-1-1', 'x'])
    expect(
      (await harness.call(trackingDetails, viewer, { params: { searchType: 'trackingid', keyCode } })).status,
    ).toBe(404);
});

test('milestones of each owner are in its own words, in the list and in the details', async () => {
  const reader = await harness.signedIn('ag', { owners: [owner, other], permissions: ['leadanalyzer:View'] });
  await harness.asMigrator(async (tx) => {
    await sql`insert into lead_milestone (owner_key, captured_date, lead_key, code, happened_on, recorded_at)
      values (${other}, ${leads.foreign.capturedDate}::date, ${leads.foreign.leadKey}, 'APPLICATION', '2026-03-10', ${at(5)})`.execute(
      tx,
    );
    await sql`insert into owner_setting (owner_key, name, value, changed_at)
      values (${owner}, 'wordApplication', '"Sign-up"', now())`.execute(tx);
  });
  const wordsAt = async (ownerKey: number): Promise<unknown[]> => {
    const { body } = await harness.call(leadTrackingSearch, reader, {
      body: { ownerKey, transactionTypeCodes: ['MILESTONE'] },
    });
    const { rows } = body.data as { rows: TrackingEvent[] };
    const params = { searchType: 'trackingid', keyCode: rows[0]!.trackingId };
    const { events } = (await harness.call(trackingDetails, reader, { params })).body.data as {
      events: TrackingDetail[];
    };
    return [rows.map(({ outcome }) => outcome), events[0]?.facts.find(({ label }) => label === 'Milestone')?.value];
  };
  expect(await wordsAt(owner)).toEqual([['Sign-up'], 'Sign-up']);
  expect(await wordsAt(other)).toEqual([['Application'], 'Application']);
  await harness.asMigrator(async (tx) => {
    await sql`delete from owner_setting where owner_key = ${owner} and name = 'wordApplication'`.execute(tx);
    await sql`delete from lead_milestone where owner_key = ${other} and lead_key = ${leads.foreign.leadKey}`.execute(
      tx,
    );
  });
});

test('the codes are those of the table', async () => {
  const codesOf = async (call: typeof trackingTypeCodes | typeof transactionTypeCodes) =>
    ((await harness.call(call, viewer)).body.data as { code: string }[]).map(({ code }) => code);
  expect(await codesOf(trackingTypeCodes)).toEqual([
    'IMP',
    'CLK',
    'LND',
    'FST',
    'FSB',
    'CALL',
    'PIX',
    'PBK',
    'API',
    'IMP_FILE',
  ]);
  expect(await codesOf(transactionTypeCodes)).toHaveLength(12);
});

test('status changes of one kind use the index of kinds, and ids use keys: no table is scanned', async () => {
  // Enough that reading through them by time is expensive.
  const { ownerKey, leadKey } = await harness.asMigrator(async (tx) => {
    const place = await makeCampaign(tx);
    const make = (minutes: number) => makeValidLead(tx, { ...place, at: at(minutes), status: 'DLV' });
    const [busy, quiet] = [await make(90), await make(100)];
    await sql`
      insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status)
      values (${place.ownerKey}, ${busy.capturedDate}::date, ${busy.leadKey}, ${at(20)}, 'DLV', 'RTN'),
             (${place.ownerKey}, ${quiet.capturedDate}::date, ${quiet.leadKey}, ${at(70)}, 'VAL', 'DLV')`.execute(tx);
    await sql`
      insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status)
      select ${place.ownerKey}, ${busy.capturedDate}::date, ${busy.leadKey}, ${at(1000)}::timestamptz - make_interval(secs => n), 'VAL', 'STK'
      from generate_series(1, 20000) n`.execute(tx);
    await sql`analyze lead_status_change`.execute(tx);
    return { ownerKey: place.ownerKey, leadKey: quiet.leadKey };
  });
  const { userKey } = await harness.signedIn('ag', { owners: [ownerKey], permissions: ['leadanalyzer:View'] });
  const scope = makerScope({ userKey, group: 'ag', ownerKey, partnerKey: null });
  const plans = await harness.db.readScope(scope, async (tx) => {
    for (const way of ['seqscan', 'bitmapscan']) await sql.raw(`set local enable_${way} = off`).execute(tx);
    const explained: string[] = [];
    for (const filters of [{ transactionTypeCodes: ['RETURN' as const] }, { keyword: String(leadKey) }]) {
      const question = { scope, params: {}, filters, sort: '-at', now: TEST_NOW, isStart: true };
      const { pages } = await trackingRows.plan(tx, question);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${pages[0]!}`.execute(tx);
      explained.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return explained;
  });
  expect(plans[0]).toContain('lead_status_change_202603_owner_key_case_at_idx');
  expect(plans[0]).not.toContain('lead_delivery');
  for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  expect(plans[1]).toContain('lead_status_change_202603_pkey');
});
