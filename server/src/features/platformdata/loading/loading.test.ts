import { platformDataCalendar, platformDataFiles } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeGoal, makeOwner } from '../../../testing/factories/factories.ts';
import { makePlatformAccount, reportLines, sendReport, writeReport } from '../../../testing/platform-reports.ts';

const harness = useApp();
const google = writeReport['Google Ads']!;
let owner: number;
let foreign: number;
let agency: SignedIn;
let account: number;

const rowsOf = async <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  harness.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);
const newAccount = (platform = 'Google Ads', id?: string, ownerKey = owner): Promise<number> =>
  harness.asMigrator((tx) => makePlatformAccount(tx, ownerKey, platform, id));
/** A campaign that all of an account's platform campaigns are linked to. */
const linkCampaign = (ownerKey: number, source: number): Promise<void> =>
  harness.asMigrator(async (tx) => {
    const goalKey = await makeGoal(tx, ownerKey);
    await sql`
      with made as (
        insert into campaign (owner_key, goal_key, channel, account_key, name, code, start_date, activated_at)
        values (${ownerKey}, ${goalKey}, 'ppc', ${source}, 'Search', 'SEARCH-1', '2026-01-01', '2026-01-01') returning campaign_key)
      update platform_campaign set campaign_key = (select campaign_key from made) where owner_key = ${ownerKey} and account_key = ${source}
    `.execute(tx);
  });
const RIGHTS = ['tradingplatforms:View', 'tradingplatforms:Update'] as const;
/** Every row of an account, as text, to check that nothing changed. */
const daysOf = async (accountKey: number): Promise<Map<string, string>> => {
  const rows = await rowsOf<{ day: string; rows: string }>(sql`
    select p.day::text as day, string_agg(p::text, '|' order by p.platform_campaign_key, p.ad_group_key, p.device) as rows
    from platform_day p join platform_campaign c using (owner_key, platform_campaign_key) where c.account_key = ${accountKey} group by 1`);
  return new Map(rows.map(({ day, rows: text }) => [day, text]));
};
const recount = async (): Promise<unknown[]> => {
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
  const differences = await facts.differences();
  await facts.close();
  return differences;
};

let ids = 0;
beforeAll(async () => {
  ({ ownerKey: owner } = await harness.asMigrator((tx) => makeOwner(tx)));
  ({ ownerKey: foreign } = await harness.asMigrator((tx) => makeOwner(tx)));
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  account = await newAccount('Google Ads', '111-222-3333');
});
/** Campaign ids that no other test uses: a campaign belongs to one account. */
const freshLines = (from: string, days: number) => reportLines(from, days, (ids += 10_000));

test('a month is loaded once; the same file changes no row', async () => {
  const lines = freshLines('2026-02-01', 28);
  const first = await sendReport(harness, agency, { owner, source: account }, google(lines));
  expect(first.message).toBeUndefined();
  expect(first.file).toMatchObject({
    outcome: 'LOADED',
    days: 28,
    newDays: 28,
    correctedDays: 0,
    changedRows: 224,
    lines: 224,
  });
  const cost = Math.round(lines.reduce((sum, line) => sum + Number(line.cost), 0) * 100) / 100;
  expect(first.file.fileSums).toMatchObject({ cost, impressions: first.file.storedSums!.impressions });
  expect(first.file.storedSums).toMatchObject({ cost });
  const before = await daysOf(account);

  const again = await sendReport(harness, agency, { owner, source: account }, google(lines));
  expect(again.file).toMatchObject({ outcome: 'UNCHANGED', days: 28, newDays: 0, correctedDays: 0, changedRows: 0 });
  expect(await daysOf(account)).toEqual(before);
  const [sums] = await rowsOf<{ cost: string; client: string; linked: number }>(sql`
    select sum(p.cost) as cost, sum(p.client_cost) as client, count(c.campaign_key)::int as linked
    from platform_day p join platform_campaign c using (owner_key, platform_campaign_key) where c.account_key = ${account}`);
  const client = lines.reduce((sum, line) => sum + Math.round(Number(line.cost) * 108 + 1e-9) / 100, 0);
  expect({ cost: Number(sums!.cost), linked: sums!.linked }).toEqual({ cost, linked: 0 });
  expect(Number(sums!.client)).toBeCloseTo(client, 1);
});

