import { ALL_PERMISSIONS, fillPath, tradingPlatformExport } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeLead } from '../../../testing/factories/factories.ts';
import { makePlatformOwner } from '../../../testing/factories/platforms.ts';
import { stretchesOf } from './export.rules.ts';

const harness = useApp();
let facts: Facts;
let desk: SignedIn;
let mine: Awaited<ReturnType<typeof makePlatformOwner>>;
let other: Awaited<ReturnType<typeof makePlatformOwner>>;

/** Two months of an ad group on two devices, with keywords on part of its days. */
const fill = (of: typeof mine, factor: number) =>
  harness.asMigrator(async (tx) => {
    const { ownerKey, platformCampaignKey, adGroupKey } = of;
    for (const table of ['platform_day', 'platform_keyword_day'])
      await sql`call app.ensure_months(${table}::regclass, '2026-01-01', '2026-03-31')`.execute(tx);
    await sql`
      insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, impressions, clicks, cost, client_cost, conversions,
        call_conversions, view_through)
      select ${ownerKey}, day::date, ${platformCampaignKey}, ${adGroupKey}, device, 1000, 40, n * ${factor} + 0.37, n * ${factor} * 1.1, 2, 1, 1
      from generate_series('2026-01-26'::date, '2026-03-05', interval '1 day') with ordinality d (day, n) cross join unnest(array['desktop', 'mobile']) device
    `.execute(tx);
    await sql`
      with words as (
        insert into platform_keyword (owner_key, ad_group_key, text, match_type)
        select ${ownerKey}, ${adGroupKey}, text, 'EXACT' from unnest(array['nursing school', 'lpn program']) text returning keyword_key
      )
      insert into platform_keyword_day (owner_key, day, keyword_key, impressions, clicks, cost, client_cost, conversions)
      select ${ownerKey}, day::date, keyword_key, 500, 20, 0.5, 0.55, 1
      from words cross join generate_series('2026-02-10'::date, '2026-03-05', interval '1 day') day
    `.execute(tx);
    await makeLead(tx, { ownerKey, campaignKey: of.campaignKey, day: '2026-02-11' });
    await makeLead(tx, { ownerKey, campaignKey: of.campaignKey, day: '2026-02-12' });
  });

beforeAll(async () => {
  facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  harness.clock.set(TEST_NOW);
  await harness.asMigrator(async (tx) => {
    [mine, other] = [await makePlatformOwner(tx), await makePlatformOwner(tx)];
  });
  await fill(mine, 3);
  await fill(other, 7);
  while ((await facts.fold()) > 0);
  desk = await harness.signedIn('ag', { owners: [mine.ownerKey, other.ownerKey], permissions: ALL_PERMISSIONS });
});
afterAll(() => facts.close());

