import {
  allocationsExport,
  CAMPAIGN_COLUMNS,
  campaignSearch,
  campaignSummaryStream,
  DIMENSION_KEYS,
  fillPath,
  goalSummaryList,
  isDimensionOf,
  measuresFor,
  METRICS,
  type ReportChannel,
  reportData,
  WIDGET_CALLS,
  WIDGET_IDS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { type ReportViewer } from '../../metrics/report/report-check.ts';
import { runReport } from '../../metrics/report/report.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeClient,
  makeLead,
  makeOwner,
  makePlatformCampaign,
} from '../../testing/factories/factories.ts';

/** Only the agency may know its costs: no number that a client gets may be one of them, at any grain. */
const harness = useApp();
const RIGHTS = ['reports:View', 'reports:Build', 'allocations:View', 'goals:View', 'campaigns:View'] as const;
const FEE = 1.08;
/** The media price of a lead in these campaigns. */
const MEDIA_PRICE = 37.61;
let owner: number;
let client: SignedIn;
/** Every sum of media cost that a screen could show: by row, day, keyword, ad group, campaign, and in total. */
let mediaCosts: Set<number>;

const RANGE: [string, string] = ['2026-02-01', '2026-03-09'];

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  harness.db.withScope(makeScope({ userKey: null, group: 'cl', ownerKeys: [owner], partnerKey: null }), work);
/** An invalid combination of fields is skipped; any other error fails the test. */
const refused = (error: unknown): null => {
  if (error instanceof AppError) return null;
  throw error;
};

const cents = (value: number): number => Math.round(value * 100) / 100;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    owner = (await makeOwner(tx)).ownerKey;
    const bought = await makeCampaign(tx, { ownerKey: owner });
    for (const [index, day] of ['2026-03-02', '2026-03-03', '2026-03-09', '2026-02-10'].entries())
      await makeLead(tx, {
        ownerKey: owner,
        campaignKey: bought.campaignKey,
        partnerKey: bought.partnerKey,
        day,
        clientPrice: 53.07 + index,
        mediaPrice: 41.13 + index,
      });
    for (const table of ['platform_day', 'platform_keyword_day'])
      await sql`call app.ensure_months(${table}, '2026-02-01'::date, '2026-03-31'::date)`.execute(tx);
    const campaign = await makeCampaign(tx, { ownerKey: owner });
    await sql`update campaign set channel = 'ppc', partner_key = null where campaign_key = ${campaign.campaignKey}`.execute(
      tx,
    );
    const accountKey = await makeAccount(tx, { ownerKey: owner, clientKey: await makeClient(tx, owner) });
    const linked = await makePlatformCampaign(tx, { ownerKey: owner, accountKey });
    await sql`update platform_campaign set campaign_key = ${campaign.campaignKey} where platform_campaign_key = ${linked}`.execute(
      tx,
    );
    await sql`insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name)
      select ${owner}, ${linked}, n::text, 'Group ' || n from generate_series(1, 2) n`.execute(tx);
    await sql`insert into platform_keyword (owner_key, ad_group_key, text, match_type)
      select ${owner}, ad_group_key, 'word ' || ad_group_key, 'EXACT' from platform_ad_group where owner_key = ${owner}`.execute(
      tx,
    );
    await sql`insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost, conversions)
      select ${owner}, d, ${linked}, ad_group_key, 'mobile', 900, 31, 70.31 + ad_group_key, round((70.31 + ad_group_key) * ${FEE}, 2), 2
      from platform_ad_group, generate_series('2026-02-01'::date, '2026-03-09', '1 day') d where owner_key = ${owner}`.execute(
      tx,
    );
    await sql`insert into platform_keyword_day (owner_key, day, keyword_key, impressions, clicks, cost, client_cost, conversions)
      select ${owner}, d, keyword_key, 400, 17, 30.17 + keyword_key, round((30.17 + keyword_key) * ${FEE}, 2), 1
      from platform_keyword, generate_series('2026-02-01'::date, '2026-03-09', '1 day') d where owner_key = ${owner}`.execute(
      tx,
    );
    const ranges = sql`(values ('2026-02-01'::date, '2026-02-28'::date), ('2026-03-01', '2026-03-09'), ('2026-02-01', '2026-03-09')) r (a, b)`;
    const { rows } = await sql<{ cost: number }>`
      select cost::float8 as cost from (
        select sum(cost) as cost from platform_day, ${ranges} where owner_key = ${owner} and day between a and b group by a, b, grouping sets ((ad_group_key, day), (ad_group_key), (day), ())
        union select sum(cost) from platform_keyword_day, ${ranges} where owner_key = ${owner} and day between a and b group by a, b, grouping sets ((keyword_key, day), (keyword_key), (day), ())
        union select sum(media_price) from lead, ${ranges} where owner_key = ${owner} and captured_date between a and b group by a, b, grouping sets ((captured_date), ())
      ) c where cost is not null`.execute(tx);
    await sql`update campaign_price set media_desktop = ${MEDIA_PRICE} where owner_key = ${owner}`.execute(tx);
    mediaCosts = new Set([MEDIA_PRICE, ...rows.map(({ cost }) => cents(cost))]);
  });
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
});

