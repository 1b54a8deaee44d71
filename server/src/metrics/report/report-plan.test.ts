import { ALL_PERMISSIONS, type ReportQuery, reportQuerySchema, sumOf, type UserGroup } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeOwner } from '../../testing/factories/factories.ts';
import { DEFAULT_LAG_CURVES, maturedInquiries } from '../maturity/maturity.rules.ts';
import { loadPeriod } from '../periods/period-facts.ts';
import { checkReport, type ReportViewer } from './report-check.ts';
import { runReport } from './report.ts';

const database = useDatabase();
const NOW = new Date('2026-03-12T15:00:00Z');
let facts: Facts;
let ownerKey: number;
let one: Awaited<ReturnType<typeof makeCampaign>>;
let two: Awaited<ReturnType<typeof makeCampaign>>;

const write = (statement: RawBuilder<unknown>): Promise<unknown> => database.asMigrator((tx) => statement.execute(tx));
const addLeads = (campaignKey: number, day: string, leads: number, price: number) =>
  write(sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, state, client_price, media_price)
    select ${ownerKey}, ${day}, 'L', ${day}, ${campaignKey}, 'DLV', 'desktop', 'TX', ${price}, 30 from generate_series(1, ${leads}::int)`);

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx));
    one = await makeCampaign(tx, { ownerKey });
    two = await makeCampaign(tx, { ownerKey });
    await sql`
      insert into campaign (owner_key, goal_key, channel, name, code, start_date, activated_at, monthly_budget)
      values (${ownerKey}, ${one.goalKey}, 'ppc', 'Search', 'SEARCH', '2026-01-01', '2026-01-01', 3000)
    `.execute(tx);
    await sql`insert into goal_month (owner_key, goal_key, month, spend_goal) values (${ownerKey}, ${one.goalKey}, '2026-02-01', 7000)`.execute(
      tx,
    );
    await sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation) values (${ownerKey}, ${one.campaignKey}, '2026-02-01', 60)`.execute(
      tx,
    );
  });
  await addLeads(one.campaignKey, '2026-02-10', 20, 50);
  await addLeads(one.campaignKey, '2026-03-03', 22, 50);
  await addLeads(one.campaignKey, '2026-03-12', 3, 50);
  await addLeads(two.campaignKey, '2026-03-04', 11, 50);
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());

const viewer = (group: UserGroup, more: Partial<ReportViewer> = {}): ReportViewer => ({
  group,
  permissions: new Set(ALL_PERMISSIONS),
  channel: 'all',
  vertical: 'all',
  ...more,
});
const ask = (query: object): ReportQuery =>
  reportQuerySchema.parse({
    measures: ['budget'],
    timeDimensions: { dimension: 'date', dateRange: ['2026-03-01', '2026-03-31'] },
    ...query,
  });
const report = (query: object, more: Partial<ReportViewer> & { partnerKey?: number } = {}) => {
  const { partnerKey = null, group = 'ag', ...rest } = more;
  return database.db.withScope(makeScope({ userKey: null, group, ownerKeys: [ownerKey], partnerKey }), (tx) =>
    runReport(tx, [ownerKey], ask(query), viewer(group, rest), NOW),
  );
};
const over = (from: string, to: string, granularity: string | null = null) => ({
  timeDimensions: { dimension: 'date', granularity, dateRange: [from, to] },
});
const period = (month: string) =>
  database.db.withScope(makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null }), (tx) =>
    loadPeriod(tx, { ownerKey, month: Temporal.PlainYearMonth.from(month), now: NOW, group: 'ag' }),
  );
const budgets = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ budget }) => Number(budget)).toSorted((a, b) => b - a);