test('a corrected day changes exactly that day, and the facts of the linked campaign', async () => {
  const source = await newAccount('Google Ads', '222-222-2222');
  const lines = freshLines('2026-01-05', 10);
  await sendReport(harness, agency, { owner, source }, google(lines));
  await linkCampaign(owner, source);
  const before = await daysOf(source);
  const corrected = lines
    .filter(({ day, device }) => day !== '2026-01-08' || device === 'mobile')
    .map((line) => (line.day === '2026-01-08' ? { ...line, cost: '99.99' } : line));
  const { file } = await sendReport(harness, agency, { owner, source }, google(corrected));
  expect(file).toMatchObject({ outcome: 'LOADED', correctedDays: 1, newDays: 0, changedRows: 8 });
  const after = await daysOf(source);
  const moved = [...after].filter(([day, rows]) => before.get(day) !== rows).map(([day]) => day);
  expect(moved).toEqual(['2026-01-08']);
  expect(await recount()).toEqual([]);
  const { body } = await harness.call(platformDataCalendar, agency, {
    params: { owner, source: String(source) },
    query: { report: 'daily', month: '2026-01' },
  });
  const { days } = body.data as {
    days: { day: string; state: string; fileSums: { cost: number }; storedSums: { cost: number } }[];
  };
  expect(days.find(({ day }) => day === '2026-01-08')).toMatchObject({
    state: 'corrected',
    fileSums: { cost: 399.96 },
    storedSums: { cost: 399.96 },
  });
  expect(days.filter(({ state }) => state === 'loaded')).toHaveLength(9);
  expect(days.filter(({ state }) => state === 'missing').map(({ day }) => day)[0]).toBe('2026-01-15');
});

test('a closed month stays as billed, and the difference is an adjustment', async () => {
  const { ownerKey } = await harness.asMigrator((tx) => makeOwner(tx));
  const source = await newAccount('Google Ads', '333-222-2222', ownerKey);
  const as = await harness.signedIn('ag', { owner: ownerKey, permissions: RIGHTS });
  const send = (content: string | Buffer) => sendReport(harness, as, { owner: ownerKey, source }, content);
  const lines = freshLines('2026-01-20', 1);
  await send(google(lines));
  await linkCampaign(ownerKey, source);
  await harness.asMigrator((tx) => sql`select app.fold_facts(100000)`.execute(tx));
  const { closeMonth } = await import('../../../shared/billing/close-month.ts');
  const { systemScope } = await import('../../../jobs/system-scope.ts');
  await harness.db.withScope(systemScope(ownerKey), (tx) =>
    closeMonth(tx, ownerKey, '2026-01-01', { userKey: null, at: harness.clock.now(), reason: '' }),
  );
  const dearer = lines.map((line, at) => (at === 0 ? { ...line, cost: (Number(line.cost) + 10).toFixed(2) } : line));
  expect((await send(google(dearer))).file.changedRows).toBe(1);
  const adjustments = await rowsOf<{ day: string; client: number; media: number }>(sql`
    select day::text as day, client_amount::float8 as client, media_amount::float8 as media from billing_adjustment
    where owner_key = ${ownerKey} and cause = 'PLATFORM' order by day`);
  expect(adjustments).toEqual([
    { day: '2026-01-31', client: -10.8, media: -10 },
    { day: '2026-03-10', client: 10.8, media: 10 },
  ]);
  expect(await recount()).toEqual([]);
});

