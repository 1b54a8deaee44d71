import {
  CLICK_STATUS_NAMES,
  type ClickDetail,
  clickDetails,
  clickSearch,
  clickStatusCodes,
  leadDetails,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead, makePartner, makeSource } from '../../testing/factories/factories.ts';
import { makeMonths } from '../../testing/factories/posting.ts';

const harness = useApp();
const VIEW: Permission[] = ['clicks:View'];
const BOTH: Permission[] = ['clicks:View', 'leadanalyzer:View'];

let owner: number;
let other: number;
let partners: [number, number];
let campaigns: [number, number];
let sourceKey: number;
let clicks: Record<'mine' | 'repeat' | 'rival' | 'late' | 'foreign', { key: number; id: string }>;
let leads: Record<'mine' | 'rival', number>;

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const make = async (
  ownerKey: number,
  campaignKey: number,
  minutesAgo: number,
  over: { status?: number; device?: string; txn?: string; source?: number; lead?: number; repeatOf?: string } = {},
) => {
  const at = new Date(TEST_NOW.getTime() - minutesAgo * 60_000);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number; id: string }>`
      insert into click (owner_key, clicked_date, clicked_at, campaign_key, partner_key, status, device, transaction_id,
                         publisher_source_key, source_tag, sub_source, sub_4, lead_key, repeat_of, sent_to, referrer, visitor_hash)
      select c.owner_key, (${at}::timestamptz at time zone o.time_zone)::date, ${at}, c.campaign_key, c.partner_key, ${over.status ?? 0},
             ${over.device ?? 'desktop'}, ${over.txn ?? null}, ${over.source ?? null}, 'raw-tag', 'banner', 'four', ${over.lead ?? null},
             ${over.repeatOf ?? null}, 'https://www.school.example/?cid=1', 'https://blog.example/', '\\xc0ffee'
      from campaign c join owner o using (owner_key) where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey}
      returning click_key::int as key, click_id::text as id
    `.execute(tx),
  );
  return rows[0]!;
};

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  const fixture = await harness.asMigrator(async (tx) => {
    await makeMonths(tx, '2025-12-01', '2026-05-01');
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    const mine = await makeCampaign(tx, { partnerKey: first });
    const rival = await makeCampaign(tx, { ownerKey: mine.ownerKey, partnerKey: second });
    const foreign = await makeCampaign(tx, { partnerKey: first });
    const { sourceKey: source } = await makeSource(tx, first);
    const lead = await makeLead(tx, { ...mine, at: TEST_NOW });
    return {
      first,
      second,
      mine,
      rival,
      foreign,
      source,
      lead,
      rivalLead: await makeLead(tx, { ...rival, at: TEST_NOW }),
    };
  });
  [owner, other] = [fixture.mine.ownerKey, fixture.foreign.ownerKey];
  partners = [fixture.first, fixture.second];
  campaigns = [fixture.mine.campaignKey, fixture.rival.campaignKey];
  sourceKey = fixture.source;
  leads = { mine: fixture.lead, rival: fixture.rivalLead };
  const mine = await make(owner, campaigns[0], 10, { txn: 'TX-77', source: sourceKey, lead: leads.mine });
  clicks = {
    mine,
    repeat: await make(owner, campaigns[0], 9, { status: 21, repeatOf: mine.id }),
    rival: await make(owner, campaigns[1], 20, { device: 'tablet', lead: leads.rival }),
    late: await make(owner, campaigns[0], 60 * 24 * 40, { status: 23 }),
    foreign: await make(other, fixture.foreign.campaignKey, 5),
  };
  await write(sql`update lead set click_id = ${mine.id} where lead_key = ${leads.mine}`);
  await write(sql`update lead set click_id = ${clicks.rival.id} where lead_key = ${leads.rival}`);
});

const agency = (permissions = VIEW) => harness.signedIn('ag', { owners: [owner, other], permissions });
const partner = (index: 0 | 1, permissions = VIEW) =>
  harness.signedIn('mp', { owners: [owner, other], permissions, partnerKey: partners[index] });
interface Page {
  rows: Record<string, unknown>[];
  total: number | null;
  next: string | null;
}
const ask = (as: SignedIn, body: object) => harness.call(clickSearch, as, { body });
const keysOf = async (as: SignedIn, body: object): Promise<unknown[]> => {
  const { status, body: answer } = await ask(as, body);
  expect({ status, errors: answer.errors }).toEqual({ status: 200, errors: undefined });
  return (answer.data as Page).rows.map(({ clickKey }) => clickKey);
};
const detail = async (as: SignedIn, searchType: string, keyCode: string | number) => {
  const { status, body } = await harness.call(clickDetails, as, { params: { searchType, keyCode } });
  return { status, code: body.code, data: body.data as ClickDetail };
};

