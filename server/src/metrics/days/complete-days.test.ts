import { ALL_PERMISSIONS, reportQuerySchema } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeCampaign,
  makeKeyword,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';
import { sumSpendByDay } from './burn-up.queries.ts';
import { loadPeriod } from '../periods/period-facts.ts';
import { rollUpMtd } from '../periods/period-numbers.ts';
import { type ReportViewer } from '../report/report-check.ts';
import { dayOf } from '../periods/periods.ts';
import { runReport } from '../report/report.ts';
import { loadUnattributed } from '../report/unattributed.ts';

const database = useDatabase();
const NOW = new Date('2026-03-11T15:00:00Z');
const MONTH = ['2026-03-01', '2026-03-31'] as const;
const viewer: ReportViewer = { group: 'ag', permissions: new Set(ALL_PERMISSIONS), channel: 'all', vertical: 'all' };
let facts: Facts;
/** The first owner is queried; the second, up to date, has neighbouring rows. */
let owners: { ownerKey: number; accountKey: number; campaignKey: number }[];

const change = (query: RawBuilder<unknown>): Promise<unknown> => database.asMigrator((tx) => query.execute(tx));
const fold = async (): Promise<void> => {
  while ((await facts.fold()) > 0);
};
const load = async ({ accountKey }: { accountKey: number }, through: string): Promise<void> => {
  const syncDay = Temporal.PlainDate.from(through).add({ days: 1 }).toString();
  await change(
    sql`update platform_account set last_sync_at = ${`${syncDay}T18:00:00Z`} where account_key = ${accountKey}`,
  );
  await fold();
};

