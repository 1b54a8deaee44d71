import {
  DIMENSION_KEYS,
  graphicPacing,
  isDimensionOf,
  type Permission,
  reportData,
  reportMeasures,
  type ReportMember,
  WIDGET_CALLS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeClient,
  makeLead,
  makeOwner,
  makePartner,
  makePlatformCampaign,
} from '../../testing/factories/factories.ts';

const harness = useApp();
const BUILD: Permission[] = ['reports:View', 'reports:Build'];
type Row = Record<string, string | number | null>;
interface Answer {
  rows: Row[];
  total: Row;
  notes: string[];
}

let owners: readonly [number, number];
let partners: readonly [number, number];
let agency: SignedIn;

/** Cents without an exact double: added one by one they leave a rounding error. */
const CLIENT_PRICE = 53.1;
const MEDIA_PRICE = 41.7;

const makeSearch = async (tx: Tx, ownerKey: number): Promise<void> => {
  const { campaignKey } = await makeCampaign(tx, { ownerKey });
  await sql`update campaign set channel = 'ppc', partner_key = null where campaign_key = ${campaignKey}`.execute(tx);
  const accountKey = await makeAccount(tx, { ownerKey, clientKey: await makeClient(tx, ownerKey) });
  const linked = await makePlatformCampaign(tx, { ownerKey, accountKey });
  const loose = await makePlatformCampaign(tx, { ownerKey, accountKey, name: 'Nobody linked it' });
  await sql`update platform_campaign set campaign_key = ${campaignKey} where platform_campaign_key = ${linked}`.execute(
    tx,
  );
  for (const platform of [linked, loose])
    await sql`insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name)
      select ${ownerKey}, ${platform}, n::text, 'Group ' || n || ' of ' || ${platform}::int from generate_series(1, 2) n`.execute(
      tx,
    );
  await sql`insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost)
    select ${ownerKey}, d, platform_campaign_key, ad_group_key, 'mobile', 100, 7, 20.3, 21.9
    from platform_ad_group, generate_series('2026-03-01'::date, '2026-03-09', '1 day') d where owner_key = ${ownerKey}`.execute(
    tx,
  );
};

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    owners = [(await makeOwner(tx)).ownerKey, (await makeOwner(tx)).ownerKey];
    partners = [await makePartner(tx), await makePartner(tx)];
    await sql`call app.ensure_months('platform_day', '2026-02-01'::date, '2026-03-31'::date)`.execute(tx);
    for (const [o, ownerKey] of owners.entries()) {
      await makeSearch(tx, ownerKey);
      for (const [p, partnerKey] of partners.entries()) {
        const { campaignKey } = await makeCampaign(tx, { ownerKey, partnerKey, name: `Owner ${o} partner ${p}` });
        for (let day = 1; day <= 3 + o + p; day += 1)
          await makeLead(tx, {
            ownerKey,
            campaignKey,
            partnerKey,
            day: `2026-03-0${day}`,
            clientPrice: CLIENT_PRICE + o + p / 10,
            mediaPrice: MEDIA_PRICE + o + p / 10,
          });
      }
    }
  });
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
  agency = await harness.signedIn('ag', { owners, permissions: [...BUILD, 'reports:Margin'] });
});

const ask = async (as: SignedIn, measures: string[], more: object = {}, channel: 'all' | 'ppc' = 'all') => {
  const { status, body } = await harness.call(reportData, as, {
    params: { channel, vertical: 'all' },
    body: {
      ownerKey: owners[0],
      dimensions: [],
      measures,
      timeDimensions: { dimension: 'date', granularity: null, dateRange: ['2026-03-01', '2026-03-09'] },
      getTotal: true,
      ...more,
    },
  });
  return { status, ...(body.data as Answer) };
};

describe('sums of money', () => {
  test('are whole cents, including differences', async () => {
    const { rows, total } = await ask(agency, ['spend', 'mediaCost', 'margin'], {
      dimensions: ['mediaPartner', 'channel'],
    });
    const numbers = [...rows, total].flatMap((row) => Object.values(row)).filter((value) => typeof value === 'number');
    expect(numbers).toHaveLength(12);
    for (const value of numbers) expect(String(value)).toMatch(/^-?\d+(\.\d{1,2})?$/);
    expect(total['margin']).toBe(Number(((3 + 4) * (CLIENT_PRICE - MEDIA_PRICE) + 18 * 1.6).toFixed(2)));
  });
});

test('summed day by day are whole cents too', async () => {
  const { body } = await harness.call(graphicPacing, agency, {
    params: { brand: 1, keyType: 'owner', key: owners[0] },
  });
  const spentRows = (body.data as Row[]).filter(({ spentSoFar }) => spentSoFar !== null);
  expect(spentRows).toHaveLength(9);
  for (const { spentSoFar } of spentRows) expect(String(spentSoFar)).toMatch(/^\d+(\.\d{1,2})?$/);
  expect(spentRows.at(-1)?.['spentSoFar']).toBe((await ask(agency, ['spend'])).total['spend']);
});

describe('a report that finds nothing', () => {
  test('has 0 for counts and sums, and no ratio', async () => {
    const filters = [{ member: 'campaign', operator: 'equals', values: ['nobody'] }];
    const measures = ['validLeads', 'spend', 'clicks', 'margin', 'cpl', 'enrollRate', 'marginPercent'];
    expect(await ask(agency, measures, { dimensions: ['campaign'], filters })).toMatchObject({
      rows: [],
      total: { validLeads: 0, spend: 0, clicks: 0, margin: 0, cpl: null, enrollRate: null, marginPercent: null },
    });
  });
});

