import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type OutgoingKind, type OutgoingRow } from '../../../lib/sheet/outgoing.ts';
import { writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeTwoOwners } from '../../../testing/factories/factories.ts';
import { makePlatformAccount, reportLines, sendReport, writeReport } from '../../../testing/platform-reports.ts';

const harness = useApp();
const google = writeReport['Google Ads']!;
let owner: number;
let agency: SignedIn;

const rowsOf = async <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  harness.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);
const newAccount = (platform: string, id: string): Promise<number> =>
  harness.asMigrator((tx) => makePlatformAccount(tx, owner, platform, id));
const countDays = (accountKey: number) =>
  rowsOf(sql`
    select count(*)::int as rows, sum(p.cost)::float8 as cost
    from platform_day p join platform_campaign c using (owner_key, platform_campaign_key) where c.account_key = ${accountKey}`);

beforeAll(async () => {
  owner = await harness.asMigrator(async (tx) => (await makeTwoOwners(tx)).mine.ownerKey);
  agency = await harness.signedIn('ag', { owner, permissions: ['tradingplatforms:View', 'tradingplatforms:Update'] });
});
/** Campaign ids that no other test uses: a campaign belongs to one account. */
let ids = 0;
const freshLines = (from: string, days: number) => reportLines(from, days, (ids += 10_000));

/** A workbook as a platform exports it: with dates and numbers as typed cells. */
const workbook = (columns: readonly (readonly [name: string, kind: OutgoingKind])[], rows: readonly OutgoingRow[]) =>
  buffer(
    writeSheet({
      sheetName: 'Report',
      columns: columns.map(([name, kind]) => ({ key: name, label: name, kind })),
      rows,
    }).content,
  );

test('a workbook is read like its text file, with date and number cells', async () => {
  const source = await newAccount('Google Ads', '555-333-3333');
  const lines = freshLines('2026-02-10', 4);
  const columns = [
    ['Day', 'date'],
    ['Campaign', 'text'],
    ['Campaign ID', 'count'],
    ['Ad group', 'text'],
    ['Ad group ID', 'count'],
    ['Device', 'text'],
    ['Currency code', 'text'],
    ['Clicks', 'count'],
    ['Impr.', 'count'],
    ['Cost', 'dollar'],
    ['Conversions', 'number'],
  ] as const;
  const rows = lines.map((l) => ({
    Day: l.day,
    Campaign: `Campaign ${l.campaign}`,
    'Campaign ID': l.campaign,
    'Ad group': `Group ${l.group}`,
    'Ad group ID': l.group,
    Device: l.device === 'mobile' ? 'Mobile phones' : 'Computers',
    'Currency code': 'USD',
    Clicks: l.clicks,
    'Impr.': l.impressions,
    Cost: Number(l.cost),
    Conversions: Number(l.conversions),
  }));
  const first = await sendReport(harness, agency, { owner, source }, await workbook(columns, rows), 'report.xlsx');
  expect([first.message, first.file.outcome, first.file.days, first.file.changedRows]).toEqual([
    undefined,
    'LOADED',
    4,
    32,
  ]);
  // The same report as text: nothing differs.
  const asText = await sendReport(harness, agency, { owner, source }, google(lines));
  expect(asText.file).toMatchObject({ outcome: 'UNCHANGED', changedRows: 0, fileSums: first.file.fileSums });
});

test('the GA4 export of events is loaded by day and event, as text and as a workbook', async () => {
  const rows = ['2026-02-20', '2026-02-21'].flatMap((day, at) => [
    { Date: day, 'Event name': 'generate_lead', 'Event count': 12 + at, 'Active users': 9 },
    { Date: day, 'Event name': 'page_view', 'Event count': 900 + at, 'Active users': 300 },
  ]);
  const text = [
    '# Events',
    'Date,Event name,Event count,Active users',
    ...rows.map((row) => [row.Date.replaceAll('-', ''), ...Object.values(row).slice(1)].join(',')),
    'Grand total,,1826,350',
  ].join('\n');
  const { message, file } = await sendReport(harness, agency, { owner, source: 'website' }, text);
  expect([message, file.report, file.outcome, file.days, file.changedRows]).toEqual([
    undefined,
    'events',
    'LOADED',
    2,
    4,
  ]);
  expect(file.storedSums).toEqual({ eventCount: 1826, activeUsers: 618 });
  expect(
    await rowsOf(sql`
      select day::text as day, event_count as count, active_users as users from website_event_day
      where owner_key = ${owner} and event_name = 'generate_lead' order by day`),
  ).toEqual([
    { day: '2026-02-20', count: 12, users: 9 },
    { day: '2026-02-21', count: 13, users: 9 },
  ]);
  const columns = [
    ['Date', 'date'],
    ['Event name', 'text'],
    ['Event count', 'count'],
    ['Active users', 'count'],
  ] as const;
  const again = await sendReport(
    harness,
    agency,
    { owner, source: 'website' },
    await workbook(columns, rows),
    'events.xlsx',
  );
  expect([again.message, again.file.report, again.file.outcome]).toEqual([undefined, 'events', 'UNCHANGED']);
});

test('a disconnected account refuses reports with the reason; a paused one accepts late corrections', async () => {
  const source = await newAccount('Google Ads', '555-444-4444');
  const lines = freshLines('2026-02-10', 2);
  const setStatus = (status: string) =>
    rowsOf(sql`update platform_account set status = ${status} where account_key = ${source} returning 1 as done`);
  await setStatus('PAUSED');
  expect((await sendReport(harness, agency, { owner, source }, google(lines))).file.outcome).toBe('LOADED');
  await setStatus('DISCONNECTED');
  const before = await countDays(source);
  const refused = await sendReport(harness, agency, { owner, source }, google(freshLines('2026-02-12', 2)));
  expect([refused.status, refused.message]).toEqual([
    422,
    'Google Ads 555-444-4444 is disconnected and takes no reports. Set it to active or paused first.',
  ]);
  expect(await countDays(source)).toEqual(before);
});
