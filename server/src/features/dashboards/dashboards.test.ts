import {
  funnel,
  funnelProjections,
  graphicPacing,
  graphicReport,
  reportingTimestamps,
  underperformingCampaigns,
  WIDGET_CALLS,
  WIDGET_IDS,
  WIDGET_QUERY_CALLS,
  type WidgetAnswer,
  type WidgetId,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner } from '../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS = ['reports:View'] as const;

let owner: number;
let empty: number;
let foreign: number;
let campaign: Awaited<ReturnType<typeof makeCampaign>>;
let agency: SignedIn;
let client: SignedIn;

const fold = async (): Promise<void> => {
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
};

beforeAll(async () => {
  [owner, empty, foreign] = await harness.asMigrator(async (tx) => [
    (await makeOwner(tx)).ownerKey,
    (await makeOwner(tx)).ownerKey,
    (await makeOwner(tx)).ownerKey,
  ]);
  campaign = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: owner }));
  const other = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign }));
  await harness.asMigrator(async (tx) => {
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-09', '2026-02-10', '2025-03-05'])
      await makeLead(tx, { ownerKey: owner, campaignKey: campaign.campaignKey, partnerKey: campaign.partnerKey, day });
    // A canary that no answer about the first owner may ever count.
    await makeLead(tx, {
      ownerKey: foreign,
      campaignKey: other.campaignKey,
      partnerKey: other.partnerKey,
      day: '2026-03-03',
      clientPrice: 777.77,
    });
  });
  await fold();
  agency = await harness.signedIn('ag', { owners: [owner, empty], permissions: RIGHTS });
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
});

const ask = async (id: WidgetId, body: object = {}, as: SignedIn = agency) => {
  const answer = await harness.call(WIDGET_CALLS[id], as, { body: { ownerKey: owner, ...body } });
  return { ...answer, data: answer.body.data as WidgetAnswer };
};

const numbersIn = (answer: WidgetAnswer): unknown[] =>
  [...answer.data, answer.totals].flatMap((row) => Object.values(row));

describe.each(WIDGET_IDS)('%s', (id) => {
  test('answers with finite numbers: with and without data, on the first of the month, over two years', async () => {
    const { status, data } = await ask(id);
    expect(status).toBe(200);
    expect(data.asOf).toBe('2026-03-09');
    const nothing = await harness.call(WIDGET_CALLS[id], agency, { body: { ownerKey: empty } });
    expect(nothing.status).toBe(200);
    const long = await ask(id, { startDate: '2024-03-01', endDate: '2026-03-09' });
    expect([200, 422]).toContain(long.status);
    harness.clock.set(new Date('2026-04-01T12:00:00Z'));
    const later = await harness.signedIn('ag', { owner, permissions: RIGHTS });
    const first = await ask(id, {}, later).finally(() => harness.clock.set(new Date('2026-03-10T15:00:00Z')));
    expect(first.status).toBe(200);
    for (const answer of [data, nothing.body.data as WidgetAnswer, first.data])
      expect(numbersIn(answer).filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual([]);
  });

  test('contains nothing of another tenant, and only the partner widgets for partners', async () => {
    const { body } = await ask(id);
    expect(JSON.stringify(body.data)).not.toContain('777.77');
    const other = await harness.call(WIDGET_CALLS[id], agency, { body: { ownerKey: foreign } });
    expect(other.status).toBe(404);
    const partner = await harness.signedIn('mp', { owner, permissions: RIGHTS });
    // This one has no campaign here.
    const isForPartners = (WIDGET_CALLS[id].groups as readonly string[]).includes('mp');
    const { status, data } = await ask(id, {}, partner);
    const figures = isForPartners ? numbersIn(data).filter((value) => typeof value === 'number' && value !== 0) : [];
    expect({ status, told: figures }).toEqual({ status: isForPartners ? 200 : 403, told: [] });
  });

  test('gives the same answer with query parameters', async () => {
    const byQuery = await harness.call(WIDGET_QUERY_CALLS[id], agency, { query: { ownerKey: String(owner) } });
    expect(byQuery.body.data).toEqual((await ask(id)).body.data);
  });
});

describe('numbers', () => {
  test('equal those of the raw leads', async () => {
    expect((await ask('mtdInquiries')).data.totals).toMatchObject({ inquiries: 3 });
    expect((await ask('mtdSpend')).data.totals).toMatchObject({ spend: 150 });
    expect((await ask('pacingChannel')).data).toMatchObject({
      data: [
        { channel: 'Pay per lead', mtdSpent: 150, mtdInquiries: 3, budget: 5000 },
        { channel: 'Not assigned to campaigns', mtdSpent: 0, budget: 5000 },
      ],
      totals: { mtdSpent: 150, mtdInquiries: 3, budget: 10_000 },
    });
    expect((await ask('affiliatePerformance', { month: '2026-03' })).data.data).toMatchObject([
      { validLeads: 3, validLeadsPrevious: 1, validLeadsChange: 200, clientCost: 150 },
    ]);
    expect((await ask('yesterdaySnapshot')).data.totals).toMatchObject({ inquiries: 1, spend: 50 });
  });

  test('follow the filters', async () => {
    const none = await ask('mtdInquiries', { channels: ['ppc'] });
    expect(none.data.totals).toMatchObject({ inquiries: 0 });
    const mine = await ask('mtdInquiries', { goalKeys: [campaign.goalKey], partnerKeys: [campaign.partnerKey] });
    expect(mine.data.totals).toMatchObject({ inquiries: 3 });
  });

  test('are never older than the folded data', async () => {
    const { ownerKey, campaignKey, partnerKey } = await harness.asMigrator((tx) => makeCampaign(tx));
    const add = async (day: string) => {
      await harness.asMigrator((tx) => makeLead(tx, { ownerKey, campaignKey, partnerKey, day }));
      await fold();
    };
    const reader = await harness.signedIn('ag', { owner: ownerKey, permissions: RIGHTS });
    const inquiries = async () => (await ask('mtdInquiries', { ownerKey }, reader)).data.totals['inquiries'];
    await add('2026-03-03');
    expect(await inquiries()).toBe(1);
    await add('2026-03-08');
    expect(await inquiries()).toBe(2);
  });

  test('contain no media cost for a client', async () => {
    const keys = new Set<string>();
    for (const id of WIDGET_IDS) {
      const { data } = await ask(id, {}, client);
      for (const row of [...data.data, data.totals]) for (const key of Object.keys(row)) keys.add(key);
    }
    expect([...keys].filter((key) => /media|agg|margin/i.test(key))).toEqual([]);
  });

  test('invalid input names its field', async () => {
    const { status, body } = await ask('topChannels', { startDate: '2026-03-09', endDate: '2026-03-01' });
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'endDate' }] });
  });
});

