import { campaignSummaryStream, goalSummaryList, goalSummaryNextList } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeOwner, makeUser } from '../../../testing/factories/factories.ts';

const harness = useApp();
const RIGHTS = ['allocations:View'] as const;

/** The worked example of the handbook: June 2025, on the 12th: 24,310 spent and 487 inquiries through the 11th, 30,870 in fourteen days. */
const EXAMPLE = { now: new Date('2025-06-12T15:00:00Z'), may: [2_000, 2_000, 2_560], june: 24_310, inquiries: 487 };

type Campaign = Awaited<ReturnType<typeof makeCampaign>>;
let owner: number;
let campaign: Campaign;
let agency: SignedIn;
let client: SignedIn;

const writeDay = ({ ownerKey, campaignKey }: Campaign, day: string, spend: number, valid: number) =>
  harness.asMigrator(async (tx) => {
    for (const [table, column, at] of [
      ['campaign_day', 'day', day],
      ['campaign_month_fact', 'month', `${day.slice(0, 7)}-01`],
    ] as const)
      await sql`
        insert into ${sql.table(table)} as f (owner_key, ${sql.ref(column)}, campaign_key, gross, valid, lead_client_cost, lead_media_cost)
        values (${ownerKey}, ${at}, ${campaignKey}, ${valid}, ${valid}, ${spend}, ${spend * 0.8})
        on conflict (owner_key, ${sql.ref(column)}, campaign_key) do update set gross = f.gross + excluded.gross,
          valid = f.valid + excluded.valid, lead_client_cost = f.lead_client_cost + excluded.lead_client_cost,
          lead_media_cost = f.lead_media_cost + excluded.lead_media_cost
      `.execute(tx);
  });

/** An owner with the example as its only campaign. */
const makeExample = async (): Promise<Campaign> => {
  const fixture = await harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx, { timeZone: 'America/New_York' });
    const example = await makeCampaign(tx, { ownerKey });
    const { goalKey, campaignKey } = example;
    await sql`update goal set start_month = '2025-01-01' where goal_key = ${goalKey}`.execute(tx);
    await sql`update campaign set start_date = '2025-01-01', activated_at = '2025-01-01' where campaign_key = ${campaignKey}`.execute(
      tx,
    );
    await sql`update campaign_price set valid_from = '2025-01-01' where campaign_key = ${campaignKey}`.execute(tx);
    await sql`insert into goal_month (owner_key, goal_key, month, spend_goal, inquiry_goal) values (${ownerKey}, ${goalKey}, '2025-06-01', 60000, 1200)`.execute(
      tx,
    );
    return example;
  });
  for (const [index, spend] of EXAMPLE.may.entries()) await writeDay(fixture, `2025-05-${29 + index}`, spend, 41);
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    await writeDay(
      fixture,
      `2025-06-${String(day).padStart(2, '0')}`,
      EXAMPLE.june / 11,
      day === 11 ? EXAMPLE.inquiries - 400 : 40,
    );
  // Today is not counted until it is over.
  await writeDay(fixture, '2025-06-12', 5_000, 99);
  return fixture;
};

beforeAll(async () => {
  harness.clock.set(EXAMPLE.now);
  campaign = await makeExample();
  owner = campaign.ownerKey;
  agency = await harness.signedIn('ag', { owner, permissions: RIGHTS });
  client = await harness.signedIn('cl', { owner, permissions: RIGHTS });
});

const rowsFor = (as: SignedIn, { month = 'currentmonth', ownerKey = owner } = {}) =>
  harness.readStream(campaignSummaryStream, as, {
    params: { brand: 'all', month },
    query: { ownerKey: String(ownerKey) },
  });

const rounded = (row: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, Math.round(Number(row[key]) * 100) / 100]));

