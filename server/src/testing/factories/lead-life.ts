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
  returnComment,
  returnImport,
} from '@paceline/contract';
import { sql } from 'kysely';
import { Agent } from 'undici';
import { beforeAll, beforeEach, expect } from 'vitest';
import { startFeatureWork } from '../../app.ts';
import { openDelivering } from '../../jobs/delivering.ts';
import { openPostbacks } from '../../jobs/postbacks.ts';
import { openSendingWebhooks } from '../../jobs/sending-webhooks.ts';
import { outboundHttp } from '../../lib/guarded-http.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../app.ts';
import { makeClickUrl } from './clicks.ts';
import { clientOf, deliverySettings, makeEndpoint } from './delivery-factories.ts';
import { makeCampaign, makePartner } from './factories.ts';
import { sendSheet } from './lead-desk.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from './posting.ts';
import { useSink } from '../servers/sink.ts';

const RIGHTS: Permission[] = [
  'leadanalyzer:View',
  'leadanalyzer:ViewPII',
  'leadanalyzer:Erase',
  'leadanalyzer:Update',
  'leadanalyzer:Export',
  'leadanalyzer:Return',
  'leadanalyzer:Override',
];
export const PUBLIC_URL = 'https://pace.example/';

export interface LifePlace {
  ownerKey: number;
  campaignKey: number;
  partnerKey: number;
  key: string;
  clientName: string;
}

/** Nobody else in the tests is called so, lives there or has these. */
export const PERSON = {
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
export const WORDS = [
  'wilhelmina',
  'quackenbush',
  'hidden-post',
  'undertow',
  'quahogville',
  '312-765-9988',
  ...SPELLINGS,
];

/** What people write about the lead: with the person's name in it, or without. */
const NAMES = { first: 'Wilhelmina', last: 'Quackenbush' };

/** Two owners with all that a lead meets, and a desk of the agency that may do everything. */
export const useLeadLife = (names: typeof NAMES = NAMES) => {
  const logged: string[] = [];
  const log = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const harness = useApp({ pool: 8, log });
  const sink = useSink();
  let mine: LifePlace;
  let foreign: LifePlace;
  let desk: SignedIn;

  const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
  const read = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await harness.asMigrator((tx) => statement.execute(tx))).rows;

  beforeAll(async () => {
    [mine, foreign] = await harness.asMigrator(async (tx) => {
      await makeMonths(tx, '2025-12-01', '2026-05-01');
      await sql`alter table tracking_url drop constraint tracking_url_url_check`.execute(tx);
      const places: LifePlace[] = [];
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
      return places as [LifePlace, LifePlace];
    });
    sink.answers.set('/names', (response) => response.end(`Thanks for ${names.first} ${names.last}`));
  });
  let number = 0;
  const post = async (place: LifePlace, over: object = {}): Promise<{ leadId: string; leadKey: number }> => {
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
  const click = async ({ campaignKey }: LifePlace): Promise<string> => {
    const { headers } = await harness.app.inject({
      method: 'GET',
      url: `/c/${campaignKey}?s1=banner&gclid=G-${campaignKey}`,
      headers: {
        referer: `https://blog.example/${names.last}`,
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
    log: { error: (...args: unknown[]) => expect(args).toEqual([]) },
  });
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
  const startExport = (body: object = {}) =>
    harness.call(leadExportStart, desk, {
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
  const ok = ({ status, body }: { status: number; body: unknown }): void =>
    expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });

  /** All that happens around a lead, each as the product does it. */
  const live = async (place: LifePlace): Promise<{ leadKey: number; leadId: string }> => {
    const params = { owner: place.ownerKey };
    const { ownerKey } = place;
    const lead = await post(place, { ...PERSON, clickId: await click(place) });
    const { leadKey, leadId } = lead;
    await openDelivering(workDeps()).drain();
    await openPostbacks(workDeps()).drain();
    await openSendingWebhooks(workDeps()).drain();
    ok(
      await harness.call(leadNoteSave, desk, {
        body: { ownerKey, leadCaptureKey: leadKey, note: `${names.first} called` },
      }),
    );
    ok(await harness.call(leadPersonView, desk, { body: { ownerKey, leadCaptureKey: leadKey } }));
    ok(await harness.call(leadSearch, desk, { body: { ownerKey, person: PERSON.email } }));
    const head = 'Lead Id,Email,Phone,Milestone,Date,Void Reason';
    const who = `${PERSON.email},3127654321`;
    // Applied to its lead, voided with words, parked for want of a lead, and looked at but not applied.
    for (const [line, apply] of [
      [`,${who},CONTACT,2026-03-10,`, 'goodRows'],
      [`,${who},CONTACT,2026-03-10,${names.last} was somebody else`, 'goodRows'],
      [`,${PERSON.email},3127659988,CONTACT,2026-03-10,`, 'goodRows'],
      [`,${PERSON.email},3127659977,APPLICATION,2026-03-10,`, 'no'],
      [`,${PERSON.email},nothing,CONTACT,2026-03-10,`, 'no'],
    ] as const)
      ok(await sendSheet(harness, desk, milestoneImport, ownerKey, [head, line], apply));
    const update = ['Lead Id,Status,Note,Email', `${leadKey},Rejected,${names.first} says no,${PERSON.email}`];
    ok(await sendSheet(harness, desk, leadUpdateImport, ownerKey, update));
    const back = ['Lead Id,Reason,Comment', `${leadId},OTHER,${names.last} moved`];
    ok(await sendSheet(harness, desk, returnImport, ownerKey, back, 'goodRows'));
    const [leadReturn] = await read(
      sql<{ key: number }>`select return_key::int as key from lead_return where lead_key = ${leadKey}`,
    );
    ok(
      await harness.call(returnComment, desk, {
        body: { ownerKey, returnKey: leadReturn!.key, comment: `${names.first} agrees` },
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

  const webhook = async ({ ownerKey } = mine): Promise<void> => {
    await write(sql`
    insert into webhook (user_key, user_group, owner_keys, name, url, events, secret_set_at, created_at)
    select ${desk.userKey}, 'ag', array[${ownerKey}::int], 'CRM', ${`${sink.origin}/names`}, '{lead.status}', now(), now()`);
  };

  beforeEach(async () => {
    harness.clock.set(TEST_NOW);
    desk = await harness.signedIn('ag', { owners: [mine.ownerKey, foreign.ownerKey], permissions: RIGHTS });
  });
  return {
    harness,
    logged,
    write,
    read,
    post,
    workDeps,
    writeExports,
    startExport,
    erase,
    ok,
    live,
    webhook,
    desk: () => desk,
    mine: () => mine,
    foreign: () => foreign,
  };
};