test('a changed fee does not affect loaded days; a correction uses the fee of its day', async () => {
  const source = await newAccount('Google Ads', '444-222-2222');
  const lines = freshLines('2026-02-10', 2);
  await sendReport(harness, agency, { owner, source }, google(lines));
  await harness.asMigrator((tx) =>
    sql`
      with now as (update platform_account set fee_percent = 50 where account_key = ${source} returning owner_key, account_key)
      insert into platform_account_fee (owner_key, account_key, from_day, fee_percent)
      select owner_key, account_key, day, fee from now, (values ('-infinity'::date, 8), ('2026-02-11', 50)) f (day, fee)
    `.execute(tx),
  );
  expect((await sendReport(harness, agency, { owner, source }, google(lines))).file.outcome).toBe('UNCHANGED');
  await sendReport(harness, agency, { owner, source }, google(lines.map((line) => ({ ...line, cost: '100.00' }))));
  const rows = await rowsOf<{ day: string; client: number }>(sql`
    select distinct p.day::text as day, p.client_cost::float8 as client from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
    where c.account_key = ${source}`);
  expect(rows).toEqual([
    { day: '2026-02-10', client: 108 },
    { day: '2026-02-11', client: 150 },
  ]);
});

test('fractions of cents and conversions are carried over, so that a day equals the file’s total', async () => {
  const source = await newAccount('The Trade Desk', 'adv1');
  const lines = freshLines('2026-02-03', 3);
  const { file } = await sendReport(harness, agency, { owner, source }, writeReport['The Trade Desk']!(lines));
  expect(file.storedSums!.cost).toBeCloseTo(file.fileSums!.cost!, 1);
  expect(Math.abs(file.storedSums!.cost! - file.fileSums!.cost!)).toBeLessThanOrEqual(3 * 0.005);
  expect(file.storedSums!.conversions).toBe(file.fileSums!.conversions);
});

