import { type Stage, STAGES } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeOwner } from '../../testing/factories/factories.ts';
import { DEFAULT_LAG_CURVES, historicalMonths, shareMatured } from '../maturity/maturity.rules.ts';
import { dayOf } from './periods.ts';
import {
  addMature,
  historicalNumbers,
  loadHistorical,
  loadMature,
  matureNumbers,
  type WindowQuestion,
} from './window-facts.ts';

const database = useDatabase();
let facts: Facts;
let ownerKey: number;
let busy: Awaited<ReturnType<typeof makeCampaign>>;
let quiet: Awaited<ReturnType<typeof makeCampaign>>;

/** The handbook's example: T is 11 June 2025. */
const NOW = new Date('2025-06-12T15:00:00Z');

const addLeads = (campaignKey: number, every: number, from: string, to: string) =>
  database.asMigrator((tx) =>
    sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device, client_price, media_price,
                        contact_on, appointment_on, interview_on, visit_on, application_on, enrollment_on, start_on)
      select ${ownerKey}, d, 'L', d, ${campaignKey}, case when n % 6 = 5 then 'DUP' else 'DLV' end, 'mobile', 40 + n % 3, 30,
             case when n % 2 = 0 then d + 1 end, case when n % 3 = 0 then d + 2 end, case when n % 4 = 0 then d + 3 end,
             case when n % 5 = 0 then d + 4 end, case when n % 7 = 0 then d + 20 end, case when n % 9 = 0 then d + 40 end,
             case when n % 11 = 0 then d + 90 end
      from (select (${from}::date + i)::date as d, i as n from generate_series(0, ${to}::date - ${from}::date, ${every}) i) x
    `.execute(tx),
  );

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2023-12-15'), new Date('2025-06-15'));
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx, { timeZone: 'America/New_York' }));
    busy = await makeCampaign(tx, { ownerKey });
    quiet = await makeCampaign(tx, { ownerKey });
  });
  await addLeads(busy.campaignKey, 1, '2024-01-01', '2025-06-11');
  await addLeads(quiet.campaignKey, 14, '2024-01-01', '2025-06-11');
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());

const ask = <T>(
  load: (tx: Parameters<typeof loadHistorical>[0], question: WindowQuestion) => Promise<T>,
  by: WindowQuestion['by'],
  more: Partial<WindowQuestion> = {},
): Promise<T> =>
  database.db.withScope(makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey], partnerKey: null }), (tx) =>
    load(tx, { ownerKey, now: NOW, group: 'ag', by, ...more }),
  );

/** The same, calculated from the leads. */
const recount = async (from: string, to: string, stage: Stage | 'inquiry', campaignKey: number) => {
  const outcome = stage === 'inquiry' ? sql`null` : sql.ref(`${stage}_on`);
  const { rows } = await database.asMigrator((tx) =>
    sql<{ leads: number; outcomes: number; spend: string }>`
      select count(*) as leads, count(${outcome}) as outcomes, coalesce(sum(client_price), 0) as spend
      from lead where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and status = 'DLV' and captured_date between ${from} and ${to}
    `.execute(tx),
  );
  return { ...rows[0]!, spend: Number(rows[0]!.spend) };
};

describe('historical numbers', () => {
  const RATES = {
    contact: 'historicalContactRate',
    appointment: 'historicalAppointmentRate',
    visit: 'historicalVisitRate',
    application: 'historicalAppRate',
    enrollment: 'historicalEnrollRate',
    start: 'historicalStartRate',
  } as const;

  test('use each stage’s own three months', async () => {
    const numbers = historicalNumbers((await ask(loadHistorical, 'campaign')).get(busy.campaignKey));
    for (const [stage, key] of Object.entries(RATES) as [keyof typeof RATES, (typeof RATES)[keyof typeof RATES]][]) {
      const { from, to } = historicalMonths(dayOf('2025-06-11'), stage);
      const { leads, outcomes } = await recount(from.toString(), to.toString(), stage, busy.campaignKey);
      expect(outcomes).toBeGreaterThan(0);
      expect([key, numbers[key]]).toEqual([key, (outcomes / leads) * 100]);
    }
    const cost = async (stage: Stage | 'inquiry', from: string, to: string) => {
      const { spend, outcomes, leads } = await recount(from, to, stage, busy.campaignKey);
      return spend / (stage === 'inquiry' ? leads : outcomes);
    };
    expect(numbers.historicalCostPerEnrollment).toBe(await cost('enrollment', '2024-12-01', '2025-02-28'));
    expect(numbers.historicalCostPerApplication).toBe(await cost('application', '2025-01-01', '2025-03-31'));
    expect(numbers.historicalCostPerInquiry).toBe(await cost('inquiry', '2025-03-01', '2025-05-31'));
  });

  test('need ten inquiries: a campaign with fewer has none, the group has them', async () => {
    const byCampaign = await ask(loadHistorical, 'campaign');
    expect(byCampaign.get(quiet.campaignKey)?.contact.validLeads).toBeLessThan(10);
    expect(new Set(Object.values(historicalNumbers(byCampaign.get(quiet.campaignKey))))).toEqual(new Set([null]));
    expect(Object.values(historicalNumbers(undefined)).every((value) => value === null)).toBe(true);
    const all = (await ask(loadHistorical, null)).get(null);
    for (const stage of STAGES)
      expect(all?.[stage].validLeads).toBe(
        (byCampaign.get(busy.campaignKey)?.[stage].validLeads ?? 0) +
          (byCampaign.get(quiet.campaignKey)?.[stage].validLeads ?? 0),
      );
  });

  test('can be grouped by anything above a campaign, and filtered', async () => {
    const byGoal = await ask(loadHistorical, 'goal');
    expect(new Set(byGoal.keys())).toEqual(new Set([busy.goalKey, quiet.goalKey]));
    const byChannel = await ask(loadHistorical, 'channel');
    expect([...byChannel.keys()]).toEqual(['ppl']);
    const some = await ask(loadHistorical, 'campaign', { only: { campaignKeys: [quiet.campaignKey] } });
    expect([...some.keys()]).toEqual([quiet.campaignKey]);
  });
});

describe('mature costs', () => {
  /** The same, calculated from the leads by the handbook's formula. */
  const byHand = async (campaignKey: number, stage: 'application' | 'enrollment' | 'start', through = '2025-06-11') => {
    const { rows } = await database.asMigrator((tx) =>
      sql<{ age: number; leads: number; spend: number; outcomes: number }>`
        select ${through}::date - captured_date as age, count(*)::int as leads, sum(client_price)::float8 as spend, count(${sql.ref(`${stage}_on`)})::int as outcomes
        from lead where owner_key = ${ownerKey} and campaign_key = ${campaignKey} and status = 'DLV'
          and captured_date > ${through}::date - 540 and captured_date <= ${through} group by 1
      `.execute(tx),
    );
    const sum = (read: (row: (typeof rows)[number], k: number, share: number) => number): number =>
      rows.reduce(
        (total, row) =>
          total + read(row, 0.5 ** (row.age / 120), shareMatured(DEFAULT_LAG_CURVES.career[stage], row.age)),
        0,
      );
    return {
      spend: sum((row, k, share) => k * share * row.spend),
      outcomes: sum((row, k) => k * row.outcomes),
      inquiries: sum((row, k, share) => k * share * row.leads),
      matured: (sum((row, _, share) => share * row.leads) / sum((row) => row.leads)) * 100,
    };
  };

  test('weight every cohort by age and maturity', async () => {
    const groups = await ask(loadMature, 'campaign');
    const numbers = matureNumbers(groups.get(busy.campaignKey));
    for (const [key, stage] of [
      ['matureCpa', 'application'],
      ['matureCpe', 'enrollment'],
      ['matureCps', 'start'],
    ] as const) {
      const hand = await byHand(busy.campaignKey, stage);
      expect(hand.outcomes).toBeGreaterThan(9);
      expect(numbers[key].value! / (hand.spend / hand.outcomes)).toBeCloseTo(1, 4);
      expect(numbers[key].percentMatured).toBeCloseTo(hand.matured, 2);
      expect(numbers[key].shrunk).toBe(false);
      expect(numbers[key].low!).toBeLessThan(numbers[key].value!);
      expect(numbers[key].high!).toBeGreaterThan(numbers[key].value!);
    }
    expect(matureNumbers(undefined).matureCps.value).toBeNull();
  });

  test('of a campaign with few outcomes use the owner’s campaigns of the same channel as a prior, and say so', async () => {
    const groups = await ask(loadMature, 'goal');
    const [own, all] = [await byHand(quiet.campaignKey, 'enrollment'), await byHand(busy.campaignKey, 'enrollment')];
    expect(own.outcomes).toBeLessThan(3);
    const parent = (own.spend + all.spend) / (own.outcomes + all.outcomes);
    const { matureCpe } = matureNumbers(groups.get(quiet.goalKey));
    expect(matureCpe.shrunk).toBe(true);
    expect(matureCpe.value! / ((own.spend + 3 * parent) / (own.outcomes + 3))).toBeCloseTo(1, 4);
    // Loaded alone it has the same parent.
    const alone = await ask(loadMature, 'goal', { only: { goalKeys: [quiet.goalKey] } });
    expect(matureNumbers(alone.get(quiet.goalKey))).toEqual(matureNumbers(groups.get(quiet.goalKey)));
  });

  test('of an owner with too few outcomes are null, and no prior uses them', async () => {
    const other = await database.asMigrator((tx) => makeCampaign(tx));
    const groups = await database.db.withScope(
      makeScope({ userKey: null, group: 'ag', ownerKeys: [other.ownerKey], partnerKey: null }),
      (tx) => loadMature(tx, { ownerKey: other.ownerKey, now: NOW, group: 'ag', by: 'goal' }),
    );
    expect(matureNumbers(groups.get(other.goalKey)).matureCpe).toMatchObject({ value: null, low: null, shrunk: false });
  });
});

test('of a late source end where it is loaded through, rates of leads where leads do', async () => {
  const { rows } = await database.asMigrator(async (tx) => {
    await sql`insert into trading_platform (name, channel) values ('Search', 'ppc')`.execute(tx);
    return sql<{ key: number }>`
      insert into platform_account (owner_key, platform_key, client_key, account_id, account_name, time_zone, channel, last_sync_at)
      select ${ownerKey}, p.platform_key, c.client_key, '1', 'Main', 'America/New_York', 'ppc', '2025-05-05T12:00:00Z'
      from (select client_key from client where owner_key = ${ownerKey} limit 1) c, trading_platform p where p.name = 'Search'
      returning account_key as key
    `.execute(tx);
  });
  const putUnder = (accountKey: number | null) =>
    database.asMigrator((tx) =>
      sql`update campaign set account_key = ${accountKey} where campaign_key = ${quiet.campaignKey}`.execute(tx),
    );
  await putUnder(rows[0]!.key);
  onTestFinished(async () => void (await putUnder(null)));
  const sums = await ask(loadHistorical, 'campaign');
  const { leads } = await recount('2025-02-01', '2025-04-30', 'inquiry', quiet.campaignKey);
  expect(sums.get(quiet.campaignKey)?.inquiry.validLeads).toBe(leads);
  // By the account's last day it would be January to March.
  const contact = await recount('2025-02-01', '2025-04-30', 'contact', quiet.campaignKey);
  expect(sums.get(quiet.campaignKey)?.contact).toMatchObject({ validLeads: contact.leads, contacts: contact.outcomes });
  const all = (await ask(loadHistorical, null)).get(null);
  expect(all?.inquiry.validLeads).toBe(leads + (sums.get(busy.campaignKey)?.inquiry.validLeads ?? 0));
});

test('disjoint groups sum to the whole', async () => {
  const apart = matureNumbers(addMature((await ask(loadMature, 'campaign')).values()));
  const together = matureNumbers((await ask(loadMature, null)).get(null));
  for (const key of ['matureCpa', 'matureCpe', 'matureCps'] as const) {
    expect(together[key].value).not.toBeNull();
    expect(apart[key].value).toBeCloseTo(together[key].value!, 6);
    expect(apart[key].outcomes).toBe(together[key].outcomes);
  }
  expect(addMature([])).toBeUndefined();
});
