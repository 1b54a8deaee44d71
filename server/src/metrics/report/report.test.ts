import { ALL_PERMISSIONS, type ReportQuery, reportQuerySchema, type UserGroup } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScope } from '../../db/scope/make-scope.ts';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeLead, makeOwner } from '../../testing/factories/factories.ts';
import { checkReport, type ReportViewer } from './report-check.ts';
import { reportSql } from './report-sql.ts';
import { runReport } from './report.ts';

const database = useDatabase();
let facts: Facts;
let ownerKey: number;
let one: Awaited<ReturnType<typeof makeCampaign>>;
let two: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;

const NOW = new Date('2026-04-10T15:00:00Z');
const DAYS = ['2026-02-10', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-31'];
const STATUSES = ['DLV', 'DLV', 'VAL', 'INV', 'DUP', 'RTN', 'TST'];
const STATES = ['TX', 'CA', null];

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-04-15'));
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx));
    one = await makeCampaign(tx, { ownerKey });
    two = await makeCampaign(tx, { ownerKey });
    foreign = await makeCampaign(tx);
    let n = 0;
    for (const { campaignKey, partnerKey, ownerKey: owner } of [one, two, foreign]) {
      for (const day of DAYS) {
        for (const status of STATUSES) {
          const leadKey = await makeLead(tx, {
            ownerKey: owner,
            campaignKey,
            partnerKey,
            day,
            status,
            clientPrice: 40 + (n % 7),
            mediaPrice: 30.25,
          });
          await sql`update lead set state = ${STATES[n % 3]}, contact_on = ${n % 2 === 0 ? day : null}, enrollment_on = ${n % 5 === 0 ? '2026-03-31' : null}
                    where lead_key = ${leadKey}`.execute(tx);
          n += 1;
        }
      }
    }
  });
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());

const viewer = (group: UserGroup, more: Partial<ReportViewer> = {}): ReportViewer => ({
  group,
  permissions: new Set(ALL_PERMISSIONS),
  channel: 'all',
  vertical: 'all',
  ...more,
});
const ask = (query: object): ReportQuery =>
  reportQuerySchema.parse({
    measures: ['validLeads'],
    timeDimensions: { dimension: 'date', dateRange: ['2026-02-01', '2026-03-31'] },
    ...query,
  });
const scope = (group: UserGroup, partnerKey: number | null = null) =>
  makeScope({ userKey: null, group, ownerKeys: [ownerKey], partnerKey });
const report = (
  query: object,
  group: UserGroup = 'ag',
  partnerKey: number | null = null,
  more: Partial<ReportViewer> = {},
) =>
  database.db.withScope(scope(group, partnerKey), (tx) =>
    runReport(tx, [ownerKey], ask(query), viewer(group, more), NOW),
  );
const recount = <T>(query: RawBuilder<T>): Promise<T[]> =>
  database.db.withScope(scope('ag'), async (tx) => (await query.execute(tx)).rows);

const VALID = sql`app.is_good(status)`;

