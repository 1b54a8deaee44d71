import { formatMetricValue, type MetricKey, METRICS, metricValue } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { makeOwner, makePartner } from '../../testing/factories/factories.ts';
import { money, rowOf, spread, usePeriods, type World } from '../../testing/use-periods.ts';
import { DEFAULT_WEEKDAY_WEIGHTS, weightOf } from '../days/pacing.rules.ts';
import { dayOf, daysOf } from './periods.ts';

const { database, write, fold, makeWorld, makeAccount, makeCampaign, makeSpend, makeLeads, makeGoalMonth, load, one } =
  usePeriods();

describe('the worked example, out of the database', () => {
  let world: World;
  let accountKey: number;
  beforeAll(async () => {
    world = await makeWorld();
    accountKey = await makeAccount(world, null);
    const campaignKey = await makeCampaign(world, { accountKey, budget: 60_000 });
    await makeSpend(world, campaignKey, accountKey, [
      ...spread('2025-05-18', '2025-05-28', 24_310),
      // The fourteen days through the 11th cost 30,870.
      ...spread('2025-05-29', '2025-05-31', 30_870 - 24_310),
      ...spread('2025-06-01', '2025-06-11', 24_310),
      // Today is incomplete: only on day 1 does it count.
      ['2025-06-12', 9_999],
    ]);
    await makeLeads(world, campaignKey, [
      ['2025-06-02', 400],
      ['2025-06-11', 87],
      ['2025-06-12', 50],
    ]);
    await makeLeads(world, campaignKey, [['2025-06-03', 20]], { status: 'DUP' });
    await makeGoalMonth(world, '2025-06-01', 60_000, 1_200);
    await fold();
  });
  beforeEach(async () => {
    const { ownerKey } = world;
    await write(sql`update platform_account set last_sync_at = null where account_key = ${accountKey}`);
    await fold();
    await write(
      sql`update goal_month set revised_spend_goal = null, revised_inquiry_goal = null where owner_key = ${ownerKey}`,
    );
    await write(sql`update goal set pacing_curve = default where owner_key = ${ownerKey}`);
  });

  test('is equal for the campaign and its line item', async () => {
    const { campaigns, goals, base } = await load(world, '2025-06-12');
    expect(base).toMatchObject({ length: 30, done: 11, left: 19 });
    for (const row of [campaigns[0]!, goals[0]!].map(rowOf)) {
      expect(money(row.spend)).toBe(24_310);
      expect(row.validLeads).toBe(487);
      expect(money(row.spentRunRate)).toBe(66_300);
      expect(money(row.eCPL)).toBe(49.92);
      expect(money(row.budgetRemaining)).toBe(35_690);
      expect(money(row.dailySpendRemaining)).toBe(1_878.42);
      expect(money(row.delta)).toBe(2_310);
      expect(money(row.spendProjection)).toBe(65_675.8);
      expect(money(row.budgetPlusMinus)).toBe(5_675.8);
      expect(money(row.leadRunRate)).toBe(1_328.18);
      const shown = (key: MetricKey & keyof typeof row) => formatMetricValue(METRICS[key], row[key]);
      expect([shown('diffToBudget'), shown('percentBudgetRemaining')]).toEqual(['110.5%', '59.5%']);
    }
    const goal = rowOf(goals[0]!);
    expect(formatMetricValue(METRICS.goalInPercentage, goal.goalInPercentage)).toBe('110.7%');
    expect(formatMetricValue(METRICS.goalAttainedPercent, goal.goalAttainedPercent)).toBe('40.6%');
  });

  test('(a) on the 1st, figures per day are null, the projection uses the fourteen days before, today is separate', async () => {
    const campaign = await one(world, '2025-06-01');
    const row = rowOf(campaign);
    expect(campaign).toMatchObject({ partial: true, base: { done: 0, left: 30 } });
    expect(row).toMatchObject({ spentRunRate: null, diffToBudget: null, leadRunRate: null, goalInPercentage: null });
    expect(row.dailySpendRemaining).toBe(2_000);
    const june = daysOf({ from: dayOf('2025-06-01'), to: dayOf('2025-06-30') });
    expect(money(row.spendProjection)).toBe(money((30_870 / 14) * weightOf(june, DEFAULT_WEEKDAY_WEIGHTS)));
    expect(campaign.mtd.spend).toBeGreaterThan(0);
  });

  test('(b) on the last day one remains; (c) a finished month has no projection beyond its result', async () => {
    const last = await one(world, '2025-06-30');
    expect(last.base).toMatchObject({ done: 29, left: 1 });
    expect(money(last.parts.spentRunRate)).toBe(money(((24_310 + 9_999) / 29) * 30));
    const over = rowOf(await one(world, '2025-07-12', { asked: '2025-06' }));
    expect(over).toMatchObject({ spend: 34_309, spentRunRate: 34_309, spendProjection: 34_309 });
    expect(over.dailySpendRemaining).toBeNull();
    expect(over.leadRunRate).toBe(537);
  });

  test('a future month has all its days remaining', async () => {
    const july = await one(world, '2025-06-12', { asked: '2025-07' });
    expect(july).toMatchObject({ partial: false, base: { done: 0, left: 31, state: 'future' } });
    expect(july.parts).toMatchObject({ spend: 0, spentRunRate: null });
    expect(july.parts.spendProjection).toBeGreaterThan(0);
  });

  test('a late ad account hides no lead: each side counts through its own day, costs through the common one', async () => {
    const whole = await one(world, '2025-06-12');
    await write(
      sql`update platform_account set last_sync_at = '2025-06-10T12:00:00Z' where account_key = ${accountKey}`,
    );
    await fold();
    const { campaigns, goals, base, through } = await load(world, '2025-06-12');
    expect(base.done).toBe(11);
    expect(through.toString()).toBe('2025-06-09');
    for (const row of [campaigns[0]!, goals[0]!]) {
      expect(row).toMatchObject({ base: { done: 9, left: 21 }, leadBase: { done: 11, left: 19 } });
      expect(row.parts.validLeads).toBe(487);
      expect(row.mtd.validLeads).toBe(487);
      expect(money(row.parts.spend)).toBe(19_890);
      expect(money(row.mtd.spend)).toBe(19_890);
      // Platform clicks are as late as their cost: ten a day.
      expect(row.mtd.platformClicks).toBe(90);
      // 87 of the inquiries are from the 11th, for which the account has no cost yet.
      expect(row.parts).toMatchObject({ pairedLeads: 400 });
      expect(money(metricValue('eCPL', row.parts))).toBe(49.73);
      expect(money(metricValue('costPerInquiry', row.mtd))).toBe(49.73);
      expect(money(row.parts.spentRunRate)).toBe(66_300);
      expect(money(row.parts.leadRunRate)).toBe(1_328.18);
      expect(row.parts.leadProjection).toBe(whole.parts.leadProjection);
    }
    // The account's fourteen days are 27 May to 9 June, with 10 to 30 June remaining.
    const inWindow = 2 * 2_210 + (30_870 - 24_310) + 19_890;
    expect(money(campaigns[0]?.parts.spendProjection)).toBe(money(19_890 + (inWindow / 14) * 21));
    expect(campaigns[0]?.days).toMatchObject({ done: 9, left: 21, fromToday: 19 });
    expect(money(goals[0]?.parts.expectedSpend)).toBe(18_000);
    expect(goals[0]?.parts.expectedInquiries).toBe(440);
    await write(
      sql`update platform_account set last_sync_at = '2025-06-12T12:00:00Z' where account_key = ${accountKey}`,
    );
    await fold();
    expect((await load(world, '2025-06-12')).through.toString()).toBe('2025-06-11');
  });

  test('a revised goal replaces the month’s; a seasonal curve weights the days', async () => {
    await write(
      sql`update goal_month set revised_spend_goal = 50000, revised_inquiry_goal = 1000 where owner_key = ${world.ownerKey}`,
    );
    await write(sql`update goal set pacing_curve = 'SEASONAL' where owner_key = ${world.ownerKey}`);
    const { goals } = await load(world, '2025-06-12');
    expect(goals[0]?.parts).toMatchObject({ budget: 50_000, inquiryGoal: 1_000 });
    expect(goals[0]?.targets).toMatchObject({ spendGoal: 60_000, revisedSpendGoal: 50_000 });
    expect(money(goals[0]?.parts.expectedSpend)).toBe(money((50_000 * 11.27) / 30.03));
  });
});

