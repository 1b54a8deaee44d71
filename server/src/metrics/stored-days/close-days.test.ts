import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeOwner } from '../../testing/factories/factories.ts';
import { loadPeriod } from '../periods/period-facts.ts';
import { loadHistorical, loadMature } from '../periods/window-facts.ts';
import { closeDays, pastDifferences } from './close-days.ts';

const database = useDatabase();
let facts: Facts;
let ownerKey: number;
let mine: Awaited<ReturnType<typeof makeCampaign>>;
let beside: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;

/** The last complete day is Wednesday, 11 June 2025, for both owners. */
const NOW = new Date('2025-06-12T15:00:00Z');
const MONTH = Temporal.PlainYearMonth.from('2025-06');

const write = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  database.asMigrator((tx) => statement.execute(tx));
const fold = async (): Promise<void> => {
  while ((await facts.fold()) > 0);
};
const close = (now = NOW): Promise<number> => closeDays(facts.run, now);

/** A lead a day, each with an application: enough for every window. */
const addLeads = (campaign: typeof mine, price: number, from = '2024-05-01', to = '2025-06-12') =>
  write(sql`
    insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, client_price, media_price,
                      application_on, enrollment_on, start_on)
    select ${campaign.ownerKey}, d, 'L', d, ${campaign.campaignKey}, 'DLV', 'mobile', ${price}, ${price} - 7.35, d + 5, d + 20, d + 50
    from generate_series(${from}::date, ${to}::date, '1 day') x (at) cross join lateral (select at::date as d) y`);

const makeOld = async (tx: Tx, of?: number): Promise<typeof mine> => {
  const campaign = await makeCampaign(tx, of === undefined ? {} : { ownerKey: of });
  await sql`
    update campaign set start_date = '2024-01-01', activated_at = '2024-01-01'
    where campaign_key = ${campaign.campaignKey}`.execute(tx);
  return campaign;
};
/** An owner with two campaigns with leads. */
const makePlace = async () => {
  const place = await database.asMigrator(async (tx) => {
    const owner = await makeOwner(tx, { timeZone: 'America/New_York' });
    return {
      ownerKey: owner.ownerKey,
      mine: await makeOld(tx, owner.ownerKey),
      beside: await makeOld(tx, owner.ownerKey),
    };
  });
  await addLeads(place.mine, 50.1);
  await addLeads(place.beside, 20.25);
  await fold();
  return place;
};

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2024-04-15'), new Date('2025-08-15'));
  ({ ownerKey, mine, beside } = await makePlace());
  foreign = await database.asMigrator((tx) => makeOld(tx));
  await addLeads(foreign, 33.33);
  await fold();
});
afterAll(() => facts.close());
beforeEach(async () => {
  await write(sql`delete from campaign_past`);
  await write(sql`delete from campaign_open_days`);
});

const asOwner = <T>(work: (tx: Tx) => Promise<T>, of = ownerKey): Promise<T> =>
  database.db.withScope(makeScope({ userKey: null, group: 'ag', ownerKeys: [of], partnerKey: null }), work);

/** All answers based on stored sums, as the agency sees them. */
const answers = (now = NOW, of = ownerKey) =>
  asOwner(async (tx) => {
    const question = { ownerKey: of, now, group: 'ag' } as const;
    const month = await loadPeriod(tx, { ...question, month: MONTH });
    return {
      historical: await loadHistorical(tx, { ...question, by: 'campaign' }),
      byGoal: await loadHistorical(tx, { ...question, by: 'goal' }),
      mature: await loadMature(tx, { ...question, by: 'campaign' }),
      all: await loadMature(tx, { ...question, by: null }),
      earned: await loadMature(tx, { ...question, group: 'mp', by: 'channel' }),
      periods: month.campaigns.map(({ campaignKey, days, parts, window }) => ({
        campaignKey,
        done: days.done,
        recent: [...window.before, ...window.ofMonth].join(),
        parts,
      })),
    };
  }, of);
const storedOf = (campaignKey: number) =>
  database.asMigrator(async (tx) => {
    const { rows } = await sql<{ through: string; costs: number[] }>`
      select through, client_cost as costs from campaign_past where campaign_key = ${campaignKey}`.execute(tx);
    return rows[0];
  });

