import { Writable } from 'node:stream';
import {
  layoutSave,
  type LeadAnswer,
  leadExportStart,
  leadNoteSave,
  leadPersonView,
  leadSearch,
  leadUpdateImport,
  milestoneImport,
  type Permission,
  privacyErase,
  privacyFind,
  type PrivacyFound,
  returnComment,
  returnImport,
} from '@paceline/contract';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { featureJobs, startFeatureWork } from './app.ts';
import { type Facts, openFacts } from './db/facts.ts';
import { openDelivering } from './jobs/delivering.ts';
import { openPostbacks } from './jobs/postbacks.ts';
import { openSendingWebhooks } from './jobs/sending-webhooks.ts';
import { outboundHttp } from './lib/guarded-http.ts';
import { blindIndex, normaliseEmail, normaliseNameZip, normalisePhone } from './lib/seal.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from './testing/app.ts';
import { makeClickUrl } from './testing/clicks.ts';
import { clientOf, deliverySettings, makeEndpoint } from './testing/delivery-factories.ts';
import { makeCampaign, makePartner } from './testing/factories.ts';
import { sendSheet } from './testing/lead-desk.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from './testing/posting.ts';
import { useSink } from './testing/sink.ts';
import { dumpTables, openWhole, placesOf } from './testing/whole-dump.ts';

const logged: string[] = [];
const log = new Writable({
  write: (chunk: Buffer, _, done) => {
    logged.push(chunk.toString());
    done();
  },
});
const harness = useApp({ pool: 8, log });
const sink = useSink();
const RIGHTS: Permission[] = [
  'leadanalyzer:View',
  'leadanalyzer:ViewPII',
  'leadanalyzer:Erase',
  'leadanalyzer:Update',
  'leadanalyzer:Export',
  'leadanalyzer:Return',
  'leadanalyzer:Override',
];
const MINUTE = 60_000;

interface Place {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  key: string;
  clientName: string;
}
let mine: Place;
let foreign: Place;
let desk: SignedIn;

/** Nobody else in the tests is called so, lives there or has these. */
const PERSON = {
  firstName: 'Wilhelmina',
  lastName: 'Quackenbush',
  email: 'W.Quack+school@Hidden-Post.net',
  phone: '(312) 765-4321',
  altPhone: '312-765-9988',
  addressLine1: '77 Undertow Lane',
  city: 'Quahogville',
  jornayaLeadId: '0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0',
};
const SPELLINGS = ['3127654321', '312-765-4321', '(312) 765-4321', '+13127654321', '312.765.4321', '3127659988'];
const WORDS = ['wilhelmina', 'quackenbush', 'hidden-post', 'undertow', 'quahogville', '312-765-9988', ...SPELLINGS];
const hashesOf = ({ ownerKey }: Place): string[] => [
  blindIndex(TEST_SECRET, ownerKey, 'email', normaliseEmail(PERSON.email)).toString('hex'),
  blindIndex(TEST_SECRET, ownerKey, 'phone', normalisePhone(PERSON.phone)).toString('hex'),
  blindIndex(TEST_SECRET, ownerKey, 'nameZip', normaliseNameZip(PERSON.firstName, PERSON.lastName, '60601')).toString(
    'hex',
  ),
];

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const read = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await harness.asMigrator((tx) => statement.execute(tx))).rows;