describe('a campaign’s days', () => {
  const days = async (world: World, today: string, more: Parameters<typeof load>[2] = {}) => {
    const { done, left } = (await one(world, today, more)).days;
    return [done, left];
  };

  test('(d) begin with its start; (f) it may have no budget', async () => {
    const world = await makeWorld();
    await makeCampaign(world, { startDate: '2025-06-16' });
    expect(await days(world, '2025-06-20')).toEqual([4, 11]);
    const row = rowOf(await one(world, '2025-06-20'));
    expect(row).toMatchObject({ budget: null, diffToBudget: null, budgetRemaining: null, dailySpendRemaining: null });
  });

  test('(e) exclude pauses, past and scheduled', async () => {
    const world = await makeWorld();
    const key = await makeCampaign(world);
    const pause = (from: string, to: string | null, setAt: string, cancelledAt: string | null = null) =>
      write(sql`insert into campaign_pause (owner_key, campaign_key, starts_on, ends_on, set_at, cancelled_at)
                values (${world.ownerKey}, ${key}, ${from}, ${to}, ${setAt}, ${cancelledAt})`);
    await pause('2025-06-05', '2025-06-10', '2025-06-04');
    expect(await days(world, '2025-06-12')).toEqual([5, 19]);
    expect((await one(world, '2025-06-12')).plannedDays).toBe(30);
    // Set at noon, so that day was open; removed at noon two days later, so that day was open too.
    await pause('2025-06-02', null, '2025-06-02T16:00:00Z', '2025-06-04T16:00:00Z');
    expect(await days(world, '2025-06-12')).toEqual([4, 19]);
    await pause('2025-06-20', null, '2025-06-11');
    expect(await days(world, '2025-06-12')).toEqual([4, 8]);
  });

  test('(i) are those with open hours', async () => {
    const world = await makeWorld();
    const key = await makeCampaign(world);
    const open = ['MON', 'TUE', 'WED', 'THU', 'FRI'].map((day) => ({
      day,
      intervals: [{ start: '08:00', end: '20:00', cap: null }],
    }));
    const parting = { days: [...open, { day: 'SAT', intervals: [] }] };
    await write(
      sql`insert into campaign_targeting (owner_key, campaign_key, day_parting) values (${world.ownerKey}, ${key}, ${JSON.stringify(parting)})`,
    );
    expect(await days(world, '2025-03-03')).toEqual([0, 21]);
    expect(await days(world, '2025-03-04')).toEqual([1, 20]);
    expect(await days(world, '2025-04-01', { asked: '2025-03' })).toEqual([21, 0]);
  });

  test('(j) change at the owner’s midnight', async () => {
    const lastHour = '2025-03-10T05:00:00Z';
    for (const [zone, done] of [
      ['America/New_York', 9],
      ['America/Phoenix', 8],
    ] as const) {
      const world = await makeWorld(zone);
      await makeCampaign(world);
      expect(await days(world, lastHour)).toEqual([done, 31 - done]);
    }
  });

  test('are none for a draft, or after the end or deletion', async () => {
    const draft = await makeWorld();
    await makeCampaign(draft, { activatedAt: null });
    expect(await days(draft, '2025-06-12')).toEqual([0, 0]);
    const late = await makeWorld();
    await makeCampaign(late, { activatedAt: '2025-06-10T16:00:00Z', endDate: '2025-06-20' });
    expect(await days(late, '2025-06-12')).toEqual([2, 9]);
    await write(sql`update campaign set deleted_at = '2025-06-11T16:00:00Z' where owner_key = ${late.ownerKey}`);
    expect(await days(late, '2025-06-13')).toEqual([2, 0]);
  });
});

