import { ALL_PERMISSIONS, type ReportQuery, reportQuerySchema } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeAccount,
  makeCampaign,
  makeClient,
  makeOwner,
  makePlatformCampaign,
} from '../../testing/factories/factories.ts';
import { checkReport, type ReportViewer } from './report-check.ts';
import { reportSql } from './report-sql.ts';
import { runReport } from './report.ts';

const database = useDatabase();
let facts: Facts;
let ownerKey: number;
let campaign: Awaited<ReturnType<typeof makeCampaign>>;
let linked: number;

const NOW = new Date('2026-05-10T15:00:00Z');
const change = (query: RawBuilder<unknown>): Promise<unknown> => database.asMigrator((tx) => query.execute(tx));

/** Two platform campaigns, one of them linked, with two ad groups each and two keywords per ad group, every day of four months. */
beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx));
    campaign = await makeCampaign(tx, { ownerKey });
    const accountKey = await makeAccount(tx, { ownerKey, clientKey: await makeClient(tx, ownerKey) });
    linked = await makePlatformCampaign(tx, { ownerKey, accountKey });
    await makePlatformCampaign(tx, { ownerKey, accountKey });
    await sql`update platform_campaign set campaign_key = ${campaign.campaignKey} where platform_campaign_key = ${linked}`.execute(
      tx,
    );
    await sql`insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name)
      select ${ownerKey}, platform_campaign_key, n::text, 'Group ' || platform_campaign_key || n
      from platform_campaign, generate_series(1, 2) n where owner_key = ${ownerKey}`.execute(tx);
    await sql`insert into platform_keyword (owner_key, ad_group_key, text, match_type)
      select ${ownerKey}, ad_group_key, 'word ' || ad_group_key || match_type, match_type
      from platform_ad_group, unnest('{EXACT,BROAD}'::text[]) match_type where owner_key = ${ownerKey}`.execute(tx);
    await sql`insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost, conversions, call_conversions, view_through)
      select ${ownerKey}, d, platform_campaign_key, ad_group_key, device, ad_group_key * 100 + extract(day from d), extract(doy from d), 1.25, 1.5, 2, 1, 1
      from platform_ad_group, unnest('{desktop,mobile}'::text[]) device, generate_series('2026-01-01'::date, '2026-04-30', '1 day') d
      where owner_key = ${ownerKey}`.execute(tx);
    await sql`insert into platform_keyword_day (owner_key, day, keyword_key, impressions, clicks, cost, client_cost, conversions)
      select ${ownerKey}, d, keyword_key, keyword_key * 100 + extract(day from d), extract(doy from d), 1.25, 1.5, 2
      from platform_keyword, generate_series('2026-01-01'::date, '2026-04-30', '1 day') d where owner_key = ${ownerKey}`.execute(
      tx,
    );
  });
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());

const viewer = (channel: ReportViewer['channel'] = 'ppc'): ReportViewer => ({
  group: 'ag',
  permissions: new Set(ALL_PERMISSIONS),
  channel,
  vertical: 'all',
});
const WHOLE = ['2026-02-01', '2026-03-31'];
const ask = (query: object, dateRange: readonly string[] = WHOLE, granularity: string | null = null): ReportQuery =>
  reportQuerySchema.parse({ ...query, timeDimensions: { dimension: 'date', granularity, dateRange } });
const scope = (keys: readonly number[] = [ownerKey], partnerKey: number | null = null) =>
  makeScope({ userKey: null, group: partnerKey === null ? 'ag' : 'mp', ownerKeys: keys, partnerKey });
const report = (query: ReportQuery) =>
  database.db.withScope(scope(), (tx) => runReport(tx, [ownerKey], query, viewer('all'), NOW));
const recount = <T>(query: RawBuilder<T>): Promise<T[]> =>
  database.asMigrator(async (tx) => (await query.execute(tx)).rows);

const MEASURES = ['impressions', 'conversions', 'ctr', 'cpc'];
const sumsOf = (cost: string) => sql`
  sum(d.impressions)::int as impressions, sum(d.conversions)::int as conversions,
  (100.0 * sum(d.clicks) / sum(d.impressions))::float8 as ctr, (sum(${sql.ref(`d.${cost}`)}) / sum(d.clicks))::float8 as cpc`;
const close = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? Number(value.toFixed(6)) : value]),
    ),
  );

const RANGES = [
  { what: 'whole months', range: WHOLE },
  { what: 'months with days before and after them', range: ['2026-01-20', '2026-04-03'] },
  { what: 'days that make no month', range: ['2026-02-02', '2026-03-30'] },
];

/** Compared with sums over the linked days; the total is the last row. */
const expectAdGroups = async (range: readonly string[]): Promise<void> => {
  const order = [{ member: 'adGroup', direction: 'asc' }];
  const query = { dimensions: ['adGroup'], measures: MEASURES, order, getTotal: true };
  const { rows, total } = await report(ask(query, range));
  const expected = await recount(sql<Record<string, unknown>>`
    select g.name as "adGroup", ${sumsOf('client_cost')} from platform_day d join platform_ad_group g using (owner_key, ad_group_key)
    where d.owner_key = ${ownerKey} and d.platform_campaign_key = ${linked} and day between ${range[0]} and ${range[1]}
    group by grouping sets ((g.ad_group_key, g.name), ()) order by g.name nulls last`);
  expect(close(rows)).toEqual(close(expected.slice(0, -1)));
  expect(close([{ adGroup: null, ...total }])).toEqual(close(expected.slice(-1)));
};