describe('a report', () => {
  test('equals a recount of the leads, row by row and in total', async () => {
    const { rows, total } = await report({
      dimensions: ['campaign'],
      measures: ['grossLeads', 'validLeads', 'spend', 'cpl', 'validRate', 'contacts', 'enrollRate'],
      getTotal: true,
      order: [{ member: 'campaign', direction: 'asc' }],
    });
    const expected = await recount(sql<Record<string, number | string>>`
      select c.name as campaign, count(*) filter (where status <> 'TST') as gross, count(*) filter (where ${VALID}) as valid,
             sum(client_price) filter (where ${VALID}) as spend, count(contact_on) filter (where ${VALID}) as contacts,
             count(enrollment_on) filter (where ${VALID}) as enrollments
      from lead join campaign c using (owner_key, campaign_key) group by grouping sets ((c.campaign_key, c.name), ()) order by c.campaign_key nulls last
    `);
    const toRow = (row: Record<string, number | string>) => ({
      grossLeads: row['gross'],
      validLeads: row['valid'],
      spend: Number(row['spend']),
      cpl: Number(row['spend']) / Number(row['valid']),
      validRate: (Number(row['valid']) / Number(row['gross'])) * 100,
      contacts: row['contacts'],
      enrollRate: (Number(row['enrollments']) / Number(row['valid'])) * 100,
    });
    expect(rows).toEqual(expected.slice(0, -1).map((row) => ({ campaign: row['campaign'], ...toRow(row) })));
    expect(total).toEqual(toRow(expected.at(-1) ?? {}));
  });

  test('is the same from days, months and leads', async () => {
    const measures = ['grossLeads', 'validLeads', 'returned', 'spend', 'mediaCost', 'contacts', 'enrollments'];
    const byMonth = await report({ measures, getTotal: true });
    const byDay = await report({
      measures,
      getTotal: true,
      timeDimensions: { dimension: 'date', granularity: 'day', dateRange: ['2026-02-01', '2026-03-31'] },
    });
    const byLead = await report({ measures, getTotal: true, dimensions: ['state'] });
    expect(byDay.total).toEqual(byMonth.total);
    expect(byLead.total).toEqual(byMonth.total);
    expect(new Set(byLead.rows.map(({ state }) => state))).toEqual(new Set(['CA', 'TX', null]));
  });

  test('groups time by the requested grain', async () => {
    const dates = async (granularity: string) => {
      const { rows } = await report({
        timeDimensions: { dimension: 'date', granularity, dateRange: ['2026-02-01', '2026-03-31'] },
        order: [{ member: 'date', direction: 'asc' }],
      });
      return rows.map(({ date }) => date);
    };
    expect(await dates('day')).toEqual(DAYS);
    expect(await dates('week')).toEqual(['2026-02-09', '2026-02-23', '2026-03-02', '2026-03-30']);
    expect(await dates('month')).toEqual(['2026-02-01', '2026-03-01']);
    expect(await dates('quarter')).toEqual(['2026-01-01']);
  });

  test('filters by names and numbers, with values escaped', async () => {
    const filter = (member: string, operator: string, ...values: string[]) =>
      report({ dimensions: ['state'], filters: [{ member, operator, values }] });
    expect((await filter('state', 'equals', 'TX')).rows).toMatchObject([{ state: 'TX' }]);
    expect((await filter('state', 'notEquals', 'TX')).rows).toHaveLength(2);
    expect((await filter('state', 'notSet')).rows).toMatchObject([{ state: null }]);
    expect((await filter('state', 'contains', '%')).rows).toEqual([]);
    expect((await filter('state', 'equals', `' or true --`)).rows).toEqual([]);
    expect((await filter('validLeads', 'gt', '1000000')).rows).toEqual([]);
    expect((await filter('validLeads', 'gte', '1')).rows).toHaveLength(3);
  });

  test('sorts and limits computed values, nulls last', async () => {
    const query = { dimensions: ['state'], measures: ['validLeads', 'cpe'], limit: 2 };
    const { rows } = await report({ ...query, order: [{ member: 'validLeads', direction: 'desc' }] });
    expect(rows).toHaveLength(2);
    expect(Number(rows[0]?.['validLeads'])).toBeGreaterThanOrEqual(Number(rows[1]?.['validLeads']));
  });

  test('without rows has 0 for counts and null ratios, never NaN', async () => {
    const timeDimensions = { dimension: 'date', dateRange: ['2025-01-01', '2025-01-31'] };
    const { rows, total } = await report({
      dimensions: ['campaign'],
      measures: ['validLeads', 'cpl'],
      getTotal: true,
      timeDimensions,
    });
    expect(rows).toEqual([]);
    expect(total).toEqual({ validLeads: 0, cpl: null });
  });
});

