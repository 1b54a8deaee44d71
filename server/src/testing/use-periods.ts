import { roundHalfUp } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Facts, openFacts } from '../db/facts/facts.ts';
import { makeScope } from '../db/scope/make-scope.ts';
import { pacingNumbers } from '../metrics/days/pacing.rules.ts';
import { loadPeriod, type PeriodQuestion } from '../metrics/periods/period-facts.ts';
import { type CampaignPeriod, type GoalPeriod } from '../metrics/periods/period-numbers.ts';
import { dayOf, daysOf } from '../metrics/periods/periods.ts';
import { useDatabase } from './database.ts';
import { makeClient, makeOwner } from './factories/factories.ts';

/** A line item of an owner of its own. */
export interface World {
  ownerKey: number;
  goalKey: number;
}

interface CampaignParts {
  accountKey?: number;
  partnerKey?: number;
  budget?: number | null;
  startDate?: string;
  endDate?: string;
  activatedAt?: string | null;
}

/** A period's numbers as a sheet shows them. */
export const rowOf = ({ parts, base, ...more }: CampaignPeriod | GoalPeriod) => ({
  ...parts,
  ...pacingNumbers(parts, 'days' in more ? more.days.fromToday : base.fromToday),
});
export const money = (value: number | null | undefined) => (value == null ? value : roundHalfUp(value, 2));
/** So much a day, the first one with what is left over. */
export const spread = (from: string, to: string, total: number): [string, number][] => {
  const days = daysOf({ from: dayOf(from), to: dayOf(to) });
  const each = Math.floor((total * 100) / days.length) / 100;
  return days.map((day, index) => [
    day.toString(),
    index === 0 ? roundHalfUp(total - each * (days.length - 1), 2) : each,
  ]);
};

/** Line items with campaigns, what they cost and brought by day, and their periods as they are read from the database. */
export const usePeriods = () => {
  const database = useDatabase();
  let facts: Facts;

  beforeAll(async () => {
    facts = openFacts(database.ownerUrl);
    await facts.ensureMonths(new Date('2025-02-15'), new Date('2025-07-15'));
  });
  afterAll(() => facts.close());

  const keyFrom = async (statement: RawBuilder<{ key: number }>): Promise<number> =>
    database.asMigrator(async (tx) => (await statement.execute(tx)).rows[0]!.key);
  const write = (statement: RawBuilder<unknown>): Promise<unknown> =>
    database.asMigrator((tx) => statement.execute(tx));
  const fold = async (): Promise<void> => {
    while ((await facts.fold()) > 0);
  };

  const makeWorld = async (timeZone = 'America/New_York'): Promise<World> => {
    const { ownerKey } = await database.asMigrator((tx) => makeOwner(tx, { timeZone }));
    const clientKey = await database.asMigrator((tx) => makeClient(tx, ownerKey));
    const goalKey = await keyFrom(sql`
      insert into goal (owner_key, client_key, name, start_month) values (${ownerKey}, ${clientKey}, 'Autumn', '2025-01-01') returning goal_key as key`);
    return { ownerKey, goalKey };
  };

  let unique = 0;
  const makeAccount = async ({ ownerKey }: World, syncedAt: string | null): Promise<number> => {
    const platformKey = await keyFrom(
      sql`insert into trading_platform (name, channel) values (${`Platform ${(unique += 1)}`}, 'ppc') returning platform_key as key`,
    );
    return keyFrom(sql`
      insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel, last_sync_at)
      select ${ownerKey}, ${platformKey}, client_key, '1', 'Main', 'America/New_York', 'ppc', ${syncedAt} from client where owner_key = ${ownerKey}
      returning account_key as key`);
  };

  const makeCampaign = async ({ ownerKey, goalKey }: World, parts: CampaignParts = {}): Promise<number> => {
    const { accountKey = null, partnerKey = null, budget = null, startDate = '2025-01-01', endDate = null } = parts;
    const activatedAt = parts.activatedAt === undefined ? '2025-01-01' : parts.activatedAt;
    const channel = partnerKey === null ? 'ppc' : 'ppl';
    return keyFrom(sql`
      insert into campaign (owner_key, goal_key, channel, account_key, partner_key, name, code, start_date, end_date, activated_at, monthly_budget)
      values (${ownerKey}, ${goalKey}, ${channel}, ${accountKey}, ${partnerKey}, 'Campaign', ${`C-${(unique += 1)}`}, ${startDate}, ${endDate},
              ${activatedAt}, ${budget}) returning campaign_key as key`);
  };

  /** What the platform says that a campaign cost, by day. */
  const makeSpend = async ({ ownerKey }: World, campaignKey: number, accountKey: number, days: [string, number][]) => {
    const platformCampaign = await keyFrom(sql`
      insert into platform_campaign (owner_key, account_key, external_id, name, campaign_key)
      values (${ownerKey}, ${accountKey}, ${String((unique += 1))}, 'Brand', ${campaignKey}) returning platform_campaign_key as key`);
    const adGroup = await keyFrom(sql`
      insert into platform_ad_group (owner_key, platform_campaign_key, external_id, name) values (${ownerKey}, ${platformCampaign}, '1', 'All')
      returning ad_group_key as key`);
    await write(sql`
      insert into platform_day (owner_key, day, platform_campaign_key, ad_group_key, device, clicks, cost, client_cost)
      select ${ownerKey}, d, ${platformCampaign}, ${adGroup}, 'mobile', 10, c, c
      from unnest(${days.map(([day]) => day)}::date[], ${days.map(([, cost]) => cost)}::numeric[]) x (d, c)`);
  };
  const makeLeads = (
    { ownerKey }: World,
    campaignKey: number,
    days: [string, number][],
    more: { price?: number; media?: number; unpaid?: boolean; status?: string } = {},
  ) =>
    write(sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, client_price, media_price, unpaid)
      select ${ownerKey}, d, 'L', d, ${campaignKey}, ${more.status ?? 'DLV'}, 'mobile', ${more.price ?? 0}, ${more.media ?? 0}, ${more.unpaid ?? false}
      from unnest(${days.map(([day]) => day)}::date[], ${days.map(([, n]) => n)}::int[]) x (d, n) cross join generate_series(1, n)`);
  const makeGoalMonth = ({ ownerKey, goalKey }: World, month: string, spend: number | null, inquiries: number | null) =>
    write(
      sql`insert into goal_month (owner_key, goal_key, month, spend_goal, inquiry_goal) values (${ownerKey}, ${goalKey}, ${month}, ${spend}, ${inquiries})`,
    );

  const load = (
    { ownerKey }: World,
    today: string,
    more: Partial<PeriodQuestion> & { partnerKey?: number; asked?: string } = {},
  ) => {
    const { partnerKey = null, asked: chosenMonth = today.slice(0, 7), group = 'ag', ...rest } = more;
    return database.db.withScope(makeScope({ userKey: null, group, ownerKeys: [ownerKey], partnerKey }), (tx) =>
      loadPeriod(tx, {
        ownerKey,
        month: Temporal.PlainYearMonth.from(chosenMonth),
        now: new Date(today.length > 10 ? today : `${today}T15:00:00Z`),
        group,
        ...rest,
      }),
    );
  };
  const one = async (...args: Parameters<typeof load>): Promise<CampaignPeriod> => {
    const { campaigns } = await load(...args);
    expect(campaigns).toHaveLength(1);
    return campaigns[0]!;
  };
  return {
    database,
    write,
    fold,
    makeWorld,
    makeAccount,
    makeCampaign,
    makeSpend,
    makeLeads,
    makeGoalMonth,
    load,
    one,
  };
};
