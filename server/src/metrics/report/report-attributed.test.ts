import {
  ALL_PERMISSIONS,
  ATTRIBUTED_NOTE,
  NOT_ATTRIBUTED,
  reportQuerySchema,
  type UserGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeOwner, makePlatformDay, makePpcCampaign } from '../../testing/factories/factories.ts';
import { type ReportViewer } from './report-check.ts';
import { type ReportAnswer, runReport } from './report.ts';

const database = useDatabase();
const NOW = new Date('2026-05-10T15:00:00Z');
let facts: Facts;
let ownerKey: number;
let ppl: Awaited<ReturnType<typeof makeCampaign>>;

const addLeads = (of: { ownerKey: number; campaignKey: number; partnerKey?: number }, count: number, seed: number) =>
  database.asMigrator((tx) =>
    sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, state, client_price, media_price, enrollment_on)
      select ${of.ownerKey}, d, 'L' || ${seed}::int || '-' || i, d, ${of.campaignKey}, ${of.partnerKey ?? null}, (array['DLV', 'VAL', 'DUP', 'INV'])[1 + h % 4],
             (array['desktop', 'mobile'])[1 + h / 4 % 2], (array['TX', 'CA', null, 'NY'])[1 + h / 8 % 4],
             ${of.partnerKey === undefined ? 0 : 50}, ${of.partnerKey === undefined ? 0 : 40}, case when h % 5 = 0 then d + 20 end
      from (select i, '2026-02-01'::date + abs(hashint4(i * 7 + ${seed}::int)) % 80 as d, abs(hashint4(i + ${seed}::int)) as h
            from generate_series(1, ${count}::int) i) r
    `.execute(tx),
  );

/**
 * Two owners, each with pay per lead, a platform campaign with leads on some days, and one with spend and no leads. Costs are uneven, and a
 * credit of a closed month belongs to no lead.
 */
beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-02-01'), new Date('2026-05-15'));
  for (const [index, seed] of [1, 900].entries()) {
    const fixture = await database.asMigrator(async (tx) => {
      const owner = await makeOwner(tx);
      const paid = await makeCampaign(tx, owner);
      const search = await makePpcCampaign(tx, paid);
      const idle = await makePpcCampaign(tx, paid);
      for (let day = 1; day <= 28; day += 1)
        for (const month of ['02', '03', '04'])
          await makePlatformDay(tx, {
            ...search,
            day: `2026-${month}-${String(day).padStart(2, '0')}`,
            cost: 10 * day + Number(month),
            clientCost: 11.11 * day + Number(month),
          });
      await makePlatformDay(tx, { ...idle, day: '2026-03-05', cost: 70, clientCost: 77.77 });
      return { owner, paid, search };
    });
    await addLeads(fixture.paid, 300, seed);
    await addLeads({ ownerKey: fixture.owner.ownerKey, campaignKey: fixture.search.campaignKey }, 120, seed + 1);
    if (index === 0) [ownerKey, ppl] = [fixture.owner.ownerKey, fixture.paid];
  }
  await database.asMigrator((tx) =>
    sql`insert into billing_adjustment (owner_key, day, campaign_key, for_month, client_amount, media_amount, cause, reason, made_at)
        values (${ownerKey}, '2026-03-20', ${ppl.campaignKey}, '2026-02-01', -50, -40, 'RETURN', 'Returned', now())`.execute(
      tx,
    ),
  );
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
});
afterAll(() => facts.close());

const viewer = (group: UserGroup = 'ag', channel: ReportViewer['channel'] = 'all'): ReportViewer => ({
  group,
  permissions: new Set(ALL_PERMISSIONS),
  channel,
  vertical: 'all',
  forWidgets: true,
});
const report = (query: object, range: readonly string[], granularity: string | null = null, as = viewer()) =>
  database.db.withScope(makeScope({ userKey: null, group: as.group, ownerKeys: [ownerKey], partnerKey: null }), (tx) =>
    runReport(
      tx,
      [ownerKey],
      reportQuerySchema.parse({
        measures: ['spend', 'validLeads', 'cpl', 'cpe'],
        getTotal: true,
        timeDimensions: { dimension: 'date', granularity, dateRange: range },
        ...query,
      }),
      as,
      NOW,
    ),
  );

/** Calculated from leads and platform rows only. */
const recount = async (
  column: 'state' | 'device',
  [from, to]: readonly string[],
  cost = 'client_cost',
  price = 'client_price',
) => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ name: string | null; spend: number }>`
      with good as (select *, date_trunc('month', captured_date) as m from lead
                    where owner_key = ${ownerKey} and status in ('VAL', 'DLV') and captured_date between ${from} and ${to}),
      charged as (select x.campaign_key, date_trunc('month', d.day) as m, sum(${sql.ref(`d.${cost}`)}) as cost
                  from platform_day d join platform_campaign x using (owner_key, platform_campaign_key)
                  where d.owner_key = ${ownerKey} and d.day between ${from} and ${to} group by 1, 2),
      leads as (select campaign_key, m, count(*) as n from good group by 1, 2)
      select ${sql.ref(`good.${column}`)} as name, sum(${sql.ref(`good.${price}`)} + coalesce(charged.cost / leads.n, 0))::float8 as spend
      from good join leads using (campaign_key, m) left join charged using (campaign_key, m) group by 1
    `.execute(tx),
  );
  return new Map(rows.map(({ name, spend }) => [name, spend]));
};
const RANGES = [
  ['2026-02-01', '2026-04-30'],
  ['2026-02-10', '2026-04-12'],
  ['2026-03-03', '2026-03-21'],
  ['2026-04-01', '2026-04-09'],
] as const;
const spendOf = ({ rows }: ReportAnswer, dimension: string) =>
  new Map(rows.map((row) => [row[dimension] as string | null, row['spend'] as number]));
const sum = (values: Iterable<unknown>): number =>
  [...values].reduce<number>((total, value) => total + Number(value), 0);

describe.each(RANGES)('from %s to %s', (...range) => {
  test('a lead has its price and an equal share of its campaign’s month', async () => {
    for (const column of ['state', 'device'] as const) {
      const spends = spendOf(await report({ dimensions: [column] }, range), column);
      const expected = await recount(column, range);
      for (const [name, spend] of expected) expect([name, spends.get(name)]).toEqual([name, expect.closeTo(spend, 4)]);
      expect([...spends.keys()].filter((name) => name !== NOT_ATTRIBUTED && !expected.has(name))).toEqual([]);
    }
  });

  test('rows and the unattributed rest sum to the campaigns’ cost', async () => {
    const whole = await report({ dimensions: [] }, range);
    const by = await report({ dimensions: ['state'] }, range);
    expect(sum(by.rows.map((row) => row['spend']))).toBeCloseTo(Number(whole.total?.['spend']), 4);
    for (const name of ['spend', 'validLeads', 'cpl', 'cpe'])
      expect([name, by.total?.[name]]).toEqual([name, expect.closeTo(Number(whole.total?.[name]), 4)]);
    const channels = await report({ dimensions: ['channel'] }, range);
    const both = await report({ dimensions: ['state', 'channel'] }, range);
    for (const row of channels.rows) {
      const theirs = both.rows.filter((one) => one['channel'] === row['channel']);
      expect(sum(theirs.map((one) => one['spend']))).toBeCloseTo(Number(row['spend']), 4);
    }
  });

  test('days, and one attribute within another, sum to the same', async () => {
    const filters = [{ member: 'state', operator: 'equals', values: ['TX'] }];
    const [{ total: plain }, { total: days }, { total: months }, devices] = await Promise.all([
      report({ filters }, range),
      report({ filters }, range, 'day'),
      report({ filters }, range, 'month'),
      report({ filters, dimensions: ['device'] }, range),
    ]);
    const expected = (await recount('state', range)).get('TX') ?? 0;
    for (const total of [plain, days, months, devices.total])
      expect(total?.['spend']).toEqual(expect.closeTo(expected, 4));
    // A filter by state has no row of unattributed costs.
    expect(devices.rows.map((row) => row['device'])).not.toContain(NOT_ATTRIBUTED);
  });

  test('months equal the owner’s months', async () => {
    const [whole, by] = await Promise.all([
      report({ dimensions: [] }, range, 'month'),
      report({ dimensions: ['device'] }, range, 'month'),
    ]);
    for (const row of whole.rows) {
      const theirs = by.rows.filter(({ date }) => date === row['date']);
      expect(sum(theirs.map((one) => one['spend']))).toBeCloseTo(Number(row['spend']), 4);
    }
  });
});

describe('the unattributed rest', () => {
  const range = RANGES[0];
  test('is the spend of campaigns without leads, and credits of closed months', async () => {
    const { rows } = await report({ dimensions: ['state', 'campaignCode'] }, range);
    const rest = rows.filter((row) => row['state'] === NOT_ATTRIBUTED);
    const amounts = rest.map((row) => Number(row['spend'])).toSorted((a, b) => a - b);
    expect(amounts).toEqual([expect.closeTo(-50, 6), expect.closeTo(77.77, 6)]);
    expect(rest).toMatchObject([
      { validLeads: 0, cpl: null },
      { validLeads: 0, cpl: null },
    ]);
  });

  test('is the credit alone for pay per lead, where each lead has its price', async () => {
    const { rows, notes, attributed } = await report({ dimensions: ['state'] }, range, null, viewer('ag', 'ppl'));
    expect(rows.filter((row) => row['state'] === NOT_ATTRIBUTED)).toMatchObject([{ spend: -50 }]);
    expect([notes, attributed]).toEqual([[], []]);
    expect(rows.filter((row) => row['state'] !== NOT_ATTRIBUTED).map((row) => row['cpl'])).toEqual([50, 50, 50, 50]);
  });
});

describe('the response', () => {
  test('names the attributed measures and explains them', async () => {
    const { notes, attributed } = await report({ dimensions: ['state'] }, RANGES[0]);
    expect([notes, attributed]).toEqual([[ATTRIBUTED_NOTE], ['spend', 'cpl', 'cpe']]);
    const plain = await report({ dimensions: ['campaign'] }, RANGES[0]);
    expect([plain.notes, plain.attributed]).toEqual([[], []]);
  });

  test('is available for a platform alone', async () => {
    const { total } = await report({ dimensions: ['state'] }, RANGES[0], null, viewer('ag', 'ppc'));
    const whole = await report({ dimensions: [] }, RANGES[0], null, viewer('ag', 'ppc'));
    expect(total?.['spend']).toEqual(expect.closeTo(Number(whole.total?.['spend']), 4));
  });

  test('includes the fee for a client, and excludes it in the agency’s media cost', async () => {
    const client = spendOf(await report({ dimensions: ['state'] }, RANGES[0], null, viewer('cl')), 'state');
    const media = await report({ dimensions: ['state'], measures: ['mediaCost'] }, RANGES[0]);
    const [withFee, without] = [
      await recount('state', RANGES[0]),
      await recount('state', RANGES[0], 'cost', 'media_price'),
    ];
    for (const row of media.rows.filter(({ state }) => state !== NOT_ATTRIBUTED)) {
      const name = row['state'] as string | null;
      expect(client.get(name)).toEqual(expect.closeTo(withFee.get(name) ?? 0, 4));
      expect(row['mediaCost']).toEqual(expect.closeTo(without.get(name) ?? 0, 4));
    }
  });
});
