import {
  platformDataCalendar,
  platformDataFiles,
  platformDataPreview,
  platformDataUndo,
  platformDataUndoPreview,
  type PlatformFile,
  type PlatformPreview,
  type PlatformUndoPreview,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeOwner } from '../../../testing/factories/factories.ts';
import { makePlatformAccount, reportLines, sendReport, writeReport } from '../../../testing/platform-reports.ts';
import { sendFile } from '../../../testing/send-file.ts';

const harness = useApp();
const google = writeReport['Google Ads']!;
const HOUR = 3_600_000;
let owner: number;
let foreign: number;
let agency: SignedIn;
let ids = 500_000;
let source: number;
let lines: ReturnType<typeof reportLines>;

beforeAll(async () => {
  ({ ownerKey: owner } = await harness.asMigrator((tx) => makeOwner(tx)));
  ({ ownerKey: foreign } = await harness.asMigrator((tx) => makeOwner(tx)));
  agency = await harness.signedIn('ag', { owner, permissions: ['tradingplatforms:View', 'tradingplatforms:Update'] });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  ids += 10_000;
  source = await harness.asMigrator((tx) =>
    makePlatformAccount(tx, owner, 'Google Ads', `500-000-${String(ids).slice(-4)}-${ids}`),
  );
  lines = reportLines('2026-02-01', 3, ids);
});

/** Everything that a file may change of an account, as text. */
const stateOf = (accountKey: number): Promise<unknown> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql`
      select (select jsonb_agg(to_jsonb(p) order by p.day, p.platform_campaign_key, p.ad_group_key, p.device)
              from platform_day p join platform_campaign c using (owner_key, platform_campaign_key) where c.account_key = ${accountKey}) as days,
             (select jsonb_agg(to_jsonb(d) order by d.day) from platform_file_day d where d.account_key = ${accountKey}) as noted,
             (select a.last_sync_at from platform_account a where a.account_key = ${accountKey}) as read,
             (select count(*)::int from platform_campaign c where c.account_key = ${accountKey}) as campaigns`.execute(
      tx,
    );
    return rows[0];
  });
const differences = async (): Promise<unknown[]> => {
  const facts = openFacts(harness.ownerUrl);
  while ((await facts.fold()) > 0);
  const list = await facts.differences();
  await facts.close();
  return list;
};
const send = (of: typeof lines, shrink: 'no' | 'yes' = 'no') =>
  sendReport(harness, agency, { owner, source }, google(of), 'report.csv', shrink);
const preview = async (of: typeof lines, as = agency): Promise<{ status: number; data: PlatformPreview }> => {
  const { status, body } = await sendFile(harness, as, platformDataPreview, {
    params: { owner, source },
    query: {},
    content: google(of),
    fileName: 'report.csv',
  });
  return { status, data: body.data as PlatformPreview };
};
const undo = (fileKey: number, place = source) =>
  harness.call(platformDataUndo, agency, { params: { owner, source: place, fileKey } });
const previewUndo = (fileKey: number, as = agency, place = source) =>
  harness.call(platformDataUndoPreview, as, { params: { owner, source: String(place), fileKey } });
const sumOf = (of: typeof lines): number => Math.round(of.reduce((sum, { cost }) => sum + Number(cost), 0) * 100) / 100;
/** The second day keeps its first line only. */
const cut = () => {
  const [first] = lines.filter(({ day }) => day === '2026-02-02');
  return lines.filter((line) => line.day !== '2026-02-02' || line === first);
};

test('a preview says what a report would replace, by day and campaign, and stores nothing', async () => {
  const first = await preview(lines);
  expect(first.status).toBe(200);
  expect(first.data).toMatchObject({
    report: 'daily',
    firstDay: '2026-02-01',
    lastDay: '2026-02-03',
    before: { rows: 0, amount: 0 },
    after: { rows: lines.length, amount: sumOf(lines) },
  });
  expect(await stateOf(source)).toMatchObject({ days: null, noted: null, campaigns: 0 });

  await send(lines);
  const before = await stateOf(source);
  const less = cut();
  const { data } = await preview(less);
  const ofDay = (of: typeof lines) => of.filter(({ day }) => day === '2026-02-02');
  expect(data.days).toEqual([
    {
      day: '2026-02-02',
      before: { rows: ofDay(lines).length, amount: sumOf(ofDay(lines)) },
      after: { rows: 1, amount: sumOf(ofDay(less)) },
    },
  ]);
  expect(data.before).toEqual({ rows: lines.length, amount: sumOf(lines) });
  expect(data.after).toEqual({ rows: less.length, amount: sumOf(less) });
  expect(data.campaigns.length).toBeGreaterThan(0);
  const total = (side: 'before' | 'after') => data.campaigns.reduce((sum, one) => sum + one[side].rows, 0);
  expect(total('before') - total('after')).toBe(lines.length - less.length);
  expect((await preview(lines)).data).toMatchObject({ days: [], campaigns: [] });
  expect(await stateOf(source)).toEqual(before);
  const { body } = await harness.call(platformDataFiles, agency, { params: { owner, source } });
  expect((body.data as { rows: PlatformFile[] }).rows).toHaveLength(1);
});