describe('a budget', () => {
  test('of a campaign is its cap’s cost, or its own budget', async () => {
    const { rows } = await report({ dimensions: ['campaignCode'], measures: ['budget', 'allocation'] });
    expect(budgets(rows.slice(0, -1))).toEqual([5_000, 5_000, 3_000]);
    expect(rows.at(-1)).toMatchObject({ campaignCode: 'Not assigned to campaigns', budget: 7_000, allocation: null });
    expect(rows.find(({ campaignCode }) => campaignCode === 'SEARCH')).toMatchObject({ allocation: null });
  });

  test('of a line item is its own; of a brand, a client and a month the sum of the line items', async () => {
    expect(budgets((await report({ dimensions: ['goal'] })).rows)).toEqual([10_000, 10_000]);
    expect(budgets((await report({ dimensions: ['brand'] })).rows)).toEqual([10_000, 10_000]);
    expect((await report({})).rows).toEqual([{ budget: 20_000 }]);
    const months = await report({
      ...over('2026-02-01', '2026-03-31', 'month'),
      order: [{ member: 'date', direction: 'asc' }],
    });
    expect(months.rows).toEqual([
      { date: '2026-02-01', budget: 7_000 },
      { date: '2026-03-01', budget: 20_000 },
    ]);
    const quarter = await report(over('2026-02-01', '2026-03-31', 'quarter'));
    expect(quarter.rows).toEqual([{ date: '2026-01-01', budget: 27_000 }]);
  });

  test('of a dimension across line items is the campaigns’ sum, with a row for the rest of the line items’', async () => {
    const { rows, total } = await report({ dimensions: ['channel'], getTotal: true });
    expect(budgets(rows)).toEqual([10_000, 7_000, 3_000]);
    expect(rows.at(-1)).toEqual({ channel: 'Not assigned to campaigns', budget: 7_000 });
    expect(total).toEqual({ budget: 20_000 });
    // The channel cuts the first line item; the second is whole.
    expect(budgets((await report({ dimensions: ['goal'] }, { channel: 'ppl' })).rows)).toEqual([10_000, 5_000]);
    const filters = [{ member: 'campaignCode', operator: 'equals', values: ['SEARCH'] }];
    expect((await report({ dimensions: ['goal'], filters })).rows).toMatchObject([{ budget: 3_000 }]);
    expect((await report({ filters })).rows).toEqual([{ budget: 3_000 }]);
  });
});

describe('pace and delivery', () => {
  test('equal those of the period, through the last complete day, beside daily figures', async () => {
    const { campaigns } = await period('2026-03');
    const parts = campaigns.find(({ campaignKey }) => campaignKey === one.campaignKey)!.parts;
    const { rows } = await report({
      dimensions: ['campaign'],
      measures: ['validLeads', 'spend', 'budget', 'percentToBudget', 'allocation', 'deliveryPercent'],
      order: [{ member: 'validLeads', direction: 'desc' }],
    });
    expect(parts).toMatchObject({ validLeads: 22, spend: 1_100, mtdAllocation: 35, budget: 5_000 });
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({
      validLeads: 25,
      spend: 1_250,
      budget: 5_000,
      percentToBudget: ((1_100 / 11) * 31 * 100) / 5_000,
      allocation: 100,
      deliveryPercent: (22 / 35) * 100,
    });
    expect(rows[2]).toMatchObject({ campaign: 'Search', validLeads: 0, spend: 0, budget: 3_000, percentToBudget: 0 });
  });

  test('of a group are computed from sums, also over months', async () => {
    const query = { measures: ['percentToBudget', 'allocation'], getTotal: true };
    const march = await period('2026-03');
    const runRates = sumOf(march.campaigns.map(({ parts }) => parts.spentRunRate)) ?? 0;
    const { rows, total } = await report({ ...query, dimensions: ['channel'] });
    expect(rows).toHaveLength(3);
    expect(total?.['percentToBudget']).toBeCloseTo((runRates / 20_000) * 100, 9);
    expect(total?.['allocation']).toBe(200);
    const both = await report({ ...query, ...over('2026-02-01', '2026-03-31') });
    expect(both.rows[0]?.['percentToBudget']).toBeCloseTo(((runRates + 1_000) / 27_000) * 100, 9);
    expect(both.rows[0]?.['allocation']).toBe(260);
  });

  test('can be filtered and sorted', async () => {
    const filters = [{ member: 'budget', operator: 'gt', values: ['3000'] }];
    expect((await report({ dimensions: ['campaign'], filters })).rows).toHaveLength(2);
    const { rows } = await report({
      dimensions: ['campaign'],
      order: [{ member: 'budget', direction: 'asc' }],
      limit: 1,
    });
    expect(rows).toMatchObject([{ campaign: 'Search', budget: 3_000 }]);
  });

  test('are a partner’s own, without a budget', async () => {
    const mine = { group: 'mp' as const, partnerKey: two.partnerKey };
    const { rows } = await report({ dimensions: ['goal'], measures: ['allocation', 'deliveryPercent'] }, mine);
    expect(rows).toMatchObject([{ allocation: 100, deliveryPercent: (11 / 35) * 100 }]);
    expect(() => checkReport([ownerKey], ask({}), viewer('mp'))).toThrow(
      expect.objectContaining({ code: 'ILLEGAL_ARGUMENTS' }),
    );
  });
});