test('newest first, one owner at a time, page by page', async () => {
  const as = await agency();
  const all = [clicks.repeat, clicks.mine, clicks.rival, clicks.late].map(({ key }) => key);
  expect(await keysOf(as, { ownerKey: owner })).toEqual(all);
  const { body } = await ask(as, { ownerKey: owner, limit: 3 });
  const first = body.data as Page;
  expect(first).toMatchObject({ total: 4, rows: [{}, {}, {}] });
  expect(await keysOf(as, { ownerKey: owner, limit: 3, after: first.next })).toEqual([clicks.late.key]);
  expect((await ask(as, {})).status).toBe(400);
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: VIEW });
  expect((await ask(stranger, { ownerKey: owner })).status).toBe(404);
  expect((await ask(await agency(['campaigns:View']), { ownerKey: owner })).status).toBe(403);
  expect((await ask(await agency(['leadanalyzer:View']), { ownerKey: owner })).status).toBe(200);
});

test('each filter finds its clicks', async () => {
  const as = await agency();
  const keysOfFilter = async (filter: object) => keysOf(as, { ownerKey: owner, ...filter });
  expect(await keysOfFilter({ clickStatus: ['PROXY_BOT'] })).toEqual([clicks.late.key]);
  expect(await keysOfFilter({ clickStatus: ['PROXY_BOT', 'DUPLICATE'] })).toEqual([clicks.repeat.key, clicks.late.key]);
  expect(await keysOfFilter({ campaign: [campaigns[1]] })).toEqual([clicks.rival.key]);
  expect(await keysOfFilter({ partner: [partners[1]] })).toEqual([clicks.rival.key]);
  expect(await keysOfFilter({ source: [sourceKey] })).toEqual([clicks.mine.key]);
  expect(await keysOfFilter({ device: ['tablet'] })).toEqual([clicks.rival.key]);
  expect(await keysOfFilter({ hasConversion: true })).toEqual([clicks.mine.key, clicks.rival.key]);
  expect(await keysOfFilter({ hasConversion: false })).toEqual([clicks.repeat.key, clicks.late.key]);
  expect(await keysOfFilter({ fromDate: '2026-03-01' })).toHaveLength(3);
  expect(await keysOfFilter({ toDate: '2026-02-28' })).toEqual([clicks.late.key]);
  expect(await keysOfFilter({ keyword: 'TX-77' })).toEqual([clicks.mine.key]);
  expect(await keysOfFilter({ keyword: clicks.rival.id })).toEqual([clicks.rival.key]);
  expect(await keysOfFilter({ keyword: String(clicks.late.key) })).toEqual([clicks.late.key]);
  expect(await keysOfFilter({ keyword: clicks.foreign.id })).toEqual([]);
  expect(await keysOfFilter({ keyword: String(clicks.foreign.key) })).toEqual([]);
});

test('a row shows the click’s origin and result, but no address or browser', async () => {
  const { body } = await ask(await agency(), { ownerKey: owner, campaign: [campaigns[0]], clickStatus: ['VALID'] });
  const [row] = (body.data as Page).rows;
  expect(row).toMatchObject({
    status: 'VALID',
    statusCode: 0,
    hasConversion: leads.mine,
    transactionId: 'TX-77',
    subSource: 'banner',
  });
  expect(row!['leadId']).toMatch(/^L-/);
  expect(row!['partnerName']).toMatch(/^Partner /);
  expect(row!['sourceTag']).toMatch(/^site/);
  expect(JSON.stringify(body)).not.toMatch(/c0ffee|visitor/i);
});

test('a partner sees its own clicks at all owners, and no other partner’s name', async () => {
  const [as, rival] = [await partner(0), await partner(1)];
  expect(await keysOf(as, {})).toEqual([clicks.foreign, clicks.repeat, clicks.mine, clicks.late].map(({ key }) => key));
  expect(await keysOf(rival, {})).toEqual([clicks.rival.key]);
  expect(await keysOf(rival, { keyword: 'TX-77' })).toEqual([]);
  expect(await keysOf(rival, { campaign: [campaigns[0]] })).toEqual([]);
  expect((await detail(rival, 'click', clicks.mine.key)).status).toBe(404);
  expect((await detail(rival, 'cid', clicks.mine.id)).status).toBe(404);
  expect((await detail(rival, 'lead', leads.mine)).status).toBe(404);
  const { data } = await detail(as, 'click', clicks.mine.key);
  expect(data).not.toHaveProperty('partnerName');
  expect(data).toMatchObject({ clickKey: clicks.mine.key, lead: { leadCaptureKey: leads.mine } });
});