const answersFor = async <T>(names: readonly string[], ask: (names: string[]) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (const name of names) answers.push(await ask([name]));
  return answers;
};

const leaksIn = (rows: readonly Record<string, unknown>[]): string[] =>
  rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'number' && mediaCosts.has(cents(value)) ? [`${name} ${value}`] : [],
    ),
  );

test('the hidden costs exist in the test data', () => {
  expect(mediaCosts.size).toBeGreaterThan(20);
});

test.each(WIDGET_IDS)('a client gets no media cost from the widget %s', async (id) => {
  for (const body of [
    {},
    { startDate: '2026-02-01', endDate: '2026-02-28' },
    { startDate: '2026-02-01', endDate: '2026-03-09' },
  ]) {
    const { body: answer } = await harness.call(WIDGET_CALLS[id], client, { body: { ownerKey: owner, ...body } });
    const { data, totals } = answer.data as { data: Record<string, unknown>[]; totals: Record<string, unknown> };
    expect(leaksIn([...data, totals])).toEqual([]);
  }
});

for (const channel of ['all', 'ppl', 'ppc'] as const satisfies readonly ReportChannel[])
  test(
    `no report of ${channel} shows a client a media cost, by any dimension`,
    { tags: channel === 'all' ? [] : ['long'] },
    async () => {
      const viewer: ReportViewer = { group: 'cl', permissions: new Set(RIGHTS), channel, vertical: 'education' };
      const costs = measuresFor(viewer, channel, 'education').filter((key) => METRICS[key].kind === 'dollar');
      const names = new Set<string>();
      for (const dimension of DIMENSION_KEYS.filter((key) => isDimensionOf(key, 'cl', channel, 'education'))) {
        const ask = (measures: readonly string[]) => {
          const timeDimensions = { dimension: 'date' as const, granularity: null, dateRange: RANGE };
          const rest = { filters: [], timeDimensions, getTotal: true, order: [], limit: 500 };
          const query = { dimensions: [dimension], measures: [...measures], ...rest };
          return read((tx) => runReport(tx, [owner], query, viewer, TEST_NOW)).catch(refused);
        };
        const together = await ask(costs);
        // Where they cannot be combined in one question, each is queried alone.
        for (const answer of together === null ? await answersFor(costs, ask) : [together]) {
          if (answer === null) continue;
          if (answer.rows.length > 0) names.add(dimension);
          expect(leaksIn([...answer.rows, answer.total ?? {}])).toEqual([]);
        }
      }
      expect([...names]).toEqual(
        expect.arrayContaining(channel === 'ppl' ? ['campaign', 'state'] : ['campaign', 'adGroup', 'keyword']),
      );
    },
  );