test('a day that would lose rows or cost is refused without a tick, and loaded with it', async () => {
  await send(lines);
  const before = await stateOf(source);
  const refused = await send(cut());
  expect(refused.status).toBe(422);
  expect(refused.message).toMatch(/^1 day would lose rows or a part of what is stored/);
  expect(refused.errors).toMatchObject([
    { message: expect.stringMatching(/^Feb 2, 2026: \d+ rows, \$[\d.,]+ → 1 row, \$[\d.,]+$/) },
  ]);
  expect(await stateOf(source)).toEqual(before);
  const cheaper = lines.map((line) => (line.day === '2026-02-03' ? { ...line, cost: '0.01' } : line));
  expect((await send(cheaper)).status).toBe(422);
  expect((await send(cut(), 'yes')).file).toMatchObject({ outcome: 'LOADED', correctedDays: 1 });
  // More is no question.
  expect((await send(lines)).status).toBe(200);
});

test('an upload is undone whole: rows, what was stated for the days, and through when the account was read', async () => {
  await send(lines);
  const before = await stateOf(source);
  harness.clock.advance(HOUR / 3);
  const more = [
    ...lines.map((line) => (line.day === '2026-02-01' ? { ...line, cost: '999.99' } : line)),
    ...reportLines('2026-02-04', 2, ids),
  ];
  const { file } = await send(more);
  expect(file).toMatchObject({
    newDays: 2,
    correctedDays: 1,
    undoneAt: null,
    undoUntil: new Date(TEST_NOW.getTime() + 24 * HOUR + HOUR / 3).toISOString(),
  });
  const loaded = await stateOf(source);
  expect(loaded).not.toEqual(before);
  const changes = (await previewUndo(file.fileKey)).body.data as PlatformUndoPreview;
  expect(changes).toMatchObject({ fileName: 'report.csv', report: 'daily' });
  expect(changes.days.map(({ day, after }) => [day, after.rows > 0])).toEqual([
    ['2026-02-01', true],
    ['2026-02-04', false],
    ['2026-02-05', false],
  ]);
  // Of its days, the two that did not change are in neither.
  expect([changes.before.rows - changes.after.rows, changes.days[0]?.after.amount]).toEqual([
    more.length - lines.length,
    sumOf(lines.filter(({ day }) => day === '2026-02-01')),
  ]);
  expect(await stateOf(source)).toEqual(loaded);
  // The same report again changes nothing, so there is nothing to undo.
  const same = await send(more);
  expect(same.file).toMatchObject({ outcome: 'UNCHANGED', undoUntil: null });
  expect((await undo(same.file.fileKey)).status).toBe(409);
  expect((await undo(file.fileKey)).body.data).toMatchObject({
    fileKey: file.fileKey,
    undoUntil: null,
    undoneAt: harness.clock.now().toISOString(),
  });
  const after = (await stateOf(source)) as { days: unknown; noted: unknown };
  expect(after.days).toEqual((before as { days: unknown }).days);
  expect(after.noted).toEqual((before as { noted: unknown }).noted);
  expect(await differences()).toEqual([]);
  expect((await undo(file.fileKey)).status).toBe(409);
  const { body } = await harness.call(platformDataCalendar, agency, {
    params: { owner, source: String(source) },
    query: { report: 'daily', month: '2026-02' },
  });
  const { days } = body.data as { days: { day: string; state: string }[] };
  expect(days.find(({ day }) => day === '2026-02-04')?.state).not.toBe('loaded');
  // The first load goes too, and leaves no day.
  const { body: all } = await harness.call(platformDataFiles, agency, { params: { owner, source } });
  const first = (all.data as { rows: PlatformFile[] }).rows.at(-1)!;
  expect((await undo(first.fileKey)).status).toBe(200);
  expect(await stateOf(source)).toMatchObject({ days: null, noted: null });
  expect(await differences()).toEqual([]);
});

test('not after another file has changed a day of it, not after a day, and not by another account or owner', async () => {
  const { file } = await send(lines);
  const other = await harness.asMigrator((tx) => makePlatformAccount(tx, owner, 'Google Ads', `600-000-${ids}`));
  expect((await undo(file.fileKey, other)).status).toBe(409);
  const abroad = await harness.signedIn('ag', {
    owners: [foreign],
    permissions: ['tradingplatforms:View', 'tradingplatforms:Update'],
  });
  const { status } = await harness.call(platformDataUndo, abroad, { params: { owner, source, fileKey: file.fileKey } });
  expect(status).toBe(404);
  expect((await preview(lines, abroad)).status).toBe(404);
  expect((await previewUndo(file.fileKey, abroad)).status).toBe(404);
  expect((await previewUndo(file.fileKey, agency, other)).status).toBe(409);

  const later = await send(lines.map((line) => (line.day === '2026-02-03' ? { ...line, cost: '500.00' } : line)));
  const refused = await undo(file.fileKey);
  expect(refused.status).toBe(409);
  expect(refused.body.errors).toMatchObject([{ message: '2026-02-03' }]);
  expect((await previewUndo(file.fileKey)).status).toBe(409);
  harness.clock.advance(24 * HOUR);
  agency = await harness.signedIn('ag', { owner, permissions: ['tradingplatforms:View', 'tradingplatforms:Update'] });
  expect((await undo(later.file.fileKey)).status).toBe(409);
});
