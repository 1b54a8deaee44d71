import {
  goalSummaryList,
  PACING_WIDGETS,
  reportData,
  WIDGET_CALLS,
  WIDGET_IDS,
  type WidgetAnswer,
  type WidgetId,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeClient,
  makeLead,
  makeOwner,
  makePlatformCampaign,
} from '../../testing/factories/factories.ts';

/** Platform charges of unlinked campaigns: shown beside every total of the agency's, included in none, and hidden from everybody else. */
const harness = useApp();
const RIGHTS = ['reports:View', 'reports:Build', 'goals:View', 'allocations:View'] as const;
let owner: number;
let foreign: number;
let clients: readonly [number, number];
let partnerKey: number;
let campaignKey: number;
let unlinked: number;
let agency: SignedIn;
let client: SignedIn;
let partner: SignedIn;

const fold = async (): Promise<void> => {
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
};

const addDays = async (tx: Tx, ownerKey: number, platformKey: number, cost: number): Promise<void> => {
  await sql`insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name)
            values (${ownerKey}, ${platformKey}, '1', 'Group')`.execute(tx);
  await sql`insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, clicks, cost, client_cost)
    select ${ownerKey}, d, ${platformKey}, ad_group_key, 'mobile', 5, ${cost}::numeric, ${cost}::numeric * 1.1
    from platform_ad_group, generate_series('2026-02-27'::date, '2026-03-10', '1 day') d
    where platform_campaign_key = ${platformKey}`.execute(tx);
};

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    [owner, foreign] = [(await makeOwner(tx)).ownerKey, (await makeOwner(tx)).ownerKey];
    await sql`call app.ensure_months('platform_day', '2026-02-01'::date, '2026-03-31'::date)`.execute(tx);
    const bought = await makeCampaign(tx, { ownerKey: owner });
    ({ partnerKey } = bought);
    await makeLead(tx, { ...bought, day: '2026-03-03' });
    const search = await makeCampaign(tx, { ownerKey: owner });
    ({ campaignKey } = search);
    await sql`update campaign set channel = 'ppc', partner_key = null where campaign_key = ${campaignKey}`.execute(tx);
    clients = [await makeClient(tx, owner), await makeClient(tx, owner)];
    const ppc = await makeAccount(tx, { ownerKey: owner, clientKey: clients[0] });
    const social = await makeAccount(tx, { ownerKey: owner, clientKey: clients[1], channel: 'social' });
    const linked = await makePlatformCampaign(tx, { ownerKey: owner, accountKey: ppc });
    await sql`update platform_campaign set campaign_key = ${campaignKey} where platform_campaign_key = ${linked}`.execute(
      tx,
    );
    unlinked = await makePlatformCampaign(tx, { ownerKey: owner, accountKey: ppc });
    const other = await makePlatformCampaign(tx, { ownerKey: owner, accountKey: social });
    await addDays(tx, owner, linked, 10);
    await addDays(tx, owner, unlinked, 20);
    await addDays(tx, owner, other, 3);
    const theirs = await makeAccount(tx, { ownerKey: foreign, clientKey: await makeClient(tx, foreign) });
    await addDays(tx, foreign, await makePlatformCampaign(tx, { ownerKey: foreign, accountKey: theirs }), 7_000);
  });
  await fold();
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
  partner = await harness.signedIn('mp', { owner, partnerKey, permissions: RIGHTS });
});

const ask = async (id: WidgetId, body: object = {}, as: SignedIn = agency): Promise<WidgetAnswer> => {
  const { body: answer } = await harness.call(WIDGET_CALLS[id], as, { body: { ownerKey: owner, ...body } });
  return answer.data as WidgetAnswer;
};
/** Nine days of March through the 9th, with a markup of ten percent. */
const SEARCH = 9 * 22;
const SOCIAL = 9 * 3.3;

const report = async (as: SignedIn, more: object = {}, channel: 'all' | 'ppc' = 'all') => {
  const { body } = await harness.call(reportData, as, {
    params: { channel, vertical: 'all' },
    body: {
      ownerKey: owner,
      dimensions: ['campaign'],
      measures: ['spend'],
      timeDimensions: { dimension: 'date', granularity: null, dateRange: ['2026-03-01', '2026-03-09'] },
      getTotal: true,
      ...more,
    },
  });
  return body.data as { total: { spend: number }; unattributed?: unknown };
};