describe('graphics', () => {
  const at = { owner: 0, keyType: 'owner' };
  test('are available to users who may see them, and not found otherwise', async () => {
    const mine = { ...at, owner, brand: 1, key: owner, keys: String(owner), start: '2026-03-01', end: '2026-03-09' };
    const of = async (call: typeof funnel | typeof graphicPacing | typeof funnelProjections, key: number) =>
      harness.call(call, agency, { params: { brand: 1, keyType: 'owner', key } });
    for (const call of [funnel, funnelProjections, graphicPacing]) {
      expect((await of(call, owner)).status).toBe(200);
      expect((await of(call, foreign)).status).toBe(404);
    }
    const days = await harness.call(graphicReport, agency, { params: { ...mine, dimension: 'inquiries' } });
    expect((days.body.data as { value: number }[]).reduce((sum, { value }) => sum + value, 0)).toBe(3);
    const under = await harness.call(underperformingCampaigns, agency, {
      params: { owner, keyType: 'owner', key: owner },
    });
    // Far below its budget, but without a cost goal.
    expect(under.body).toMatchObject({ status: 'success', data: [] });
    expect((await harness.call(reportingTimestamps, agency, { params: { owner } })).status).toBe(200);
  });

  test('cover the one owner in the key, for a user with two owners', async () => {
    const both = await harness.signedIn('ag', { owners: [owner, foreign], permissions: RIGHTS });
    const params = { brand: 1, keyType: 'owner', start: '2026-03-01', end: '2026-03-09' };
    const days = async (of: number, dimension = 'spend', as = both) => {
      const answer = await harness.call(graphicReport, as, { params: { ...params, dimension, keys: String(of) } });
      return answer.body.data;
    };
    const pacing = async (of: number, as = both) =>
      (await harness.call(graphicPacing, as, { params: { brand: 1, keyType: 'owner', key: of } })).body.data;
    for (const dimension of ['spend', 'inquiries', 'device'])
      expect(await days(owner, dimension)).toEqual(await days(owner, dimension, agency));
    expect(await pacing(owner)).toEqual(await pacing(owner, agency));
    const spend = (rows: unknown) => (rows as { value: number }[]).reduce((sum, { value }) => sum + value, 0);
    expect(spend(await days(foreign))).toBe(777.77);
  });

  test('of a media partner cover the owner in the path', async () => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ brand: number; owner: number }>`select brand_key as brand, owner_key as owner from brand`.execute(tx),
    );
    const brandOf = (of: number) => rows.find((row) => row.owner === of)?.brand ?? 0;
    const of = (brand: number) =>
      harness.call(graphicPacing, agency, { params: { brand, keyType: 'partner', key: campaign.partnerKey } });
    const spent = ((await of(brandOf(owner))).body.data as { spend: number | null }[]).map(({ spend }) => spend ?? 0);
    expect(spent.reduce((sum, spend) => sum + spend, 0)).toBeGreaterThan(0);
    expect((await of(brandOf(foreign))).status).toBe(404);
  });
});
