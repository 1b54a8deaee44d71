import { alertSearch, type Alert, alertTitle, type Permission, tradingPlatformPut } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { noFailure } from '../../../testing/no-failure.ts';
import { makeTwoOwners } from '../../../testing/factories/factories.ts';
import { makePlatformAccount, reportLines, sendReport, writeReport } from '../../../testing/platform-reports.ts';
import { scanAlertsNow } from './scan.jobs.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['tradingplatforms:View', 'tradingplatforms:Update'];
let owner: number;
let foreign: number;
let agency: SignedIn;
let source: number;
let files = 0;

const load = (from: string, days: number) =>
  sendReport(harness, agency, { owner, source }, writeReport['Google Ads']!(reportLines(from, days, files * 1_000)));
const gaps = async (as = agency) => {
  await scanAlertsNow({ ...harness, log: noFailure });
  const { body } = await harness.call(alertSearch, as, { body: {} });
  return (body.data as { rows: Alert[] }).rows.filter(
    ({ kind, resolvedAt }) => kind === 'dataGap' && resolvedAt === null,
  );
};
const stored = () =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ used: number; reason: string; resolution: string | null }>`
      select used::int as used, reason, resolution from alert where kind = 'dataGap' order by alert_key`.execute(tx);
    return rows;
  });
const setStatus = async (status: 'ACTIVE' | 'PAUSED' | 'DISCONNECTED') => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ v: number }>`select row_version as v from platform_account where account_key = ${source}`.execute(tx),
  );
  const accounts = [{ semClientAccountKey: source, rowVersion: rows[0]!.v, status }];
  const { status: code } = await harness.call(tradingPlatformPut, agency, { body: { ownerKey: owner, accounts } });
  expect(code).toBe(200);
};

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await harness.asMigrator((tx) => sql`delete from alert`.execute(tx));
  files += 1;
  const two = await harness.asMigrator(makeTwoOwners);
  [owner, foreign] = [two.mine.ownerKey, two.foreign.ownerKey];
  source = await harness.asMigrator((tx) => makePlatformAccount(tx, owner, 'Google Ads', `300-000-000${files}`));
  // An account that never had a report has no gaps.
  await harness.asMigrator((tx) => makePlatformAccount(tx, owner, 'Meta Ads', `act_${files}`));
  agency = await harness.signedIn('ag', { owners: [owner], permissions: RIGHTS });
});

test('missing days before yesterday are one alert of the account, which ends when they arrive', async () => {
  // Today is March 10: yesterday is due, but not late yet.
  await load('2026-03-01', 8);
  expect(await gaps()).toEqual([]);
  harness.clock.set(new Date('2026-03-13T15:00:00Z'));
  agency = await harness.signedIn('ag', { owners: [owner], permissions: RIGHTS });
  const [alert, ...others] = await gaps();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ kind: 'dataGap', accountKey: source, used: 3, reason: '2026-03-09' });
  expect(alertTitle(alert!, String)).toBe(`Google Ads 300-000-000${files}: 3 days of platform data missing`);
  const elsewhere = await harness.signedIn('ag', { owners: [foreign], permissions: RIGHTS });
  expect(await gaps(elsewhere)).toEqual([]);

  await load('2026-03-09', 2);
  expect(await gaps()).toMatchObject([{ used: 1, reason: '2026-03-11' }]);
  await load('2026-03-11', 1);
  await gaps();
  expect(await stored()).toEqual([{ used: 1, reason: '2026-03-11', resolution: 'ARRIVED' }]);
});

test('a paused or disconnected account is not expected to have data, and its alert ends for that reason', async () => {
  await load('2026-03-01', 3);
  expect(await gaps()).toMatchObject([{ used: 5, reason: '2026-03-04' }]);
  await setStatus('PAUSED');
  await gaps();
  expect(await stored()).toEqual([{ used: 5, reason: '2026-03-04', resolution: 'NOT_EXPECTED' }]);
  await setStatus('ACTIVE');
  expect(await gaps()).toHaveLength(1);
  expect((await stored()).map(({ resolution }) => resolution)).toEqual([null]);
  await setStatus('DISCONNECTED');
  await gaps();
  expect((await stored()).map(({ resolution }) => resolution)).toEqual(['NOT_EXPECTED']);
});