describe('the agency', () => {
  test('sees it beside every total of spend, and no total includes it', async () => {
    const all = { spend: SEARCH + SOCIAL, campaigns: 2, channels: ['ppc', 'social'] };
    for (const id of [...Object.keys(PACING_WIDGETS), 'mtdSpend', 'lincolnPacingDay', 'mtdLeadsReport'] as WidgetId[]) {
      const { totals, unattributed } = await ask(id);
      expect({ id, unattributed }).toEqual({ id, unattributed: all });
      expect(totals['mtdSpent'] ?? totals['spend']).toBe(50 + 9 * 11);
    }
    const ppc = { spend: SEARCH, campaigns: 1, channels: ['ppc'] };
    for (const id of ['searchPerformance', 'searchCampaignOverview', 'searchKeywordOverview'] as const)
      expect({ id, told: (await ask(id)).unattributed }).toEqual({ id, told: ppc });
    expect(await report(agency)).toMatchObject({ total: { spend: 149 }, unattributed: all });
    expect((await report(agency, {}, 'ppc')).unattributed).toEqual(ppc);
    const { body } = await harness.call(goalSummaryList, agency, {
      params: { brand: 'all' },
      query: { ownerKey: String(owner) },
    });
    expect((body.data as { unattributed: unknown }).unattributed).toEqual(all);
  });

  test('sees it filtered: by client or channel; a line item or partner has none', async () => {
    const spendOf = async (body: object) => (await ask('pacingChannel', body)).unattributed?.spend;
    expect(await spendOf({ clientKeys: [clients[1]] })).toBeCloseTo(SOCIAL, 6);
    expect(await spendOf({ channels: ['ppc'] })).toBe(SEARCH);
    expect(await spendOf({ partnerKeys: [partnerKey] })).toBeUndefined();
    expect(await spendOf({ month: '2026-02' })).toBeCloseTo(2 * 25.3, 6);
    const of = (member: string, value: string) => ({ filters: [{ member, operator: 'equals', values: [value] }] });
    expect((await report(agency, of('channel', 'Pay per click'))).unattributed).toMatchObject({ spend: SEARCH });
    expect((await report(agency, of('campaign', 'x'))).unattributed).toBeUndefined();
  });

  test('does not see it without platform spend or without a total of spend', async () => {
    for (const id of ['affiliatePerformance', 'mtdInquiries', 'reportingFunnel', 'overpacingCampaigns'] as const)
      expect((await ask(id)).unattributed).toBeUndefined();
    expect((await report(agency, { measures: ['validLeads'] })).unattributed).toBeUndefined();
  });
});

describe('other groups', () => {
  test('do not see it: a client in no widget, report or overview, a partner in no report', async () => {
    for (const id of WIDGET_IDS) expect(await ask(id, {}, client)).not.toHaveProperty('unattributed');
    const [ofClient, ofPartner] = [await report(client), await report(partner)];
    expect([ofClient.total, ofPartner.total]).toEqual([{ spend: 149 }, { spend: 40 }]);
    for (const answer of [ofClient, ofPartner]) expect(answer).not.toHaveProperty('unattributed');
    const { body } = await harness.call(goalSummaryList, client, {
      params: { brand: 'all' },
      query: { ownerKey: String(owner) },
    });
    expect(body.data).not.toHaveProperty('unattributed');
  });
});

test('once linked, it is in the total and nowhere else', async () => {
  const link = async (to: number | null): Promise<void> => {
    await harness.asMigrator((tx) =>
      sql`update platform_campaign set campaign_key = ${to} where platform_campaign_key = ${unlinked}`.execute(tx),
    );
    await fold();
  };
  await link(campaignKey);
  onTestFinished(() => link(null));
  const { totals, unattributed } = await ask('pacingChannel');
  expect(totals['mtdSpent']).toBe(149 + SEARCH);
  expect(unattributed).toMatchObject({ campaigns: 1, channels: ['social'] });
});