const send = (parts: object, as = desk) =>
  harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(tradingPlatformExport.path, {}, as.group)}`,
    headers: { ...as.headers, 'content-type': 'application/json' },
    payload: {
      ownerKey: mine.ownerKey,
      timeGrain: 'day',
      startDate: '2026-02-01',
      endDate: '2026-03-05',
      format: 'csv',
      ...parts,
    },
  });
type Line = Record<string, string>;
const linesOf = async (parts: object, as = desk): Promise<Line[]> => {
  const { statusCode, payload } = await send(parts, as);
  expect(statusCode).toBe(200);
  const [header = '', ...rows] = payload.replace('\uFEFF', '').trim().split('\r\n');
  const names = header.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at]!, cell])));
};
const total = (lines: readonly Line[], name: string): number =>
  Math.round(lines.reduce((sum, line) => sum + Number(line[name] ?? 0), 0) * 100) / 100;
const recount = (ownerKey: number, from: string, to: string) =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, string>>`
      select sum(cost) as cost, sum(client_cost) as client, sum(clicks) as clicks, sum(impressions) as impressions,
             sum(conversions) as conversions, sum(call_conversions) as calls, sum(view_through) as views
      from platform_day where owner_key = ${ownerKey} and day between ${from} and ${to}
    `.execute(tx);
    return rows[0]!;
  });

describe('every amount appears once, for both owners', () => {
  const cases = (['day', 'week', 'month'] as const).flatMap((timeGrain) =>
    (['keyword', 'device'] as const).map((detail) => ({ timeGrain, detail })),
  );
  test.each(cases)('by $timeGrain and $detail', async ({ timeGrain, detail }) => {
    for (const { ownerKey } of [mine, other]) {
      const lines = await linesOf({ ownerKey, timeGrain, detail });
      const raw = await recount(ownerKey, '2026-02-01', '2026-03-05');
      expect({
        cost: total(lines, 'Cost'),
        clicks: total(lines, 'Clicks'),
        impressions: total(lines, 'Impressions'),
        conversions: total(lines, 'Conversions'),
        calls: total(lines, 'Call Conversions'),
        views: total(lines, 'View-through Conversions'),
        leads: total(lines, 'Leads (Matched)'),
      }).toEqual({
        cost: Number(raw['cost']),
        clicks: Number(raw['clicks']),
        impressions: Number(raw['impressions']),
        conversions: Number(raw['conversions']),
        calls: Number(raw['calls']),
        views: Number(raw['views']),
        leads: 2,
      });
      expect(lines.map((line) => line['Date']!)).toEqual(lines.map((line) => line['Date']!).toSorted());
    }
  });
});

test('weeks begin on Monday, months on the first, and leads have no ad group or cost', async () => {
  const dates = async (timeGrain: string) => [...new Set((await linesOf({ timeGrain })).map((line) => line['Date']))];
  expect(await dates('week')).toEqual([
    '2026-01-26',
    '2026-02-02',
    '2026-02-09',
    '2026-02-16',
    '2026-02-23',
    '2026-03-02',
  ]);
  expect(await dates('month')).toEqual(['2026-02-01', '2026-03-01']);
  const lines = await linesOf({ timeGrain: 'month', endDate: '2026-02-28' });
  expect(lines.filter((line) => line['Leads (Matched)'] !== '')).toMatchObject([
    { 'Ad Group': '', Cost: '', Clicks: '', 'Leads (Matched)': '2' },
  ]);
  expect(
    lines
      .filter((line) => line['Leads (Matched)'] === '')
      .map((line) => [line['Keyword'], line['Device'], line['Cost']]),
  ).toEqual([
    ['lpn program', '', '9.50'],
    ['nursing school', '', '9.50'],
    ['Other keywords', '', expect.stringMatching(/^\d+\.\d\d$/)],
  ]);
});

test('one platform alone, and none the owner does not have; users without the media cost right get the cost with the fee', async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`select platform_key as key from platform_account where owner_key = ${other.ownerKey}`.execute(
      tx,
    ),
  );
  expect((await send({ tradingPlatform: rows[0]!.key })).json()).toMatchObject({
    errors: [{ field: 'tradingPlatform' }],
  });
  expect(await linesOf({ ownerKey: other.ownerKey, tradingPlatform: rows[0]!.key })).not.toEqual([]);
  const record = await harness.asMigrator((tx) =>
    sql<{ platform: string }>`
      select after ->> 'tradingPlatform' as platform from audit_log
      where action = 'tradingPlatformExported' and owner_key = ${other.ownerKey} order by audit_key desc limit 1
    `.execute(tx),
  );
  expect(record.rows).toEqual([{ platform: String(rows[0]!.key) }]);
  const buyer = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['tradingplatforms:View'] });
  const lines = await linesOf({ detail: 'device' }, buyer);
  expect(lines[0]).not.toHaveProperty('Cost');
  expect(total(lines, 'Cost with Fee')).toBe(
    Number((await recount(mine.ownerKey, '2026-02-01', '2026-03-05'))['client']),
  );
  expect((await send({ ownerKey: other.ownerKey }, buyer)).statusCode).toBe(404);
  for (const group of ['cl', 'mp'] as const) {
    const as = await harness.signedIn(group, { owners: [mine.ownerKey], permissions: ALL_PERMISSIONS });
    expect((await send({}, as)).statusCode).toBe(403);
  }
});

test('a reversed or too long range is refused with its field', async () => {
  const errorsOf = async (parts: object) => {
    const { errors } = (await send(parts)).json<{ errors: { field: string; message: string }[] }>();
    return [errors[0]?.field, errors[0]?.message];
  };
  expect(await errorsOf({ endDate: '2026-01-31' })).toEqual(['endDate', 'The last day is before the first.']);
  expect(await errorsOf({ startDate: '2025-01-01' })).toEqual([
    'endDate',
    'A file by day spans at most 92 days: these are 429.',
  ]);
});

test('no part splits a week or month of a row', () => {
  const range = { from: '2026-02-25', to: '2026-03-11' };
  expect(stretchesOf(range, 'day')).toEqual([
    { from: '2026-02-25', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-11' },
  ]);
  expect(stretchesOf(range, 'week')).toEqual([
    { from: '2026-02-25', to: '2026-03-01' },
    { from: '2026-03-02', to: '2026-03-08' },
    { from: '2026-03-09', to: '2026-03-11' },
  ]);
});