/** A drill-down queries the campaigns behind a row: the same report, filtered by the row's values. */
test.each(DIMENSION_KEYS.filter((key) => isDimensionOf(key, 'cl', 'all', 'education')))(
  'the rows behind a %s show a client no media cost',
  async (dimension) => {
    const ask = async (
      body: object,
    ): Promise<{ rows: Record<string, unknown>[]; total: Record<string, unknown> } | null> => {
      const timeDimensions = { dimension: 'date' as const, granularity: null, dateRange: RANGE };
      const { status, body: answer } = await harness.call(reportData, client, {
        params: { channel: 'all', vertical: 'education' },
        body: { ownerKey: owner, measures: ['spend'], timeDimensions, getTotal: true, ...body },
      });
      expect([200, 422]).toContain(status);
      return status === 200
        ? (answer.data as { rows: Record<string, unknown>[]; total: Record<string, unknown> })
        : null;
    };
    const values = (await ask({ dimensions: [dimension] }))?.rows.map((row) => row[dimension]) ?? [];
    for (const value of values.filter((one) => typeof one === 'string').slice(0, 2))
      for (const dimensions of [
        ['campaign', 'mediaPartner'],
        ['campaign', 'platformCampaign', 'adGroup'],
      ]) {
        const filters = [{ member: dimension, operator: 'equals' as const, values: [value] }];
        for (const measures of [['spend', 'cpl', 'cpe'], ['spend', 'cpc', 'costPerConversion'], ['spend']]) {
          const answer = await ask({ dimensions, measures, filters });
          expect(leaksIn(answer === null ? [] : [...answer.rows, answer.total])).toEqual([]);
        }
      }
  },
);

const download = async (path: string, body?: object): Promise<Record<string, unknown>[]> => {
  const { statusCode, rawPayload } = await harness.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/api${path}`,
    headers: client.headers,
    ...(body !== undefined && { payload: body }),
  });
  expect(statusCode).toBe(200);
  const { headers, rows } = await readSheet(rawPayload, 'file.xlsx');
  expect(rows.length).toBeGreaterThan(0);
  return rows.map(({ cells }) =>
    Object.fromEntries(headers.map((header, index) => [header, Number(cells[index] ?? Number.NaN)])),
  );
};

describe('files and sheets', () => {
  test.each(['currentmonth', 'nextmonth'] as const)('of the %s contain no media cost', async (month) => {
    const path = `${fillPath(allocationsExport.path, { brand: 'all', month }, 'cl')}?ownerKey=${owner}`;
    expect(leaksIn(await download(path))).toEqual([]);
    const keys = CAMPAIGN_COLUMNS.map(({ key }) => key);
    const summaries = await harness.readStream(campaignSummaryStream, client, {
      params: { brand: 'all', month },
      query: { ownerKey: String(owner) },
    });
    expect(summaries.rows.length).toBeGreaterThan(0);
    expect(leaksIn(summaries.rows)).toEqual([]);
    const campaignKeys = summaries.rows.map(({ campaignKey }) => Number(campaignKey));
    // Columns that a client may not have come blank, or not at all, even on request.
    const { statusCode, rawPayload } = await harness.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: client.headers,
      payload: { columns: keys, campaignKeys },
    });
    const { headers, rows } = statusCode === 200 ? await readSheet(rawPayload, 'file.xlsx') : { headers: [], rows: [] };
    expect([200, 400]).toContain(statusCode);
    expect(
      leaksIn(rows.map(({ cells }) => Object.fromEntries(headers.map((name, at) => [name, Number(cells[at])])))),
    ).toEqual([]);
  });

  test('of line items and of the campaign list contain none', async () => {
    const { body } = await harness.call(goalSummaryList, client, {
      params: { brand: 'all' },
      query: { ownerKey: String(owner) },
    });
    const { goals } = body.data as { goals: Record<string, unknown>[] };
    expect(goals.length).toBeGreaterThan(0);
    expect(leaksIn(goals)).toEqual([]);
    const listed = await harness.call(campaignSearch, client, { params: { owner }, body: {} });
    expect(listed.status).toBe(200);
    expect(leaksIn((listed.body.data as { rows: Record<string, unknown>[] }).rows)).toEqual([]);
    const file = await download(fillPath(campaignSearch.export!.path, { owner: String(owner) }, 'cl'), {});
    expect(leaksIn(file)).toEqual([]);
  });
});