describe.each(RANGES)('over $what', ({ range }) => {
  test('ad groups equal their days, and so does the total', async () => {
    expect.hasAssertions();
    await expectAdGroups(range);
  });

  test('keywords by campaign and month equal their days', async () => {
    const order = ['keyword', 'date'].map((member) => ({ member, direction: 'asc' }));
    const query = { dimensions: ['campaign', 'keyword'], measures: MEASURES, order };
    const { rows } = await report(ask(query, range, 'month'));
    const expected = await recount(sql<Record<string, unknown>>`
      select c.name as campaign, k.text as keyword, date_trunc('month', day)::date::text as date, ${sumsOf('client_cost')}
      from platform_keyword_day d join platform_keyword k using (owner_key, keyword_key)
      join platform_ad_group g using (owner_key, ad_group_key) join platform_campaign p using (owner_key, platform_campaign_key)
      join campaign c using (owner_key, campaign_key)
      where d.owner_key = ${ownerKey} and day between ${range[0]} and ${range[1]}
      group by c.name, k.keyword_key, k.text, 3 order by 2, 3`);
    expect(expected.length).toBeGreaterThan(0);
    expect(close(rows)).toEqual(close(expected));
  });
});

test('months follow corrected, deleted and repeated rows', async () => {
  await change(sql`update platform_day set impressions = impressions + 7, cost = 2 where extract(day from day) = 3`);
  await change(sql`delete from platform_day where day = '2026-03-09'`);
  await change(sql`update platform_day set day = '2026-03-09' where day = '2026-02-20' and device = 'mobile'`);
  await change(sql`delete from platform_keyword_day where day = '2026-03-09'`);
  await change(sql`insert into platform_keyword_day (owner_key, day, keyword_key, impressions)
    select owner_key, '2026-03-10', keyword_key, 5 from platform_keyword
    on conflict (owner_key, day, keyword_key) do update set impressions = excluded.impressions`);
  const before = await recount(sql`select xmin::text from platform_month`);
  await change(sql`update platform_day set clicks = clicks`);
  expect(await recount(sql`select xmin::text from platform_month`)).toEqual(before);
  await expectAdGroups(WHOLE);
  while ((await facts.fold()) > 0);
  expect(await facts.differences()).toEqual([]);
});

test('a wrong month is found and rebuilt', async () => {
  await change(sql`update keyword_month set clicks = clicks + 3 where month = '2026-02-01'
    and keyword_key = (select min(keyword_key) from keyword_month)`);
  await change(sql`delete from platform_month where month = '2026-03-01'`);
  const differences = await facts.differences();
  expect(differences.filter(({ day }) => day === '2026-02-01').map(({ counter }) => counter)).toEqual([
    expect.stringMatching(/^keyword month \d+: clicks$/),
  ]);
  expect(differences.filter(({ counter }) => counter.startsWith('platform month'))).not.toEqual([]);
  await facts.rebuild();
  expect(await facts.differences()).toEqual([]);
});

test('months are hidden from partners and other owners', async () => {
  const countsFor = (inScope: ReturnType<typeof scope>) =>
    database.db.withScope(inScope, async (tx) => {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from platform_month)::int as months, (select count(*) from keyword_month)::int as words`.execute(
        tx,
      );
      return rows[0];
    });
  expect(await countsFor(scope())).toEqual({ months: 16, words: 32 });
  expect(await countsFor(scope([ownerKey], campaign.partnerKey))).toEqual({ months: 0, words: 0 });
  expect(await countsFor(scope([ownerKey + 1]))).toEqual({ months: 0, words: 0 });
});

test('measures that keywords do not have are refused', () => {
  const query = ask({ dimensions: ['keyword'], measures: ['viewThrough'] });
  expect(() => checkReport([ownerKey], query, { ...viewer(), forWidgets: true })).toThrow(
    'These fields cannot be combined.',
  );
});

test('the statement sums months before it joins names', async () => {
  const statement = await database.db.withScope(scope(), async (tx) => {
    const query = ask({ dimensions: ['keyword'], measures: ['cpc'] }, ['2026-02-01', '2026-04-03']);
    return reportSql(checkReport([ownerKey], query, viewer()), { channel: 'ppc' }).compile(tx);
  });
  expect(statement.sql.replaceAll(/\s+/g, ' ').trim()).toBe(
    'with stored as materialized ( select owner_key, keyword_key, sum(client_cost) as client_cost, sum(clicks) as clicks from ( select owner_key, month as day, keyword_key, client_cost, clicks from keyword_month where owner_key = any ($1::int[]) and month between $2 and $3 union all select owner_key, day, keyword_key, client_cost, clicks from (select * from platform_keyword_day where complete) d where owner_key = any ($4::int[]) and (day between $5 and $6) ) r group by owner_key, keyword_key ) select k.text as "keyword", coalesce(sum(f.client_cost), 0) as "platformSpend", coalesce(sum(f.clicks), 0) as "platformClicks" from (select d.*, n.ad_group_key, y.platform_campaign_key, z.campaign_key from stored d join platform_keyword n using (owner_key, keyword_key) join platform_ad_group y using (owner_key, ad_group_key) join platform_campaign z using (owner_key, platform_campaign_key) where z.campaign_key is not null) f join platform_keyword k on k.owner_key = f.owner_key and k.keyword_key = f.keyword_key join campaign c on c.owner_key = f.owner_key and c.campaign_key = f.campaign_key where f.owner_key = any ($7::int[]) and c.channel = $8 group by k.keyword_key, k.text limit $9',
  );
  expect(statement.parameters).toEqual([
    [ownerKey],
    '2026-02-01',
    '2026-03-31',
    [ownerKey],
    '2026-04-01',
    '2026-04-03',
    [ownerKey],
    'ppc',
    50_001,
  ]);
});