describe('who sees what', () => {
  test('a partner sees its own campaign at its own price', async () => {
    const { rows } = await report(
      { dimensions: ['campaignCode'], measures: ['validLeads', 'spend'] },
      'mp',
      one.partnerKey,
    );
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]?.['spend'])).toBe(Number(rows[0]?.['validLeads']) * 30.25);
  });

  test.each([
    ['mp', { measures: ['mediaCost'] }, 'measures.0'],
    ['mp', { measures: ['margin'] }, 'measures.0'],
    ['cl', { measures: ['mediaCost'] }, 'measures.0'],
    ['cl', { measures: ['marginPercent'] }, 'measures.0'],
    ['mp', { dimensions: ['mediaPartner'] }, 'dimensions.0'],
    ['cl', { filters: [{ member: 'margin', operator: 'gt', values: ['0'] }] }, 'filters.0.member'],
    ['ag', { measures: ['password_hash'] }, 'measures.0'],
    ['ag', { dimensions: ['campaign; drop table lead'] }, 'dimensions.0'],
    ['ag', { dimensions: ['constructor'] }, 'dimensions.0'],
    ['ag', { order: [{ member: 'margin', direction: 'asc' }] }, 'order.0.member'],
  ] as const)('for %s, %o is refused by its field', (group, query, field) => {
    expect(() => checkReport([ownerKey], ask(query), viewer(group))).toThrow(
      expect.objectContaining({ code: 'ILLEGAL_ARGUMENTS', errors: [expect.objectContaining({ field })] }),
    );
  });

  test('margin needs its right', () => {
    const permissions = new Set(ALL_PERMISSIONS.filter((permission) => permission !== 'reports:Margin'));
    expect(() => checkReport([ownerKey], ask({ measures: ['margin'] }), viewer('ag', { permissions }))).toThrow(
      expect.objectContaining({ code: 'ILLEGAL_ARGUMENTS' }),
    );
    expect(checkReport([ownerKey], ask({ measures: ['margin'] }), viewer('ag')).facts).toEqual([
      'clientCost',
      'mediaCost',
    ]);
  });

  test.each([
    { dimensions: ['state'], measures: ['impressions'] },
    { dimensions: ['keyword'], measures: ['validLeads'] },
    { dimensions: ['state', 'keyword'], measures: ['impressions'] },
  ])('%o cannot be combined', (query) => {
    expect(() => checkReport([ownerKey], ask(query), viewer('ag'))).toThrow('These fields cannot be combined.');
  });

  test('more than twenty-five months are too long', () => {
    const timeDimensions = { dimension: 'date', dateRange: ['2024-01-01', '2026-03-31'] };
    expect(() => checkReport([ownerKey], ask({ timeDimensions }), viewer('ag'))).toThrow(
      expect.objectContaining({ code: 'RANGE_TOO_LONG' }),
    );
  });
});

describe('the SQL statement', () => {
  const statement = (query: object, channel: ReportViewer['channel'] = 'all') =>
    database.db.withScope(scope('ag'), async (tx) => {
      const compiled = reportSql(checkReport([ownerKey], ask(query), viewer('ag', { channel })), { channel }).compile(
        tx,
      );
      return { sql: compiled.sql.replaceAll(/\s+/g, ' ').trim(), parameters: compiled.parameters };
    });

  test('reads months if they suffice', async () => {
    expect(await statement({ dimensions: ['goal'], measures: ['cpl'] }, 'ppl')).toEqual({
      sql: 'select g.name as "goal", coalesce(sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost), 0) as "clientCost", coalesce(sum(f.valid), 0) as "validLeads" from (select m.*, m.month as day from campaign_month_fact m where m.owner_key = any ($1::int[]) and m.month between $2 and $3) f join campaign c on c.owner_key = f.owner_key and c.campaign_key = f.campaign_key join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key where f.owner_key = any ($4::int[]) and c.channel = $5 group by g.goal_key, g.name limit $6',
      parameters: [[ownerKey], '2026-02-01', '2026-03-31', [ownerKey], 'ppl', 50_001],
    });
  });

  test('reads days for partial months, and leads for lead-only attributes', async () => {
    const part = { dimension: 'date', granularity: 'month', dateRange: ['2026-02-02', '2026-03-31'] };
    expect((await statement({ timeDimensions: part })).sql).toBe(
      `select date_trunc('month', f.day::timestamp)::date::text as "date", coalesce(sum(f.valid), 0) as "validLeads" from (select m.*, m.month as day from campaign_month_fact m where m.owner_key = any ($1::int[]) and m.month between $2 and $3 union all select d.*, d.day from campaign_day d where d.owner_key = any ($4::int[]) and (d.day between $5 and $6)) f where f.owner_key = any ($7::int[]) group by date_trunc('month', f.day::timestamp)::date limit $8`,
    );
    expect(
      await statement({
        dimensions: ['state'],
        filters: [{ member: 'program', operator: 'contains', values: ['50%_'] }],
      }),
    ).toEqual({
      sql: 'select l.state as "state", coalesce(sum(f.valid), 0) as "validLeads" from (select * from lead l where l.owner_key = any ($1::int[]) and (l.captured_date between $2 and $3)) l cross join lateral app.inquiry_facts(l) f left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key where true and (pr.name) ilike any ($4) group by l.state having sum(f.gross) <> 0 limit $5',
      parameters: [[ownerKey], '2026-02-01', '2026-03-31', [String.raw`%50\%\_%`], 50_001],
    });
  });
});