describe('the worked example', () => {
  test('gives the line item’s row, figure by figure', async () => {
    const { body } = await harness.call(goalSummaryList, agency, {
      params: { brand: 'all' },
      query: { ownerKey: String(owner) },
    });
    const { calendar, goals } = body.data as { calendar: object; goals: Record<string, unknown>[] };
    expect(calendar).toMatchObject({
      month: '2025-06-01',
      through: '2025-06-11',
      daysDone: 11,
      daysLeft: 19,
      days: 30,
    });
    expect(goals).toHaveLength(1);
    const [goal = {}] = goals;
    const expected = {
      monthlyDollarCap: 60_000,
      mtdSpent: 24_310,
      mtdInquiries: 487,
      inquiryGoal: 1_200,
      spentRunRate: 66_300,
      diffToBudget: 110.5,
      costPerInquiry: 49.92,
      budgetRemaining: 35_690,
      dailySpendRemaining: 1_878.42,
      delta: 2_310,
      spendProjection: 65_675.8,
      leadProjection: 1_304.4,
      budgetPlusMinus: 5_675.8,
      runRateInquiries: 1_328.18,
      goalInPercentage: 110.68,
      goalAttainedPercent: 40.58,
    };
    expect(rounded(goal, Object.keys(expected))).toEqual(expected);
    expect(goal['spendByDay']).toHaveLength(11);
    expect((goal['inquiriesByDay'] as number[]).reduce((sum, value) => sum + value, 0)).toBe(487);
  });

  test('gives the campaign’s row', async () => {
    const { status, rows, end } = await rowsFor(agency);
    expect(status).toBe(200);
    expect(end).toMatchObject({ __end: true, count: 1 });
    const [row = {}] = rows;
    expect(
      rounded(row, [
        'mtdSpent',
        'mtdInquiries',
        'spentRunRate',
        'runRateInquiries',
        'spendProjection',
        'leadProjection',
      ]),
    ).toEqual({
      mtdSpent: 24_310,
      mtdInquiries: 487,
      spentRunRate: 66_300,
      runRateInquiries: 1_328.18,
      spendProjection: 65_675.8,
      leadProjection: 1_304.4,
    });
    expect(row).toMatchObject({
      through: '2025-06-11',
      subStatus: 'NO_ALLOCATION',
      clientBidPrice: 50,
      aggregatorBidPrice: 40,
    });
  });

  test('continues in the next month’s table, beside the next month’s plan', async () => {
    const { rows } = await rowsFor(agency, { month: 'nextmonth' });
    expect(rows[0]).toMatchObject({ month: '2025-07-01', mtdInquiries: 487, monthlyAllocation: null, rowVersion: 0 });
    const { body } = await harness.call(goalSummaryNextList, agency, {
      params: { brand: 'all' },
      query: { ownerKey: String(owner) },
    });
    expect((body.data as { goals: object[] }).goals[0]).toMatchObject({ monthlyDollarCap: null, mtdInquiries: 487 });
  });
});

test('a late ad account shortens spend only, and the row says how far each side reaches', async () => {
  const usual = await makeExample();
  const { ownerKey } = usual;
  const late = await harness.asMigrator(async (tx) => {
    const lateCampaign = await makeCampaign(tx, { ownerKey });
    const { rows } = await sql<{ key: number }>`
      with platform as (insert into trading_platform (name, channel) values ('Late platform', 'ppc') returning platform_key)
      insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel, last_sync_at)
      select ${ownerKey}, platform_key, (select client_key from client where owner_key = ${ownerKey} limit 1), '9', 'Late', 'America/New_York', 'ppc',
             '2025-06-10T12:00:00Z' from platform returning account_key as key`.execute(tx);
    await sql`update campaign set channel = 'ppc', partner_key = null, account_key = ${rows[0]?.key}, start_date = '2025-01-01',
      activated_at = '2025-01-01' where campaign_key = ${lateCampaign.campaignKey}`.execute(tx);
    // Days that the account has not loaded completely are not in the rollups.
    for (const [day, media, charged] of [
      [8, 100, 110],
      [9, 100, 110],
      [10, 0, 0],
      [11, 0, 0],
    ] as const)
      for (const [table, column, at] of [
        ['campaign_day', 'day', `2025-06-${String(day).padStart(2, '0')}`],
        ['campaign_month_fact', 'month', '2025-06-01'],
      ] as const)
        await sql`
          insert into ${sql.table(table)} as f (owner_key, ${sql.ref(column)}, campaign_key, gross, valid, platform_cost, platform_client_cost)
          values (${ownerKey}, ${at}, ${lateCampaign.campaignKey}, 3, 3, ${media}, ${charged})
          on conflict (owner_key, ${sql.ref(column)}, campaign_key) do update set gross = f.gross + 3, valid = f.valid + 3,
            platform_cost = f.platform_cost + ${media}, platform_client_cost = f.platform_client_cost + ${charged}
        `.execute(tx);
    return lateCampaign;
  });
  const as = await harness.signedIn('ag', { owner: ownerKey, permissions: RIGHTS });
  const { rows } = await rowsFor(as, { ownerKey });
  expect(rows.find((row) => row['campaignKey'] === late.campaignKey)).toMatchObject({
    through: '2025-06-09',
    leadsThrough: '2025-06-11',
    mtdInquiries: 12,
    mtdSpent: 220,
    costPerInquiry: 220 / 6,
  });
  expect(rows.find((row) => row['campaignKey'] === usual.campaignKey)).toMatchObject({
    through: '2025-06-11',
    leadsThrough: '2025-06-11',
    mtdSpent: 24_310,
  });
});