let facts: Facts;
afterAll(() => facts.close());
beforeAll(async () => {
  facts = openFacts(harness.ownerUrl);
  [mine, foreign] = await harness.asMigrator(async (tx) => {
    await makeMonths(tx, '2025-12-01', '2026-05-01');
    await sql`alter table tracking_url drop constraint tracking_url_url_check`.execute(tx);
    const places: Place[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const partnerKey = await makePartner(tx);
      const campaign = await makeCampaign(tx, { partnerKey });
      const { ownerKey, campaignKey } = campaign;
      await allowFastPosts(tx, partnerKey);
      await makeClickUrl(tx, campaign);
      const clientKey = await clientOf(tx, ownerKey, campaignKey);
      const settings = { ...deliverySettings({ timeLimitSeconds: 30 }), url: `${sink.origin}/echo` };
      await makeEndpoint(tx, { ownerKey, clientKey, settings });
      await sql`
        insert into tracking_url (owner_key, campaign_key, type, name, url)
        values (${ownerKey}, ${campaignKey}, 'POSTBACK', 'Partner', ${`${sink.origin}/names`})`.execute(tx);
      await sql`
        insert into client_criteria (owner_key, client_key, version, body, saved_at)
        values (${ownerKey}, ${clientKey}, 1, '{"returns":{"maxPercent":100}}', now())`.execute(tx);
      const key = await makePostingKey(tx, partnerKey, TEST_NOW);
      places.push({ ...campaign, partnerKey, key, clientName: await clientNameOf(tx, campaignKey) });
    }
    return places as [Place, Place];
  });
  sink.answers.set('/names', (response) => response.end('Thanks for Wilhelmina Quackenbush'));
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  desk = await harness.signedIn('ag', { owners: [mine.ownerKey, foreign.ownerKey], permissions: RIGHTS });
  // What the test before this one left.
  for (const place of [mine, foreign]) await erase(place);
  for (const table of ['lead_export', 'privacy_request']) await write(sql`delete from ${sql.table(table)}`);
});

let number = 0;
const post = async (place: Place, over: object = {}): Promise<{ leadId: string; leadKey: number }> => {
  const { statusCode, payload } = await harness.app.inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': place.key },
    payload: { ...postBody((number += 1), place), ...over },
  });
  const answer = JSON.parse(payload) as LeadAnswer;
  if (statusCode !== 200 || answer.outcome !== 'success') throw new Error(payload);
  const [lead] = await read(
    sql<{ key: number }>`select lead_key::int as key from lead where public_id = ${answer.leadId}`,
  );
  return { leadId: answer.leadId, leadKey: lead!.key };
};
const click = async ({ campaignKey }: Place): Promise<string> => {
  const { headers } = await harness.app.inject({
    method: 'GET',
    url: `/c/${campaignKey}?s1=banner&gclid=G-${campaignKey}`,
    headers: {
      referer: 'https://blog.example/Quackenbush',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/138.0',
    },
  });
  return new URL(String(headers.location)).searchParams.get('cid') ?? '';
};

const workDeps = () => ({
  db: harness.db,
  clock: harness.clock,
  secret: TEST_SECRET,
  http: outboundHttp(new Agent()),
  log: { error: (...told: unknown[]) => expect(told).toEqual([]) },
});
const PUBLIC_URL = 'https://pace.example/';
/** Until none waits and none is being written. */
const writeExports = async (db = harness.db): Promise<void> => {
  const work = startFeatureWork({ ...workDeps(), db, publicUrl: PUBLIC_URL });
  try {
    await expect
      .poll(() => read(sql`select export_key from lead_export where state in ('queued', 'running')`))
      .toEqual([]);
  } finally {
    await work.stop();
  }
};
const runJob = async (name: string, payload: object): Promise<void> => {
  const { jobs } = featureJobs(
    { ...workDeps(), log: harness.app.log },
    { publicUrl: PUBLIC_URL, dataDir: harness.dataDir },
  );
  await jobs.find((job) => job.name === name)!.run(payload);
};
const startExport = (as = desk, body: object = {}) =>
  harness.call(leadExportStart, as, {
    body: {
      ownerKey: mine.ownerKey,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      wholePeople: true,
      format: 'csv',
      ...body,
    },
  });
const erase = ({ ownerKey } = mine) =>
  harness.call(privacyErase, desk, {
    params: { owner: ownerKey },
    body: { person: { email: PERSON.email, phone: PERSON.phone }, reference: 'Letter 12' },
  });
const found = async ({ ownerKey }: Place): Promise<number> => {
  const body = { email: PERSON.email, phone: PERSON.phone };
  const { body: answer } = await harness.call(privacyFind, desk, { params: { owner: ownerKey }, body });
  return (answer.data as PrivacyFound).leads.length;
};
const ok = ({ status, body }: { status: number; body: unknown }): void =>
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });

/** All that happens around a lead, each as the product does it. */
const live = async (place: Place): Promise<{ leadKey: number; leadId: string }> => {
  const params = { owner: place.ownerKey };
  const { ownerKey } = place;
  const lead = await post(place, { ...PERSON, clickId: await click(place) });
  const { leadKey, leadId } = lead;
  await openDelivering(workDeps()).drain();
  await openPostbacks(workDeps()).drain();
  await openSendingWebhooks(workDeps()).drain();
  ok(
    await harness.call(leadNoteSave, desk, { body: { ownerKey, leadCaptureKey: leadKey, note: 'Wilhelmina called' } }),
  );
  ok(await harness.call(leadPersonView, desk, { body: { ownerKey, leadCaptureKey: leadKey } }));
  ok(await harness.call(leadSearch, desk, { body: { ownerKey, person: PERSON.email } }));
  const head = 'Lead Id,Email,Phone,Milestone,Date,Void Reason';
  const who = `${PERSON.email},3127654321`;
  // Applied to its lead, voided with words, parked for want of a lead, and looked at but not applied.
  for (const [line, apply] of [
    [`,${who},CONTACT,2026-03-10,`, 'goodRows'],
    [`,${who},CONTACT,2026-03-10,Quackenbush was somebody else`, 'goodRows'],
    [`,${PERSON.email},3127659988,CONTACT,2026-03-10,`, 'goodRows'],
    [`,${PERSON.email},3127659977,APPLICATION,2026-03-10,`, 'no'],
    [`,${PERSON.email},nothing,CONTACT,2026-03-10,`, 'no'],
  ] as const)
    ok(await sendSheet(harness, desk, milestoneImport, ownerKey, [head, line], apply));
  const update = ['Lead Id,Status,Note,Email', `${leadKey},Rejected,Wilhelmina says no,${PERSON.email}`];
  ok(await sendSheet(harness, desk, leadUpdateImport, ownerKey, update));
  const back = ['Lead Id,Reason,Comment', `${leadId},OTHER,Quackenbush moved`];
  ok(await sendSheet(harness, desk, returnImport, ownerKey, back, 'goodRows'));
  const [given] = await read(
    sql<{ key: number }>`select return_key::int as key from lead_return where lead_key = ${leadKey}`,
  );
  ok(
    await harness.call(returnComment, desk, {
      body: { ownerKey, returnKey: given!.key, comment: 'Wilhelmina agrees' },
    }),
  );
  const saved = await harness.call(layoutSave, desk, {
    params: { ...params, screen: 'leads' },
    body: {
      layoutKey: null,
      name: 'One person',
      shared: false,
      layout: {
        order: [],
        hidden: [],
        widths: {},
        sort: [],
        filters: { keyword: PERSON.phone },
        filtersOpen: true,
        density: 'compact',
      },
    },
  });
  expect(saved).toMatchObject({ status: 422, body: { errors: [{ field: 'layout.filters.keyword' }] } });
  return lead;
};

const webhook = async (): Promise<void> => {
  await write(sql`
    insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
    select ${desk.userKey}, 'ag', array[${mine.ownerKey}::int], 'CRM', ${`${sink.origin}/names`}, '{lead.status}', now(), now()`);
};