describe('(g) and (h)', () => {
  test('spend without inquiries has no cost per lead; an overspent budget leaves nothing per day', async () => {
    const world = await makeWorld();
    const accountKey = await makeAccount(world, null);
    await makeSpend(world, await makeCampaign(world, { accountKey, budget: 100 }), accountKey, [['2025-06-02', 150]]);
    await fold();
    const row = rowOf(await one(world, '2025-06-12'));
    expect(row).toMatchObject({ eCPL: null, budgetRemaining: -50, dailySpendRemaining: 0 });
  });
});

test('days of a month with another plan are scaled to this plan, for the partner as well', async () => {
  const world = await makeWorld();
  const partnerKey = await database.asMigrator((tx) => makePartner(tx));
  const campaignKey = await makeCampaign(world, { partnerKey });
  await makeLeads(
    world,
    campaignKey,
    daysOf({ from: dayOf('2025-05-18'), to: dayOf('2025-05-31') }).map((day): [string, number] => [day.toString(), 10]),
  );
  await fold();
  const onFirst = async (more: Parameters<typeof load>[2] = {}) =>
    money((await one(world, '2025-06-01', more)).parts.leadProjection);
  const weights = weightOf(daysOf({ from: dayOf('2025-06-01'), to: dayOf('2025-06-30') }), DEFAULT_WEEKDAY_WEIGHTS);
  expect(await onFirst()).toBe(money(10 * weights));
  await makeGoalMonth(world, '2025-05-01', 1_000, 200);
  // No target in June, so no scaling.
  expect(await onFirst()).toBe(money(10 * weights));
  await makeGoalMonth(world, '2025-06-01', 5_000, 300);
  expect(await onFirst()).toBe(money(15 * weights));
  expect(await onFirst({ group: 'mp', partnerKey })).toBe(money(15 * weights));
  const others = await database.asMigrator((tx) => makeOwner(tx));
  const figures = await database.db.withScope(
    makeScope({ userKey: null, group: 'mp', ownerKeys: [others.ownerKey], partnerKey }),
    (tx) => sql`select * from app.plan_changes(${world.ownerKey}, '2025-06-01')`.execute(tx),
  );
  expect(figures.rows).toEqual([]);
});
