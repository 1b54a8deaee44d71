import { ALL_PERMISSIONS, metricValue, reportQuerySchema } from '@paceline/contract';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeCampaign,
  makeLead,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';
import { loadPeriod } from '../periods/period-facts.ts';
import { rollUpPeriod } from '../periods/period-numbers.ts';
import { dayOf, type DayRange } from '../periods/periods.ts';
import { type ReportViewer } from './report-check.ts';
import { COMPARED_NOTE, isOfTwoSources } from './report-late.ts';
import { runReport } from './report.ts';

const database = useDatabase();
const NOW = new Date('2026-03-11T15:00:00Z');
const viewer: ReportViewer = {
  group: 'ag',
  permissions: new Set(ALL_PERMISSIONS),
  channel: 'all',
  vertical: 'all',
  forWidgets: true,
};
let owners: number[];

/**
 * Two owners. The first one's paid search has a lead at 100 a day through the 10th; its account is loaded through the 6th, and partly for
 * the 7th. Pay per lead has one at 50 a day. The second owner's account is up to date.
 */
beforeAll(async () => {
  await database.asMigrator(async (tx) => {
    owners = [];
    for (const syncedAt of ['2026-03-07T12:00:00Z', '2026-03-11T12:00:00Z']) {
      const { ownerKey } = await makeOwner(tx);
      owners.push(ownerKey);
      const ppl = await makeCampaign(tx, { ownerKey });
      const ppc = await makePpcCampaign(tx, { ownerKey, goalKey: ppl.goalKey });
      await sql`update platform_account set last_sync_at = ${syncedAt} where owner_key = ${ownerKey}`.execute(tx);
      const isLate = owners.length === 1;
      for (let day = 1; day <= 10; day += 1) {
        const on = `2026-03-${String(day).padStart(2, '0')}`;
        await makeLead(tx, { ...ppl, day: on });
        await makeLead(tx, { ...ppc, day: on, clientPrice: 0, mediaPrice: 0 });
        if (!isLate || day <= 6) await makePlatformDay(tx, { ...ppc, day: on, cost: 90, clientCost: 100 });
        if (isLate && day === 7) await makePlatformDay(tx, { ...ppc, day: on, cost: 27, clientCost: 30 });
      }
    }
  });
  const facts = openFacts(database.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
});

const MEASURES = ['spend', 'validLeads', 'cpl'];
const scope = () => makeScope({ userKey: null, group: 'ag', ownerKeys: owners, partnerKey: null });
const report = (
  query: object,
  of = owners.slice(0, 1),
  dateRange = ['2026-03-01', '2026-03-10'],
  comparedWith?: DayRange,
) =>
  database.db.withScope(scope(), (tx) =>
    runReport(
      tx,
      of,
      reportQuerySchema.parse({
        measures: MEASURES,
        getTotal: true,
        timeDimensions: { dimension: 'date', granularity: null, dateRange },
        ...query,
      }),
      { ...viewer, ...(comparedWith && { comparedWith }) },
      NOW,
    ),
  );
const numbers = (rows: readonly Record<string, unknown>[]) => rows.map((row) => MEASURES.map((key) => row[key]));

test('a late account’s spend counts through its last complete day, leads through yesterday, cost per lead through the common day', async () => {
  const { rows, total, notes } = await report({
    dimensions: ['channel'],
    order: [{ member: 'cpl', direction: 'desc' }],
  });
  expect(numbers(rows)).toEqual([
    [600, 10, 100],
    [500, 10, 50],
  ]);
  // (600 + 500) ÷ (6 + 10), not ÷ 20.
  expect(numbers([total!])).toEqual([[1_100, 20, 68.75]]);
  expect(notes).toEqual([
    expect.stringMatching(/^.+ is loaded through Mar 6; \$30 of Mar 7 is not counted yet\.$/),
    'Costs per lead and per outcome count each ad account through the last day that it is loaded.',
  ]);
});

test('also without groups, by state with attributed costs, and over several owners', async () => {
  expect(numbers((await report({})).rows)).toEqual([[1_100, 20, 68.75]]);
  const byState = await report({ dimensions: ['state'] });
  expect(numbers([byState.total!])).toEqual([[1_100, 20, 68.75]]);
  // The second owner: 1,000 + 500 over 20 leads.
  const both = await report({}, owners);
  expect(numbers(both.rows)).toEqual([[2_600, 40, 2_600 / 36]]);
});

test('days missing from the account have no cost for its leads', async () => {
  const { rows } = await report({
    dimensions: ['channel'],
    timeDimensions: { dimension: 'date', granularity: 'day', dateRange: ['2026-03-06', '2026-03-07'] },
    order: [
      { member: 'date', direction: 'asc' },
      { member: 'channel', direction: 'asc' },
    ],
  });
  const cells = rows.map((row) => [row['date'], row['validLeads'], row['cpl']]);
  expect(cells.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['2026-03-06', 1, 100],
    ['2026-03-06', 1, 50],
    ['2026-03-07', 1, null],
    ['2026-03-07', 1, 50],
  ]);
});

test('a complete range, and an owner with a current account, are unchanged', async () => {
  const reached = await report({}, owners.slice(0, 1), ['2026-03-01', '2026-03-06']);
  expect([numbers(reached.rows), reached.notes]).toEqual([[[900, 12, 75]], []]);
  const upToDate = await report({}, owners.slice(1));
  expect([numbers(upToDate.rows), upToDate.notes]).toEqual([[[1_500, 20, 75]], []]);
});

test('rows are filtered by the displayed values', async () => {
  const { rows } = await report({
    measures: ['validLeads'],
    dimensions: ['channel'],
    filters: [{ member: 'cpl', operator: 'gte', values: ['100'] }],
  });
  expect(rows).toMatchObject([{ validLeads: 10 }]);
});

test('equals the cost per lead of the month’s pacing', async () => {
  const [ownerKey = 0] = owners;
  const { campaigns } = await database.db.withScope(scope(), (tx) =>
    loadPeriod(tx, { ownerKey, month: new Temporal.PlainYearMonth(2026, 3), now: NOW, group: 'ag' }),
  );
  expect(metricValue('eCPL', rollUpPeriod(campaigns))).toBe((await report({})).rows[0]!['cpl']);
});

test('compared days of late accounts end alike: for the account’s costs only', async () => {
  const days = ['2026-03-01', '2026-03-05'];
  const against = (owner: number, from: string, to: string) =>
    report({ dimensions: ['channel'] }, [owner], days, { from: dayOf(from), to: dayOf(to) });
  const [late = 0, upToDate = 0] = owners;
  // Of 4 to 8 March the account has loaded the first three days, so the comparison period is cut to three as well.
  const cut = await against(late, '2026-03-04', '2026-03-08');
  expect(numbers(cut.rows).toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [250, 5, 50],
    [300, 5, 100],
  ]);
  expect(numbers([cut.total!])).toEqual([[550, 10, 550 / 8]]);
  expect(cut.notes).toEqual([COMPARED_NOTE]);
  // Of 2 to 6 March it has loaded all days, and an up-to-date account always has.
  for (const whole of [
    await against(late, '2026-03-02', '2026-03-06'),
    await against(upToDate, '2026-03-04', '2026-03-08'),
  ])
    expect([numbers([whole.total!]), whole.notes]).toEqual([[[750, 10, 75]], []]);
});

test('only metrics that combine two sources are cut', () => {
  expect(
    (['cpl', 'cpc', 'ctr', 'clicks', 'spend', 'validRate', 'margin'] as const).map((key) => isOfTwoSources(key, 'ag')),
  ).toEqual([true, false, false, false, false, false, false]);
});
