import { ALL_PERMISSIONS, reportQuerySchema } from '@paceline/contract';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign } from '../../testing/factories/factories.ts';
import { DEFAULT_LAG_CURVES, shareMatured } from '../maturity/maturity.rules.ts';
import { DEFAULT_WEEKDAY_WEIGHTS } from '../days/pacing.rules.ts';
import { closeDays } from '../stored-days/close-days.ts';
import { loadPeriod } from '../periods/period-facts.ts';
import { type ReportViewer } from '../report/report-check.ts';
import { runReport } from '../report/report.ts';
import { fitOwners } from './fit-owners.ts';
import { findWeights, listCurves, listOnlineModels } from './curves.queries.ts';

const database = useDatabase();
let facts: Facts;
type Campaign = Awaited<ReturnType<typeof makeCampaign>>;
/** Enrollments take 100 days, one day, and the third campaign has only just begun. */
let slow: Campaign;
let quick: Campaign;
let young: Campaign;

/** The last complete day is 11 June 2025. */
const NOW = new Date('2025-06-12T15:00:00Z');

const write = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  database.asMigrator((tx) => statement.execute(tx));

/** `perDay` leads on weekdays and a tenth at weekends; every other lead enrolls, if its day has come. */
const addLeads = ({ ownerKey, campaignKey }: Campaign, days: number, from: string, perDay = 10) =>
  write(sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, client_price, media_price, enrollment_on)
    select ${ownerKey}, d, 'L', d, ${campaignKey}, case when n = 3 then 'RTN' else 'DLV' end, 'mobile', 40, 30,
           case when n % 2 = 0 and d + ${days}::int <= '2025-06-11' then d + ${days}::int end
    from generate_series(${from}::date, '2025-06-11'::date, '1 day') x (at) cross join lateral (select at::date as d) y
    cross join lateral generate_series(1, case when extract(isodow from d) < 6 then ${perDay}::int else ${perDay}::int / 10 end) n`);

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2023-12-15'), new Date('2025-08-15'));
  await database.asMigrator(async (tx) => {
    slow = await makeCampaign(tx);
    quick = await makeCampaign(tx);
    young = await makeCampaign(tx);
    await sql`update campaign set start_date = '2024-01-01', activated_at = '2024-01-01'`.execute(tx);
    await sql`update owner set time_zone = 'America/New_York'`.execute(tx);
  });
  await addLeads(slow, 100, '2024-01-01');
  await addLeads(quick, 1, '2024-01-01');
  await addLeads(young, 1, '2025-04-01');
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());
beforeEach(async () => {
  await write(sql`delete from owner_fit`);
  await write(sql`delete from campaign_past`);
});

const asOwner = <T>(ownerKey: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.db.withScope(makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null }), work);

const matured = (owners: readonly number[], from: string, to: string) =>
  database.db.withScope(
    makeScope({ userKey: null, group: 'ag', ownerKeys: [...owners], partnerKey: null }),
    async (tx) => {
      const query = reportQuerySchema.parse({
        dimensions: [],
        measures: ['enrollPercentMatured'],
        filters: [],
        timeDimensions: { dimension: 'date', granularity: null, dateRange: [from, to] },
        getTotal: true,
      });
      const viewer: ReportViewer = {
        group: 'ag',
        channel: 'all',
        vertical: 'all',
        permissions: new Set(ALL_PERMISSIONS),
      };
      return (await runReport(tx, owners, query, viewer, NOW)).total?.['enrollPercentMatured'] as number;
    },
  );

test('before an owner is fitted the defaults apply', async () => {
  expect(await matured([slow.ownerKey], '2025-04-12', '2025-04-12')).toBeCloseTo(82, 9);
  expect(await asOwner(slow.ownerKey, (tx) => findWeights(tx, slow.ownerKey))).toBeNull();
});

describe('once fitted', () => {
  let fitted: number;
  beforeEach(async () => {
    fitted = await fitOwners(facts.run, NOW);
  });

  test('owners with twelve weeks of inquiries are fitted monthly, each from its own data', async () => {
    expect(fitted).toBe(2);
    expect(await fitOwners(facts.run, NOW)).toBe(0);
    expect(await fitOwners(facts.run, new Date('2025-06-20T15:00:00Z'))).toBe(0);
    const { rows } = await database.asMigrator((tx) =>
      sql<{ ownerKey: number; through: string; weeks: number; enrollments: number }>`
        select owner_key as "ownerKey", through::text, weeks, (outcomes -> 'career' ->> 'enrollment')::int as enrollments from owner_fit order by 1
      `.execute(tx),
    );
    expect(rows.map(({ ownerKey, through, weeks }) => [ownerKey, through, weeks])).toEqual([
      [slow.ownerKey, '2025-06-11', 52],
      [quick.ownerKey, '2025-06-11', 52],
    ]);
    expect(rows[0]!.enrollments).toBeGreaterThan(1500);

    const share = async ({ ownerKey }: Campaign, age: number) =>
      shareMatured((await asOwner(ownerKey, (tx) => listCurves(tx, [ownerKey]))).get(ownerKey)!.career.enrollment, age);
    expect(shareMatured(DEFAULT_LAG_CURVES.career.enrollment, 60)).toBe(0.82);
    expect(await share(slow, 60)).toBeLessThan(0.1);
    expect(await share(slow, 105)).toBeGreaterThan(0.98);
    expect(await share(quick, 2)).toBeGreaterThan(0.85);
  });

  test('percent matured uses each owner’s own curve, also for several owners together', async () => {
    const [day, sixty] = ['2025-04-12', 60];
    const own = await matured([slow.ownerKey], day, day);
    expect(own).toBeLessThan(10);
    const fast = await matured([quick.ownerKey], day, day);
    expect(fast).toBeGreaterThan(97);
    expect(await matured([young.ownerKey], day, day)).toBeCloseTo(
      100 * shareMatured(DEFAULT_LAG_CURVES.career.enrollment, sixty),
      9,
    );
    expect(await matured([slow.ownerKey, quick.ownerKey], day, day)).toBeCloseTo((own + fast) / 2, 6);
  });

  test('a projection and a seasonal goal weight the remaining days by the owner’s own week', async () => {
    const weights = (await asOwner(slow.ownerKey, (tx) => findWeights(tx, slow.ownerKey)))!;
    expect(weights[5]).toBeCloseTo(((1 * 7) / 47 + 0.76) / 2, 9);
    await write(sql`update goal set pacing_curve = 'SEASONAL'`);
    await write(sql`
      insert into goal_month (owner_key, goal_key, month, spend_goal)
      select owner_key, goal_key, '2025-06-01', 3000 from goal
      on conflict (owner_key, goal_key, month) do update set spend_goal = 3000`);
    const dueOf = async ({ ownerKey }: Campaign) => {
      const period = await asOwner(ownerKey, (tx) =>
        loadPeriod(tx, { ownerKey, now: NOW, group: 'ag', month: Temporal.PlainYearMonth.from('2025-06') }),
      );
      return period.goals[0]!.parts.expectedSpend;
    };
    // 1 June 2025 is a Sunday, the 11th a Wednesday.
    const due = (week: readonly number[]): number => {
      const day = (date: number): number => week[(date + 5) % 7]!;
      const sum = (to: number): number =>
        Array.from({ length: to }, (_, index) => day(index + 1)).reduce((a, b) => a + b);
      return (3000 * sum(11)) / sum(30);
    };
    expect(await dueOf(slow)).toBeCloseTo(due(weights), 3);
    expect(await dueOf(young)).toBeCloseTo(due(DEFAULT_WEEKDAY_WEIGHTS), 3);
    expect(due(weights)).not.toBeCloseTo(due(DEFAULT_WEEKDAY_WEIGHTS), 0);
  });

  test('a new month fits again, keeps the older fit and deletes sums weighted by it', async () => {
    await closeDays(facts.run, NOW);
    const stored = async () =>
      (
        await database.asMigrator((tx) =>
          sql<{ ownerKey: number }>`select owner_key as "ownerKey" from campaign_past order by 1`.execute(tx),
        )
      ).rows.map(({ ownerKey }) => ownerKey);
    expect(await stored()).toEqual([slow.ownerKey, quick.ownerKey, young.ownerKey]);
    expect(await fitOwners(facts.run, new Date('2025-07-02T15:00:00Z'))).toBe(3);
    expect(await stored()).toEqual([]);
    const { rows } = await database.asMigrator((tx) =>
      sql`select from owner_fit where owner_key = ${slow.ownerKey}`.execute(tx),
    );
    expect(rows).toHaveLength(2);
  });

  test('a campus that becomes virtual changes segment, so the owner’s stored sums are deleted', async () => {
    await closeDays(facts.run, NOW);
    await write(sql`
      with m as (insert into client_model (owner_key, client_key, name)
                 select owner_key, client_key, 'Ground' from client where owner_key = ${quick.ownerKey} limit 1 returning owner_key, client_model_key)
      insert into campus (owner_key, client_model_key, name, code, time_zone)
      select owner_key, client_model_key, 'Main', 'main', 'America/New_York' from m`);
    const owners = async () =>
      (
        await database.asMigrator((tx) =>
          sql<{ ownerKey: number }>`select distinct owner_key as "ownerKey" from campaign_past order by 1`.execute(tx),
        )
      ).rows.map(({ ownerKey }) => ownerKey);
    expect(await owners()).toEqual([slow.ownerKey, young.ownerKey]);
    await closeDays(facts.run, NOW);
    await write(sql`update campus set name = 'East' where owner_key = ${quick.ownerKey}`);
    expect(await owners()).toHaveLength(3);
    await write(sql`update campus set virtual = true where owner_key = ${quick.ownerKey}`);
    expect(await owners()).toEqual([slow.ownerKey, young.ownerKey]);
    const online = () => asOwner(quick.ownerKey, (tx) => listOnlineModels(tx, [quick.ownerKey]));
    expect(await online()).toHaveLength(1);
    await write(sql`update campus set virtual = false where owner_key = ${quick.ownerKey}`);
    expect(await online()).toEqual([]);
    // Graduate schools have the timing of online students.
    await write(sql`
      insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area)
      select owner_key, campus_key, 'Law', 'law', 'Master', 'Ground', 'Law' from campus where owner_key = ${quick.ownerKey}`);
    expect(await online()).toHaveLength(1);
  });
});