describe('by ad group', () => {
  test.each(['ag', 'cl'] as const)('spend and clicks are the platform’s, with the fee, for %s', async (group) => {
    const as = await harness.signedIn(group, { owner: owners[0], permissions: BUILD });
    const measures = ['spend', 'clicks', 'impressions', 'cpc'];
    for (const channel of ['ppc', 'all'] as const) {
      const { rows, total, notes } = await ask(as, measures, { dimensions: ['adGroup'] }, channel);
      expect(rows).toHaveLength(2);
      expect(rows[0]).toMatchObject({ spend: 197.1, clicks: 63, impressions: 900 });
      expect(total).toMatchObject({ spend: 394.2, clicks: 126 });
      expect(notes).toHaveLength(channel === 'all' ? 1 : 0);
    }
    const ofCampaigns = await ask(as, ['spend', 'clicks'], { dimensions: ['campaign'] }, 'ppc');
    expect(ofCampaigns.total).toEqual({ spend: 394.2, clicks: 126 });
    expect((await ask(as, ['spend', 'validLeads'], { dimensions: ['adGroup'] }, 'ppc')).status).toBe(422);
  });

  test('unlinked platform campaigns are included for nobody', async () => {
    const { rows } = await ask(agency, ['spend'], { dimensions: ['platformCampaign'] });
    expect(rows.map(({ platformCampaign }) => platformCampaign)).not.toContain('Nobody linked it');
    expect(rows).toHaveLength(1);
  });
});

describe('margin and media cost', () => {
  test('need their right, in the builder’s list and in every answer', async () => {
    const buyer = await harness.signedIn('ag', { owner: owners[0], permissions: BUILD });
    for (const measure of ['mediaCost', 'margin', 'marginPercent']) {
      expect((await ask(buyer, [measure])).status).toBe(400);
      expect(
        (await ask(buyer, ['spend'], { filters: [{ member: measure, operator: 'gt', values: ['0'] }] })).status,
      ).toBe(400);
      expect((await ask(agency, [measure])).status).toBe(200);
    }
    const offered = async (as: SignedIn) => {
      const { body } = await harness.call(reportMeasures, as, { params: { channel: 'all', vertical: 'all' } });
      return (body.data as ReportMember[]).map(({ key }) => key);
    };
    expect(await offered(agency)).toEqual(expect.arrayContaining(['mediaCost', 'margin', 'marginPercent']));
    expect((await offered(buyer)).filter((key) => /margin|mediaCost/.test(key))).toEqual([]);
  });
});

describe('a partner', () => {
  const own = (o: number, p: number) => ({ leads: 3 + o + p, price: MEDIA_PRICE + o + p / 10 });

  test.each([0, 1])(
    '%i builds reports of its own campaigns at its own price, for all owners it works for',
    async (p) => {
      const as = await harness.signedIn('mp', { owners, partnerKey: partners[p]!, permissions: BUILD });
      for (const [o, ownerKey] of owners.entries()) {
        const { leads, price } = own(o, p);
        const { rows, total } = await ask(as, ['validLeads', 'spend', 'cpl'], { ownerKey, dimensions: ['campaign'] });
        expect(rows.map(({ campaign }) => campaign)).toEqual([`Owner ${o} partner ${p}`]);
        expect(total).toEqual({
          validLeads: leads,
          spend: Number((leads * price).toFixed(2)),
          cpl: expect.closeTo(price, 6),
        });
      }
      const { ownerKey: _one, ...both } = { ownerKey: undefined };
      const everything = await ask(as, ['validLeads'], { ...both, ownerKey: undefined, dimensions: ['campaign'] });
      expect(everything.total).toEqual({ validLeads: own(0, p).leads + own(1, p).leads });
    },
  );

  test('is offered and gets no measure of the client’s costs, by any dimension', async () => {
    const as = await harness.signedIn('mp', { owners, partnerKey: partners[0], permissions: BUILD });
    const { body } = await harness.call(reportMeasures, as, { params: { channel: 'all', vertical: 'all' } });
    const offered = (body.data as ReportMember[]).map(({ key }) => key);
    expect(offered).toEqual(expect.arrayContaining(['validLeads', 'spend', 'cpl']));
    expect(offered.filter((key) => /margin|mediaCost|budget|percentToBudget|cpc|impressions/i.test(key))).toEqual([]);
    for (const measure of ['margin', 'mediaCost', 'budget', 'cpc', 'impressions', 'clientCost'])
      expect((await ask(as, [measure])).status).toBe(400);
    const clientMoney = new Set<number>();
    for (let leads = 1; leads <= 10; leads += 1)
      for (const price of [53.1, 53.2, 54.1, 54.2]) clientMoney.add(Number((leads * price).toFixed(2)));
    for (const dimension of DIMENSION_KEYS.filter((key) => isDimensionOf(key, 'mp', 'all', 'all'))) {
      const { status, rows, total } = await ask(as, ['validLeads', 'spend', 'cpl'], { dimensions: [dimension] });
      expect([200, 422]).toContain(status);
      if (status !== 200) continue;
      const numbers = [...rows, total]
        .flatMap((row) => Object.values(row))
        .filter((value) => typeof value === 'number');
      expect(numbers.filter((value) => clientMoney.has(Number(value.toFixed(2))))).toEqual([]);
      expect(total['validLeads']).toBe(own(0, 0).leads);
    }
  });

  test('without the right to build, or to dashboards, is refused', async () => {
    const viewer = await harness.signedIn('mp', { owners, partnerKey: partners[0], permissions: ['reports:View'] });
    expect((await ask(viewer, ['validLeads'])).status).toBe(403);
    const { status } = await harness.call(WIDGET_CALLS.pacingChannel, viewer, { body: { ownerKey: owners[0] } });
    expect(status).toBe(403);
  });
});