describe('whole months', () => {
  test.each([
    ['2026-03-01', '2026-03-11'],
    ['2026-02-01', '2026-03-12'],
  ])('%s to %s ends with the month so far', async (from, to) => {
    expect(
      (await report({ dimensions: ['campaignCode'], measures: ['allocation'], ...over(from, to) })).rows,
    ).toHaveLength(3);
  });

  test.each([
    ['2026-03-01', '2026-03-10'],
    ['2026-02-02', '2026-02-28'],
    ['2026-02-01', '2026-02-27'],
  ])('%s to %s is refused', async (from, to) => {
    await expect(report(over(from, to))).rejects.toMatchObject({
      code: 'VALIDATION',
      errors: [expect.objectContaining({ field: 'timeDimensions.dateRange' })],
    });
  });

  test.each([
    { dimensions: ['state'] },
    { filters: [{ member: 'state', operator: 'set' }] },
    over('2026-03-01', '2026-03-31', 'day'),
    over('2026-03-01', '2026-03-31', 'week'),
  ])('%o cannot be combined', (query) => {
    expect(() => checkReport([ownerKey], ask(query), viewer('ag'))).toThrow('These fields cannot be combined.');
  });
});

describe('maturity', () => {
  afterEach(() => write(sql`update goal set client_model_key = null where owner_key = ${ownerKey}`));

  const measures = ['enrollPercentMatured', 'contactPercentMatured', 'validLeads'];
  const expected = (stage: 'enrollment' | 'contact', segment: 'career' | 'online') =>
    // Ages on 11 March; today's inquiries have none.
    (maturedInquiries(DEFAULT_LAG_CURVES[segment][stage], [
      [29, 20],
      [8, 22],
      [7, 11],
    ]) /
      56) *
    100;

  test('weights inquiries by age, in any breakdown', async () => {
    const range = over('2026-02-01', '2026-03-31');
    for (const dimensions of [[], ['state']]) {
      const { rows } = await report({ dimensions, measures, ...range });
      expect(rows[0]?.['validLeads']).toBe(56);
      expect(rows[0]?.['enrollPercentMatured']).toBeCloseTo(expected('enrollment', 'career'), 9);
      expect(rows[0]?.['contactPercentMatured']).toBeCloseTo(expected('contact', 'career'), 9);
    }
    const { rows, total } = await report({ dimensions: ['campaign'], measures, getTotal: true, ...range });
    expect(rows).toHaveLength(2);
    expect(total?.['enrollPercentMatured']).toBeCloseTo(expected('enrollment', 'career'), 5);
  });

  test('uses the pace of online students for an online model', async () => {
    await write(sql`
      with m as (insert into client_model (owner_key, client_key, name)
                 select owner_key, client_key, 'Online' from goal where owner_key = ${ownerKey} returning client_model_key, client_key),
      c as (insert into campus (owner_key, client_model_key, name, code, time_zone, virtual)
            select ${ownerKey}, client_model_key, 'Online', 'ON' || client_model_key, 'America/Chicago', true from m)
      update goal g set client_model_key = m.client_model_key from m where g.client_key = m.client_key`);
    const { rows } = await report({ measures, ...over('2026-02-01', '2026-03-31') });
    expect(rows[0]?.['enrollPercentMatured']).toBeCloseTo(expected('enrollment', 'online'), 9);
  });
});