/** Ten days of 100 each with the fee, in one ad group with one keyword; and a campaign without platform data. */
beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  owners = await database.asMigrator(async (tx) => {
    const places = [];
    for (let count = 0; count < 2; count += 1) {
      const { ownerKey } = await makeOwner(tx);
      const { goalKey } = await makeCampaign(tx, { ownerKey });
      const ppc = await makePpcCampaign(tx, { ownerKey, goalKey });
      const days = Array.from({ length: 10 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`);
      for (const day of days) await makePlatformDay(tx, { ...ppc, day, cost: 90, clientCost: 100 });
      await makeKeyword(tx, { ...ppc, days, cost: 90, clientCost: 100 });
      places.push(ppc);
    }
    return places;
  });
  await fold();
});
afterAll(() => facts.close());
beforeEach(async () => {
  for (const owner of owners) await load(owner, '2026-03-10');
});

const ask = <T>(work: (tx: Parameters<Parameters<typeof database.db.withScope>[1]>[0]) => Promise<T>): Promise<T> =>
  database.db.withScope(
    makeScope({ userKey: null, group: 'ag', ownerKeys: owners.map(({ ownerKey }) => ownerKey), partnerKey: null }),
    work,
  );
const spendBy = (ownerKey: number, dimensions: readonly string[], range: readonly string[] = MONTH): Promise<number> =>
  ask(async (tx) => {
    const query = reportQuerySchema.parse({
      measures: ['spend'],
      dimensions,
      getTotal: true,
      timeDimensions: { dimension: 'date', granularity: null, dateRange: range },
    });
    const { total } = await runReport(tx, [ownerKey], query, viewer, NOW);
    return Number(total?.['spend']);
  });

/** The same spend through every code path. */
const everySpend = async ({ ownerKey }: { ownerKey: number }): Promise<Record<string, number>> => {
  const { campaigns } = await ask((tx) =>
    loadPeriod(tx, { ownerKey, month: new Temporal.PlainYearMonth(2026, 3), now: NOW, group: 'ag' }),
  );
  const byDay = await ask((tx) =>
    sumSpendByDay(tx, { ownerKey, only: null }, 'clientCost', { from: dayOf(MONTH[0]), to: dayOf(MONTH[1]) }),
  );
  const billed = await database.asMigrator((tx) =>
    sql<{ amount: string }>`
      select sum((f).platform_client_cost) as amount from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
      cross join lateral app.platform_facts(p, c.campaign_key) f where p.owner_key = ${ownerKey}
    `.execute(tx),
  );
  return {
    pacing: rollUpMtd(campaigns, []).spend ?? 0,
    burnUp: [...byDay.values()].reduce((sum, spend) => sum + spend, 0),
    report: await spendBy(ownerKey, []),
    byChannel: await spendBy(ownerKey, ['channel']),
    ofDays: await spendBy(ownerKey, [], ['2026-03-01', '2026-03-30']),
    platform: await spendBy(ownerKey, ['adGroup']),
    platformDays: await spendBy(ownerKey, ['adGroup'], ['2026-03-01', '2026-03-30']),
    keywords: await spendBy(ownerKey, ['keyword']),
    keywordDays: await spendBy(ownerKey, ['keyword'], ['2026-03-01', '2026-03-30']),
    bill: Number(billed.rows[0]?.amount),
  };
};
const expectEverywhere = async (owner: { ownerKey: number }, spend: number): Promise<void> => {
  const spendByDay = await everySpend(owner);
  expect(spendByDay).toEqual(Object.fromEntries(Object.keys(spendByDay).map((way) => [way, spend])));
};

test('a partially loaded day counts nowhere, and everywhere once complete', async () => {
  const [late, upToDate] = owners as [(typeof owners)[number], (typeof owners)[number]];
  await expectEverywhere(late, 1_000);
  await load(late, '2026-03-06');
  await expectEverywhere(late, 600);
  await expectEverywhere(upToDate, 1_000);
  await load(late, '2026-03-08');
  await expectEverywhere(late, 800);
});

test('of unlinked campaigns the same days are shown as unattributed', async () => {
  const [owner] = owners as [(typeof owners)[number]];
  await load(owner, '2026-03-06');
  const link = (campaignKey: number | null) =>
    change(sql`update platform_campaign set campaign_key = ${campaignKey} where owner_key = ${owner.ownerKey}`);
  await link(null);
  const range = { from: MONTH[0], to: MONTH[1] };
  const question = { owners: [owner.ownerKey], viewer, range, measures: ['spend'] } as const;
  expect(await ask((tx) => loadUnattributed(tx, question))).toMatchObject({ spend: 600 });
  await link(owner.campaignKey);
  await fold();
});

test('an account without a sync time counts as up to date', async () => {
  const [owner] = owners as [(typeof owners)[number]];
  await load(owner, '2026-03-06');
  await change(sql`update platform_account set last_sync_at = null where account_key = ${owner.accountKey}`);
  await fold();
  await expectEverywhere(owner, 1_000);
});

test('data for an incomplete day waits, and its corrections change nothing', async () => {
  const [owner] = owners as [(typeof owners)[number]];
  await load(owner, '2026-03-06');
  const days = sql`from platform_day where owner_key = ${owner.ownerKey} and day = '2026-03-07'`;
  await change(sql`
    insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, cost, client_cost)
    select owner_key, day, platform_campaign_key, ad_group_key, 'mobile', 9, 10 ${days} and device = 'desktop'`);
  await change(
    sql`update platform_day set client_cost = 500 where owner_key = ${owner.ownerKey} and day = '2026-03-08'`,
  );
  await fold();
  await expect(everySpend(owner)).resolves.toMatchObject({ pacing: 600, report: 600, platform: 600, bill: 600 });
  await load(owner, '2026-03-08');
  await expect(everySpend(owner)).resolves.toMatchObject({
    pacing: 1_210,
    report: 1_210,
    platform: 1_210,
    bill: 1_210,
  });
  await change(sql`delete ${days} and device = 'mobile'`);
  await change(
    sql`update platform_day set client_cost = 100 where owner_key = ${owner.ownerKey} and day = '2026-03-08'`,
  );
  await fold();
});

test('a recount finds rows that disagree with their account, and a rebuild corrects them', async () => {
  const [owner] = owners as [(typeof owners)[number]];
  await load(owner, '2026-03-06');
  expect(await facts.differences()).toEqual([]);
  await change(sql`alter table platform_day disable trigger user`);
  await change(sql`update platform_day set complete = true where owner_key = ${owner.ownerKey} and day = '2026-03-07'`);
  await change(sql`alter table platform_day enable trigger user`);
  await change(sql`call app.feed_cluster(false, true)`);
  expect((await facts.differences()).map(({ counter }) => counter)).toContainEqual(
    expect.stringMatching(/^platform_day 2026-03-07 \d+: complete$/),
  );
  await change(sql`call app.rebuild_facts()`);
  expect(await facts.differences()).toEqual([]);
  await expectEverywhere(owner, 600);
});

test('compared days of a late account are cut for its ad groups and keywords too', async () => {
  const [owner] = owners as [(typeof owners)[number]];
  await load(owner, '2026-03-08');
  const comparedWith = { from: dayOf('2026-03-06'), to: dayOf('2026-03-10') };
  for (const dimension of ['adGroup', 'keyword', 'campaign']) {
    const query = reportQuerySchema.parse({
      measures: ['spend', 'clicks'],
      dimensions: [dimension],
      getTotal: true,
      timeDimensions: { dimension: 'date', granularity: null, dateRange: ['2026-03-01', '2026-03-05'] },
    });
    const { total } = await ask((tx) => runReport(tx, [owner.ownerKey], query, { ...viewer, comparedWith }, NOW));
    // Three days of 6 to 10 March are loaded.
    expect({ dimension, spend: total?.['spend'] }).toEqual({ dimension, spend: 300 });
  }
});