describe('each group', () => {
  test('a client sees no media price, and spend at its own price', async () => {
    const { rows } = await rowsFor(client);
    expect(rows[0]).toMatchObject({ mtdSpent: 24_310, clientBidPrice: 50 });
    expect(Object.keys(rows[0] ?? {})).not.toContain('aggregatorBidPrice');
    expect(Object.keys(rows[0] ?? {}).filter((key) => key.startsWith('userDefined'))).toEqual([]);
  });

  test('a partner sees its own campaigns, no client price, and spend at the media price', async () => {
    const { ownerKey, partnerKey, campaignKey } = await makeExample();
    const other = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey }));
    const { userKey } = await harness.asMigrator((tx) =>
      makeUser(tx, { group: 'mp', ownerKeys: [ownerKey], partnerKey, permissions: RIGHTS }),
    );
    const partner = await harness.sessionOf('mp', userKey);
    const { rows } = await harness.readStream(campaignSummaryStream, partner, {
      params: { brand: 'all', month: 'currentmonth' },
    });
    expect(rows.map((row) => row['campaignKey'])).toEqual([campaignKey]);
    expect(rows.map((row) => row['campaignKey'])).not.toContain(other.campaignKey);
    expect(rows[0]).toMatchObject({ mtdSpent: 19_448, aggregatorBidPrice: 40 });
    const keys = Object.keys(rows[0] ?? {});
    expect(
      keys.filter((key) => ['clientBidPrice', 'clientMonthlyAllocation', 'budget', 'diffToBudget'].includes(key)),
    ).toEqual([]);
  });

  test('another tenant’s brand is not found', async () => {
    const foreign = await harness.asMigrator((tx) => makeCampaign(tx));
    const brand = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{
        key: number;
      }>`select brand_key as key from brand where owner_key = ${foreign.ownerKey}`.execute(tx);
      return rows[0]?.key ?? 0;
    });
    const { status } = await harness.call(goalSummaryList, agency, { params: { brand: String(brand) } });
    expect(status).toBe(404);
    const all = await harness.call(goalSummaryList, agency, { params: { brand: 'all' } });
    expect({ status: all.status, code: all.body.code }).toEqual({ status: 400, code: 'ILLEGAL_ARGUMENTS' });
  });
});

test('next month’s plan does not say that this hour is outside the campaign’s hours', async () => {
  const setHours = (days: object[]) =>
    harness.asMigrator((tx) =>
      sql`
        insert into campaign_targeting as t (owner_key, campaign_key, day_parting) values (${owner}, ${campaign.campaignKey}, ${JSON.stringify({ days })})
        on conflict (owner_key, campaign_key) do update set day_parting = excluded.day_parting`.execute(tx),
    );
  const reasonsIn = async (month: string) => {
    const row = (await rowsFor(agency, { month })).rows.find(({ campaignKey }) => campaignKey === campaign.campaignKey);
    return ((row?.['statusReasons'] ?? []) as { code: string }[]).map(({ code }) => code);
  };
  // It is Thursday, 11 AM.
  await setHours([{ day: 'MON', intervals: [{ start: '09:00', end: '10:00' }] }]);
  expect(await reasonsIn('currentmonth')).toContain('OFF_HOURS');
  expect(await reasonsIn('nextmonth')).not.toContain('OFF_HOURS');
  await setHours([]);
});
