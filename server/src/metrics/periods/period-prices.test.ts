import { metricValue } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePartner } from '../../testing/factories/factories.ts';
import { money, usePeriods } from '../../testing/use-periods.ts';
import { rollUpPeriod } from './period-numbers.ts';

const { database, write, fold, makeWorld, makeCampaign, makeLeads, load } = usePeriods();

describe('leads at a price', () => {
  const makePriced = async () => {
    const world = await makeWorld();
    const partnerKey = await database.asMigrator(makePartner);
    const campaignKey = await makeCampaign(world, { partnerKey });
    await makeCampaign(world, { partnerKey: await database.asMigrator(makePartner) });
    await write(sql`
      insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, media_desktop)
      values (${world.ownerKey}, ${campaignKey}, '2025-01-01', 48, 30), (${world.ownerKey}, ${campaignKey}, '2025-06-10', 50, 31)`);
    await write(sql`
      insert into campaign_month (owner_key, campaign_key, month, monthly_allocation, user_defined_monthly_allocation, client_bid_price)
      values (${world.ownerKey}, ${campaignKey}, '2025-06-01', 90, 100, null), (${world.ownerKey}, ${campaignKey}, '2025-07-01', 80, null, 52)`);
    return { world, partnerKey, campaignKey };
  };
  type Priced = Awaited<ReturnType<typeof makePriced>>;
  const bringLeads = async ({ world, campaignKey }: Priced): Promise<void> => {
    await makeLeads(world, campaignKey, [['2025-06-02', 10]], { price: 48, media: 30 });
    await makeLeads(world, campaignKey, [['2025-06-11', 30]], { price: 40, media: 25 });
    await makeLeads(world, campaignKey, [['2025-06-11', 5]], { price: 48, media: 30, unpaid: true });
    await fold();
  };
  const read = async ({ world, campaignKey }: Priced, today: string, more: Parameters<typeof load>[2] = {}) =>
    (await load(world, today, more)).campaigns.find((row) => row.campaignKey === campaignKey)!;

  /** With its leads; shared by tests that only read it. */
  let priced: Priced;
  beforeAll(async () => {
    priced = await makePriced();
    await bringLeads(priced);
  });

  test('have the cap’s cost as budget: at the desktop price, then by the devices so far', async () => {
    const own = await makePriced();
    const before = await read(own, '2025-06-12');
    expect(before.parts).toMatchObject({ budget: 5_000, effectiveMonthlyAllocation: 100, mtdAllocation: 37 });
    await bringLeads(own);
    const { parts, basis, prices } = await read(own, '2025-06-12');
    expect(basis.price).toBe(42);
    expect(parts).toMatchObject({ budget: 4_200, spend: 1_680, validLeads: 45 });
    expect(metricValue('deliveryPercent', parts)).toBeCloseTo((45 / 37) * 100, 9);
    expect(prices).toEqual({ client: 50, media: 31 });
    expect(money(parts.spendProjection)).toBe(money(1_680 + (1_680 / 14) * 18.76));
    expect(parts.leadProjection).toBe(100);
  });

  test('stop at the month’s cap if leads above it are rejected or held', async () => {
    const own = await makePriced();
    await bringLeads(own);
    const { campaignKey } = own;
    const setTo = (policy: string) =>
      write(sql`update campaign set over_delivery = ${policy} where campaign_key = ${campaignKey}`);
    const capTo = (cap: number) =>
      write(
        sql`update campaign_month set user_defined_monthly_allocation = ${cap} where campaign_key = ${campaignKey} and month = '2025-06-01'`,
      );
    await capTo(60);
    for (const policy of ['REJECT', 'HOLD']) {
      await setTo(policy);
      const { parts, capped } = await read(own, '2025-06-12');
      expect(capped).toBe(true);
      expect(parts).toMatchObject({
        budget: 2_520,
        leadRunRate: 60,
        leadProjection: 60,
        spentRunRate: 2_520,
        spendProjection: 2_520,
      });
    }
    await setTo('ACCEPT_UNPAID');
    const open = await read(own, '2025-06-12');
    expect(open.capped).toBe(false);
    expect(money(open.parts.leadRunRate)).toBe(money((45 * 30) / 11));
    // 45 have arrived: the cap cannot undo them.
    await setTo('REJECT');
    await capTo(30);
    expect((await read(own, '2025-06-12')).parts).toMatchObject({ leadProjection: 45, spendProjection: 1_680 });
  });

  test('use the next month’s price in the next month, and the final price in a finished one', async () => {
    expect((await read(priced, '2025-06-12', { asked: '2025-07' })).prices.client).toBe(52);
    expect((await read(priced, '2025-06-12', { asked: '2025-07' })).parts.budget).toBe(80 * 52);
    expect((await read(priced, '2025-06-12', { asked: '2025-05' })).prices.client).toBe(48);
    expect((await read(priced, '2025-06-12', { asked: '2025-05' })).plan).toBeNull();
  });

  test('are the partner’s own at its own price, without a budget', async () => {
    const { world, partnerKey, campaignKey } = priced;
    const { campaigns, goals } = await load(world, '2025-06-12', { group: 'mp', partnerKey });
    expect(campaigns.map((row) => row.campaignKey)).toEqual([campaignKey]);
    expect(campaigns[0]?.parts.spend).toBe(10 * 30 + 30 * 25);
    expect(campaigns[0]?.prices).toEqual({ client: null, media: 31 });
    expect(goals[0]?.parts.budget).toBeNull();
  });

  test('can be filtered by campaigns or line items', async () => {
    const { world, campaignKey } = priced;
    const some = await load(world, '2025-06-12', { only: { campaignKeys: [campaignKey] } });
    expect(some.campaigns).toHaveLength(1);
    expect(some.goals).toEqual([]);
    const goal = await load(world, '2025-06-12', { only: { goalKeys: [world.goalKey] } });
    expect([goal.campaigns.length, goal.goals.length]).toEqual([2, 1]);
    expect((await load(world, '2025-06-12', { only: { goalKeys: [world.goalKey + 1] } })).campaigns).toEqual([]);
  });

  test('are additive: a group is the sum of its campaigns, one without a run rate adds its amount so far', async () => {
    const { campaigns, goals } = await load(priced.world, '2025-06-12', { facts: ['grossLeads', 'contactEvents'] });
    const all = rollUpPeriod(campaigns);
    expect(all).toMatchObject({ spend: 1_680, budget: 4_200, effectiveMonthlyAllocation: 100 });
    expect(goals[0]?.mtd).toMatchObject({ grossLeads: 45, contactEvents: 0, spend: 1_680 });
    expect(goals[0]?.parts.spentRunRate).toBe(all.spentRunRate);
  });
});