describe('closed days', () => {
  test('are stored through each campaign’s last complete day, without changing any answer', async () => {
    const before = await answers();
    expect(before.mature.get(mine.campaignKey)?.sums.matureCpe.outcomes).toBe(407);
    const { rows } = await database.asMigrator((tx) => sql`select from campaign`.execute(tx));
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(await close()).toBe(rows.length);
    expect(await storedOf(mine.campaignKey)).toEqual({ through: '2025-06-11', costs: Array(35).fill(50.1) });
    expect(await answers()).toEqual(before);
    expect(await close()).toBe(0);
    expect(await pastDifferences(facts.run, NOW)).toEqual([]);
  });

  test('are used by the answers', async () => {
    await close();
    await write(sql`update campaign_past set client_cost = '[1,1,1,1,1,1,1]', historical = '[70,60,10,0]', mature = '[500,400,10,70,60,8,9,2,1,5]'
      where campaign_key = ${mine.campaignKey}`);
    const { historical, byGoal, mature, earned, periods } = await answers();
    expect(historical.get(mine.campaignKey)?.inquiry.spend).toBe(70);
    expect(byGoal.get(mine.goalKey)?.inquiry.spend).toBe(70);
    expect(mature.get(mine.campaignKey)?.sums.matureCpa).toEqual({
      spend: 500,
      inquiries: 10,
      weightedSpend: 70,
      weightedInquiries: 8,
      maturedInquiries: 9,
      weightedOutcomes: 2,
      squaredOutcomes: 1,
      outcomes: 5,
    });
    expect(earned.get('ppl')?.sums.matureCpa.spend).toBeCloseTo(400 + 407 * 12.9, 6);
    const [paced] = periods.filter(({ campaignKey }) => campaignKey === mine.campaignKey);
    expect(paced?.parts.spendProjection).toBeLessThan(600);
    const differences = await pastDifferences(facts.run, NOW);
    expect(differences.map(({ campaignKey, counter }) => [campaignKey, counter])).toEqual([
      [mine.campaignKey, 'past clientCost'],
      [mine.campaignKey, 'past historical'],
      [mine.campaignKey, 'past mature'],
    ]);
  });

  test('are deleted when a day of them changes, and correct at once; today’s leads change nothing', async () => {
    const own = await makePlace();
    await close();
    await addLeads(own.mine, 50.1, '2025-06-12', '2025-06-12');
    await fold();
    expect(await storedOf(own.mine.campaignKey)).toBeDefined();

    await addLeads(own.mine, 1000, '2025-01-20', '2025-01-20');
    await fold();
    expect(await storedOf(own.mine.campaignKey)).toBeUndefined();
    expect(await storedOf(own.beside.campaignKey)).toBeDefined();
    const { mature } = await answers(NOW, own.ownerKey);
    expect(mature.get(own.mine.campaignKey)?.sums.matureCpa).toMatchObject({ spend: 407 * 50.1 + 1000, outcomes: 408 });
    expect(await close()).toBe(1);
    expect(await answers(NOW, own.ownerKey)).toMatchObject({ mature });
    expect(await pastDifferences(facts.run, NOW)).toEqual([]);
  });

  test('of yesterday are not used today: the next day is computed again', async () => {
    await close();
    const tomorrow = new Date('2025-06-13T15:00:00Z');
    const before = await answers(tomorrow);
    expect(before.periods[0]?.done).toBe(12);
    await close(tomorrow);
    expect((await storedOf(mine.campaignKey))?.through).toBe('2025-06-12');
    expect(await answers(tomorrow)).toEqual(before);
  });

  test('are hidden from other owners and partners', async () => {
    await close();
    const readKeys = (tx: Tx) =>
      sql<{
        key: number;
      }>`select campaign_key as key from campaign_past union select campaign_key from campaign_open_days order by 1`
        .execute(tx)
        .then(({ rows }) => rows.map(({ key }) => key));
    expect(await asOwner(readKeys, foreign.ownerKey)).toEqual([foreign.campaignKey]);
    const partner = makeScope({ userKey: null, group: 'mp', ownerKeys: [ownerKey], partnerKey: beside.partnerKey });
    expect(await database.db.withScope(partner, readKeys)).toEqual([beside.campaignKey]);
    await expect(asOwner((tx) => sql`delete from campaign_past`.execute(tx))).rejects.toThrow('permission denied');
  });
});

test('a later change of schedule does not affect the recorded open days', async () => {
  const own = await database.asMigrator(async (tx) => {
    const owner = await makeOwner(tx, { timeZone: 'America/New_York' });
    return makeCampaign(tx, { ownerKey: owner.ownerKey });
  });
  const { campaignKey } = own;
  await write(
    sql`update campaign set start_date = '2025-01-01', activated_at = '2025-01-01' where campaign_key = ${campaignKey}`,
  );
  await write(
    sql`insert into campaign_targeting (owner_key, campaign_key) values (${own.ownerKey}, ${campaignKey}) on conflict do nothing`,
  );
  const daysOf = async (now = NOW) => {
    const month = await asOwner(
      (tx) => loadPeriod(tx, { ownerKey: own.ownerKey, now, group: 'ag', month: MONTH }),
      own.ownerKey,
    );
    const { days, window } = month.campaigns.find((one) => one.campaignKey === campaignKey)!;
    return { done: days.done, left: days.left, recent: [...window.before, ...window.ofMonth].at(0)?.toString() };
  };
  await close();
  expect(await daysOf()).toEqual({ done: 11, left: 19, recent: '2025-05-29' });
  const mondays = { days: [{ day: 'MON', intervals: [{ start: '08:00', end: '12:00', cap: null }] }] };
  await write(
    sql`update campaign_targeting set day_parting = ${JSON.stringify(mondays)}::jsonb where campaign_key = ${campaignKey}`,
  );
  await write(sql`update campaign set start_date = '2025-06-10' where campaign_key = ${campaignKey}`);
  // The 16th, 23rd and 30th are future Mondays.
  expect(await daysOf()).toEqual({ done: 11, left: 3, recent: '2025-05-29' });
  // Days that end later are appended to the log as they were.
  const later = new Date('2025-06-18T15:00:00Z');
  await close(later);
  expect(await daysOf(later)).toEqual({ done: 12, left: 2, recent: '2025-05-30' });
});