describe('a broken file is refused with an explanation and leaves nothing', () => {
  const lines = reportLines('2026-03-01', 5, 900_000);
  const whole = (): string => (google(lines) as Buffer).toString('utf16le');
  const bytes = (text: string): Buffer => Buffer.from(text, 'utf16le');
  const withoutRows = (): Buffer => bytes(whole().split('\r\n').slice(0, 3).join('\r\n'));
  const cases: [string, () => string | Buffer, RegExp][] = [
    [
      'headers of another language',
      () =>
        bytes(whole().replace('Campaign\t', 'Kampagne\t').replace('Clicks', 'Klicks').replace('\tCost', '\tKosten')),
      /another language \(German\)/,
    ],
    ['another currency', () => bytes(whole().replaceAll('USD', 'EUR')), /in EUR; .* kept in USD/],
    ['a last line that is cut', () => bytes(whole().trimEnd().split('\t').slice(0, -6).join('\t')), /cut off/],
    [
      'a total that its lines do not come to',
      () => bytes(`${whole()}Total: Ad groups\t\t\t\t\t\t\t1\t2\t3.00\t4\r\n`),
      /own total says .* may be cut off/,
    ],
    ['another platform’s report', () => writeReport['Meta Ads']!(lines), /another platform \(Meta/],
    ['a day that has not come', () => google(reportLines('2026-03-09', 5, 900_000)), /cells that cannot be read/],
    ['a decimal comma', () => bytes(whole().replace(lines[0]!.cost, '"1.234,56"')), /cells that cannot be read/],
    ['no known headers', () => 'a,b,c\n1,2,3\n', /No known report|no column for/],
    ['no column of ids', () => bytes(whole().replace('Campaign ID', 'Budget')), /no column for: campaign id/],
    ['no rows', withoutRows, /no rows/],
    ['nothing at all', () => '', /empty/],
    ['a quote that is not closed', () => `Day,Campaign\n"2026-03-01,x`, /quote that is not closed/],
    ['a byte that is no text', () => Buffer.from([0xc3, 0x28, 0x0a]), /neither in UTF-8 nor in UTF-16/],
  ];
  test.each(cases)('%s', async (_, content, message) => {
    const before = await rowsOf(
      sql`select (select count(*) from platform_campaign)::int as c, (select count(*) from platform_day)::int as d, (select count(*) from platform_file_day)::int as f`,
    );
    const answer = await sendReport(harness, agency, { owner, source: account }, content());
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.message).toMatch(message);
    expect(
      await rowsOf(
        sql`select (select count(*) from platform_campaign)::int as c, (select count(*) from platform_day)::int as d, (select count(*) from platform_file_day)::int as f`,
      ),
    ).toEqual(before);
  });

  test('a file of another account is recognised by its campaigns and its id', async () => {
    const other = await newAccount('Google Ads', '555-222-2222');
    const own = freshLines('2026-02-01', 1);
    await sendReport(harness, agency, { owner, source: other }, google(own));
    expect((await sendReport(harness, agency, { owner, source: account }, google(own))).message).toMatch(
      /belongs to the account Google Ads 555/,
    );
    const text = 'Day,Customer ID,Campaign,Campaign ID,Impr.,Clicks,Cost\n2026-03-01,999-999-9999,A,1,1,1,1.00\n';
    expect((await sendReport(harness, agency, { owner, source: account }, text)).message).toMatch(
      /of the account 999-999-9999/,
    );
  });

  test('a file that is too large is refused while being read', async () => {
    const line = `${'x'.repeat(1_000)}\n`;
    const answer = await sendReport(
      harness,
      agency,
      { owner, source: account },
      Buffer.alloc(50 * 1024 * 1024 + 1_000, line),
    );
    expect(answer.status).toBe(413);
    expect(answer.message).toBe('The file is larger than 50 MB.');
  });

  test('refused files are listed with the reason', async () => {
    const source = await newAccount('Google Ads', '666-222-2222');
    await sendReport(harness, agency, { owner, source }, withoutRows());
    const { body } = await harness.call(platformDataFiles, agency, { params: { owner, source: String(source) } });
    const { rows } = body.data as { rows: { outcome: string; error: string | null }[] };
    expect(rows.map(({ outcome, error }) => [outcome, error])).toEqual([['REFUSED', 'The report has no rows.']]);
  });
});

test('days without activity are recorded, and another owner’s account accepts no file', async () => {
  const source = await newAccount('Microsoft Ads', 'F1');
  const lines = freshLines('2026-03-01', 5).filter(({ day }) => day !== '2026-03-03');
  const { file } = await sendReport(harness, agency, { owner, source }, writeReport['Microsoft Ads']!(lines));
  expect(file).toMatchObject({ days: 5, newDays: 5, changedRows: 32 });
  const others = await harness.asMigrator((tx) => makePlatformAccount(tx, foreign, 'Google Ads', '777-000-0000'));
  expect((await sendReport(harness, agency, { owner, source: others }, google(lines))).status).toBe(404);
  expect((await sendReport(harness, agency, { owner: foreign, source: others }, google(lines))).status).toBe(404);
});

test('24 months of six sources are loaded twice, and a recount finds no difference', { tags: ['long'] }, async () => {
  const platforms = Object.keys(writeReport);
  for (const [at, platform] of platforms.entries()) {
    const source = platform === 'Website (GA4)' ? 'website' : await newAccount(platform, `24-${at}`);
    const report = writeReport[platform]!(freshLines('2024-03-01', 730));
    const first = await sendReport(harness, agency, { owner, source }, report);
    expect([platform, first.message, first.file?.days, first.file?.changedRows]).toEqual([
      platform,
      undefined,
      730,
      platform === 'LinkedIn Ads' ? 2_920 : 5_840,
    ]);
    const again = await sendReport(harness, agency, { owner, source }, report);
    expect(again.file).toMatchObject({ outcome: 'UNCHANGED', changedRows: 0, newDays: 0 });
  }
  expect(await recount()).toEqual([]);
});