/** What is counted and billed, and all of the lead but its ZIP code. */
const figures = async () => {
  await facts.fold();
  await facts.foldAttributes();
  return harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select jsonb_agg(to_jsonb(l) - 'zip' order by lead_key) from lead l) as leads,
             (select jsonb_agg(to_jsonb(c) order by c.*) from cap_count c) as caps,
             (select jsonb_agg(to_jsonb(d) order by d.*) from campaign_day d) as days,
             (select jsonb_agg(to_jsonb(m) order by m.*) from attribute_month m) as attributes,
             (select jsonb_agg(jsonb_build_array(m.lead_key, m.code, m.happened_on, m.voided_at) order by milestone_key) from lead_milestone m) as milestones,
             (select jsonb_agg(jsonb_build_array(r.lead_key, r.reason, r.decision) order by return_key) from lead_return r) as returns,
             (select jsonb_agg(jsonb_build_array(d.lead_key, d.attempt, d.outcome, d.at) order by lead_key, attempt) from lead_delivery d) as tries,
             (select jsonb_agg(jsonb_build_array(k.click_key, k.status, k.lead_key) order by click_key) from click k) as clicks
    `.execute(tx);
    return rows[0];
  });
};

describe('a person who is erased', () => {
  test('is in no table, no file and no line of the log afterwards, and every figure is as it was', async () => {
    await webhook();
    const { leadKey } = await live(mine);
    ok(await startExport());
    await writeExports();
    await startExport(desk, { startDate: '2026-01-01', endDate: '2026-01-31' });
    await writeExports();

    // The scan sees what there is to see.
    const before = await dumpTables(harness);
    expect(placesOf(await openWhole(harness), WORDS).toSorted()).toEqual([
      'bulk_import',
      'bulk_import_row',
      'lead_export_part',
      'lead_person',
      'milestone_unmatched',
    ]);
    expect(placesOf(before, WORDS)).toEqual(
      expect.arrayContaining(['bulk_import_row', 'lead_note', 'lead_return', 'lead_return_comment', 'webhook_try']),
    );
    expect(placesOf(before, hashesOf(mine))).toEqual(
      expect.arrayContaining(['bulk_import_row', 'delivery_task', 'lead_dedup', 'milestone_unmatched']),
    );
    const counted = await figures();

    const { body } = await erase();
    expect(body.data).toEqual({ leads: 1 });
    const after = await dumpTables(harness);
    expect(placesOf(after, WORDS)).toEqual([]);
    expect(placesOf(await openWhole(harness), WORDS)).toEqual([]);
    // The request alone, so that it can be done again, and only by what it was asked with.
    expect(placesOf(after, hashesOf(mine))).toEqual(['privacy_request']);
    expect(await figures()).toEqual(counted);
    // The proof that there was consent is kept, without address and browser.
    expect(placesOf(after, [PERSON.jornayaLeadId])).toEqual(['lead_consent_202603']);
    expect(await read(sql`select ip, user_agent from lead_consent where lead_key = ${leadKey}`)).toEqual([
      { ip: null, user_agent: null },
    ]);
    // The file of other days is none of the person's.
    expect(await read(sql`select question ->> 'startDate' as from from lead_export`)).toEqual([{ from: '2026-01-01' }]);
    expect(logged.join('').length).toBeGreaterThan(1000);
    expect(placesOf(new Map([['the log', logged.join('')]]), WORDS)).toEqual([]);
  });

  test('stays at another owner, with all that was said', async () => {
    const { leadKey } = await live(foreign);
    await live(mine);
    const kept = async () => {
      const dump = await openWhole(harness);
      return { found: await found(foreign), people: placesOf(dump, WORDS).toSorted() };
    };
    expect((await kept()).found).toBe(1);
    await erase();
    expect(await found(mine)).toBe(0);
    expect(await kept()).toEqual({
      found: 1,
      people: ['bulk_import', 'bulk_import_row', 'lead_person', 'milestone_unmatched'],
    });
    expect(await read(sql`select note from lead_note where lead_key = ${leadKey}`)).toEqual([
      { note: 'Wilhelmina called' },
    ]);
  });

  test('whose row of a file is not applied yet is not brought back by it', async () => {
    const line = `,${PERSON.email},3127654321,CONTACT,2026-03-10,`;
    const file = [
      'Lead Id,Email,Phone,Milestone,Date,Void Reason',
      line,
      ',ann@other.net,3127650000,CONTACT,2026-03-10,',
    ];
    const { data } = await sendSheet(harness, desk, milestoneImport, mine.ownerKey, file);
    expect(data.counts).toMatchObject({ new: 2, error: 0 });
    await erase();
    const rows = await read(sql`
      select r.state, r.cells, r.errors -> 0 ->> 'message' as message, i.counts, i.file is null as "isGone"
      from bulk_import i join bulk_import_row r using (owner_key, import_key)
      where i.import_key = ${data.importKey} order by r.row`);
    expect(rows).toMatchObject([
      {
        state: 'error',
        cells: {},
        message: 'The person was erased.',
        counts: { new: 1, error: 1, total: 2 },
        isGone: true,
      },
      { state: 'new' },
    ]);
  });
});

describe('what is under way while a person is erased', () => {
  test('an export that is being written is begun again and does not hold the person', async () => {
    const { leadKey } = await post(mine, PERSON);
    ok(await startExport());
    let isErased = false;
    // The person is erased after the rows were read and before the file is stored.
    const db: typeof harness.db = {
      ...harness.db,
      async *streamWork(scope, work, options) {
        yield* harness.db.streamWork(scope, work, options);
        if (!isErased) {
          isErased = true;
          ok(await erase());
        }
      },
    };
    await writeExports(db);
    expect(isErased).toBe(true);
    const files = await read(sql`
      select state, rows_written as rows, taken_times as times from lead_export where question ->> 'startDate' = '2026-03-01'`);
    expect(files).toMatchObject([{ state: 'ready', times: 1 }]);
    const opened = await openWhole(harness);
    expect(opened.get('lead_export_part')).toContain('Valid');
    expect(placesOf(new Map([['file', opened.get('lead_export_part') ?? '']]), WORDS)).toEqual([]);
    expect(await read(sql`select sealed from lead_person where lead_key = ${leadKey}`)).toEqual([{ sealed: null }]);
  });

  test('no export begins before it is over, and one that waits is read afterwards', async () => {
    await post(mine, PERSON);
    ok(await startExport());
    let seen: unknown[] = [{ export_key: 0 }];
    await harness.asMigrator(async (tx) => {
      await sql`select set_config('app.owner_keys', ${`{${mine.ownerKey}}`}, true), set_config('app.user_group', 'ag', true)`.execute(
        tx,
      );
      const { rows } = await sql<{ key: number }>`
        select lead_key::int as key from lead_person where owner_key = ${mine.ownerKey} and erased_at is null`.execute(
        tx,
      );
      const keys = rows.map(({ key }) => key);
      await sql`select app.erase_people(${mine.ownerKey}, ${keys}::bigint[], ${TEST_NOW}, '{}')`.execute(tx);
      // Not committed yet.
      seen = await harness.db.asNobody({
        name: 'take',
        text: `select export_key from app.take_lead_exports(5, interval '1 minute', gen_random_uuid())`,
        values: [],
      });
    });
    expect(seen).toEqual([]);
    await writeExports();
    expect(await read(sql`select state from lead_export`)).toEqual([{ state: 'ready' }]);
    expect(placesOf(await openWhole(harness), ['wilhelmina'])).not.toContain('lead_export_part');
  });

  test('a lead that was being posted, and an answer that came later, go with the second look', async () => {
    const { leadKey } = await post(mine, PERSON);
    await erase();
    // Both began before the erasing and were stored after it.
    const late = await post(mine, { ...PERSON, transactionId: 'late' });
    await write(sql`
      insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, response)
      select owner_key, captured_date, lead_key, 9, now(), 'accepted', 'Thanks, Quackenbush' from lead where lead_key = ${leadKey}`);
    const [job] = await read(sql<{ payload: object; runAt: Date }>`
      select j.payload, j.run_at as "runAt" from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'eraseOnceMore' order by j.id desc limit 1`);
    expect(job).toEqual({
      payload: { ownerKey: mine.ownerKey, requestKey: expect.any(Number) as number, leadKeys: [leadKey] },
      runAt: new Date(TEST_NOW.getTime() + 2 * MINUTE),
    });
    await runJob('eraseOnceMore', job!.payload);
    await runJob('eraseOnceMore', job!.payload);
    expect(await read(sql`select sealed from lead_person where lead_key = ${late.leadKey}`)).toEqual([
      { sealed: null },
    ]);
    expect(placesOf(await dumpTables(harness), ['Thanks, Quackenbush'])).toEqual([]);
  });

  test('a person who posts anew afterwards is a new lead and stays', async () => {
    await post(mine, PERSON);
    await erase();
    harness.clock.set(new Date(TEST_NOW.getTime() + MINUTE));
    const { leadKey } = await post(mine, { ...PERSON, transactionId: 'anew' });
    await runJob('erasePeopleWhoseTimeIsOver', {});
    const [row] = await read(
      sql<{ here: boolean }>`select sealed is not null as here from lead_person where lead_key = ${leadKey}`,
    );
    expect(row).toEqual({ here: true });
  });
});