test('one click by its key, its id or its lead, with its target', async () => {
  const as = await agency();
  for (const [type, key] of [
    ['click', clicks.mine.key],
    ['cid', clicks.mine.id],
    ['lead', leads.mine],
  ] as const) {
    expect((await detail(as, type, key)).data).toMatchObject({
      clickKey: clicks.mine.key,
      ownerKey: owner,
      sentTo: 'https://www.school.example/?cid=1',
      referrer: 'https://blog.example/',
      subSources: [
        { label: 's1', value: 'banner' },
        { label: 's4', value: 'four' },
      ],
      lead: { leadCaptureKey: leads.mine, status: 'DLV', createdAt: TEST_NOW.toISOString() },
      repeatOf: null,
    });
  }
  expect((await detail(as, 'click', clicks.repeat.key)).data).toMatchObject({
    status: 'DUPLICATE',
    lead: null,
    repeatOf: { clickKey: clicks.mine.key, clickId: clicks.mine.id },
  });
  expect(await detail(as, 'phone', '1')).toMatchObject({ status: 400, code: 'SEARCH_TYPE' });
  for (const key of ['0', '-1', 'x', '99999999', '1e3']) expect((await detail(as, 'click', key)).status).toBe(404);
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: VIEW });
  expect((await detail(stranger, 'click', clicks.mine.key)).status).toBe(404);
  expect((await detail(stranger, 'lead', leads.mine)).status).toBe(404);
});

test('a lead refers to its click while the click is stored', async () => {
  const as = await agency(BOTH);
  const clickOf = async (who: SignedIn, lead: number) => {
    const { body } = await harness.call(leadDetails, who, { params: { searchType: 'lead', keyCode: lead } });
    return (body.data as { leads: { clickKey?: number | null }[] }).leads[0]!.clickKey;
  };
  expect(await clickOf(as, leads.mine)).toBe(clicks.mine.key);
  await write(sql`update lead set partner_key = ${partners[1]} where lead_key = ${leads.rival}`);
  expect(await clickOf(await partner(1, BOTH), leads.rival)).toBe(clicks.rival.key);
  await write(sql`update lead set click_id = gen_random_uuid() where lead_key = ${leads.rival}`);
  expect(await clickOf(as, leads.rival)).toBeNull();
});

test('the file has the rows of the list, with codes, for the requested owner', async () => {
  const send = async (as: SignedIn, body: object) => {
    const { statusCode, rawPayload } = await harness.app.inject({
      method: 'POST',
      url: `/api/${as.group}/click/export`,
      headers: as.headers,
      payload: body,
    });
    return { status: statusCode, sheet: statusCode === 200 ? await readSheet(rawPayload, 'clicks.xlsx') : null };
  };
  const as = await agency();
  const { sheet } = await send(as, { ownerKey: owner, clickStatus: ['PROXY_BOT', 'VALID'] });
  const rows = sheet!.rows.map(({ cells }) => cells);
  expect(sheet!.headers).toEqual(
    expect.arrayContaining(['Click ID', 'Clicked (America/Chicago)', 'Media partner', 'Status code']),
  );
  expect(rows.map((row) => [row[0], row[2], row[4]])).toEqual([
    [clicks.mine.id, 'Valid', 0],
    [clicks.rival.id, 'Valid', 0],
    [clicks.late.id, 'Bot', 23],
  ]);
  const ofPartner = (await send(await partner(1), {})).sheet!;
  expect(ofPartner.headers).not.toContain('Media partner');
  expect(ofPartner.rows).toHaveLength(1);
  expect((await send(as, { ownerKey: owner, keys: [clicks.mine.key] })).sheet!.rows).toHaveLength(1);
  expect((await send(as, { ownerKey: owner, keys: [clicks.mine.key, clicks.foreign.key] })).status).toBe(404);
});

test('the statuses are listed with their codes', async () => {
  const { body } = await harness.call(clickStatusCodes, await partner(0));
  const rows = body.data as { status: string; code: number; billable: boolean }[];
  expect(rows.map(({ status }) => status)).toEqual(CLICK_STATUS_NAMES);
  expect(rows.filter(({ billable }) => billable)).toMatchObject([{ status: 'VALID', code: 0 }]);
});
