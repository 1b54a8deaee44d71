import {
  ALL_PERMISSIONS,
  type DimensionKey,
  type ReportChannel,
  type ReportQuery,
  reportQuerySchema,
} from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeClient, makeOwner } from '../../testing/factories/factories.ts';
import { ATTRIBUTE_COLUMNS } from '../sql/attribute-sql.ts';
import { checkReport, type ReportViewer } from './report-check.ts';
import { reportSql } from './report-sql.ts';
import { runReport } from './report.ts';

const database = useDatabase();
const NOW = new Date('2026-05-10T15:00:00Z');
let facts: Facts;
let ownerKey: number;
let one: Awaited<ReturnType<typeof makeCampaign>>;
let two: Awaited<ReturnType<typeof makeCampaign>>;

/** Deterministic pseudo-random leads: of every status, with and without each attribute, with milestones in later months. */
const addLeads = (campaignKey: number, partnerKey: number, count: number, seed: number) =>
  database.asMigrator((tx) =>
    sql`
      with r as (
        select i, '2026-01-01'::date + abs(hashint4(i * 7 + ${seed}::int)) % 120 as d, abs(hashint4(i + ${seed}::int)) as h from generate_series(1, ${count}::int) i
      ), org as (
        select array_agg(program_key order by program_key) as programs, array_agg(campus_key order by program_key) as campuses
        from program where owner_key = ${ownerKey}
      ), src as (select array_agg(publisher_source_key order by 1) as sources from publisher_source where partner_key = ${partnerKey})
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, partner_key, status, device, state, age, education, grad_year,
                        degree_of_interest, area_of_interest, military_status, military_branch, start_timeframe, program_key, campus_key,
                        publisher_source_key, sub_source, client_price, media_price, unpaid, delivered_at, contact_on, appointment_on,
                        interview_on, visit_on, application_on, enrollment_on, start_on)
      select ${ownerKey}, d, 'L' || i, d, ${campaignKey}, ${partnerKey},
             (array['VAL','DLV','DLV','STK','RTR','INV','DUP','SCR','CAP','CLS','REJ','RTN','TST'])[1 + h % 13],
             (array['desktop','tablet','mobile'])[1 + h % 3], (array['TX','CA',null,'NY'])[1 + h / 3 % 4],
             nullif(15 + h / 5 % 50, 20), (array['GED','BACH',null])[1 + h / 7 % 3], nullif(2010 + h / 11 % 12, 2015),
             (array['Bachelor','Master',null])[1 + h / 13 % 3], (array['Business','Nursing',null])[1 + h / 17 % 3],
             (array['NONE','VETERAN',null])[1 + h / 19 % 3], (array['Army',null])[1 + h / 23 % 2], (array['IMM','M1_3',null])[1 + h / 29 % 3],
             case when h % 5 > 0 then programs[1 + h / 31 % 3] end, case when h % 5 > 0 then campuses[1 + h / 31 % 3] end,
             case when h % 4 > 0 then sources[1 + h / 37 % 2] end, 'sub' || h % 9, 40 + h % 7, 30.25, h % 17 = 0,
             case when h % 3 = 0 then d end, case when h % 2 = 0 then d + h / 41 % 40 end, case when h % 3 = 0 then d + h / 43 % 40 end,
             case when h % 5 = 0 then d + 3 end, case when h % 6 = 0 then d + 4 end, case when h % 7 = 0 then d + h / 47 % 60 end,
             case when h % 8 = 0 then d + 30 end, case when h % 9 = 0 then d + 60 end
      from r, org, src
    `.execute(tx),
  );

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-05-15'));
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx));
    one = await makeCampaign(tx, { ownerKey });
    two = await makeCampaign(tx, { ownerKey });
    const clientKey = await makeClient(tx, ownerKey);
    await sql`
      with m as (insert into client_model (owner_key, client_key, name) values (${ownerKey}, ${clientKey}, 'Ground') returning client_model_key),
      c as (insert into campus (owner_key, client_model_key, name, code, time_zone)
            select ${ownerKey}, client_model_key, 'Campus ' || i, 'CA' || i, 'America/Chicago' from m, generate_series(1, 2) i returning campus_key)
      insert into program (owner_key, campus_key, name, code, degree_level, modality, subject_area)
      select ${ownerKey}, campus_key, 'Program ' || i, 'P' || i, (array['Bachelor','Master'])[i], 'Campus', 'Business' from c, generate_series(1, 2) i
    `.execute(tx);
    for (const { partnerKey } of [one, two])
      await sql`
        with p as (insert into publisher (partner_key, name) values (${partnerKey}, 'Publisher') returning publisher_key)
        insert into publisher_source (partner_key, publisher_key, source_tag, display_name)
        select ${partnerKey}, publisher_key, 'tag' || i, 'Tag' from p, generate_series(1, 2) i
      `.execute(tx);
  });
  await addLeads(one.campaignKey, one.partnerKey, 700, 1);
  await addLeads(two.campaignKey, two.partnerKey, 500, 2);
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
  // Some leads are corrected and not merged yet: the rollup has the old values, with the changes beside it.
  await database.asMigrator((tx) =>
    sql`update lead set state = 'WY', status = 'DLV', program_key = null, campus_key = null, contact_on = captured_date + 35 where owner_key = ${ownerKey} and lead_key % 11 = 0`.execute(
      tx,
    ),
  );
  await database.asMigrator((tx) =>
    sql`delete from lead where owner_key = ${ownerKey} and lead_key % 13 = 0`.execute(tx),
  );
  while ((await facts.fold()) > 0);
});
afterAll(() => facts.close());

const viewer = (channel: ReportChannel = 'all'): ReportViewer => ({
  group: 'ag',
  permissions: new Set(ALL_PERMISSIONS),
  channel,
  vertical: 'all',
});
const ask = (query: object): ReportQuery =>
  reportQuerySchema.parse({
    measures: ['validLeads'],
    timeDimensions: { dimension: 'date', dateRange: ['2026-02-01', '2026-03-31'] },
    ...query,
  });
const scope = (partnerKey: number | null = null) =>
  makeScope({ userKey: null, group: partnerKey === null ? 'ag' : 'mp', ownerKeys: [ownerKey], partnerKey });
const report = (query: object, channel: ReportChannel = 'all') =>
  database.db.withScope(scope(), (tx) => runReport(tx, [ownerKey], ask(query), viewer(channel), NOW));
const statement = (query: object) =>
  database.db.withScope(scope(), async (tx) => {
    const compiled = reportSql(checkReport([ownerKey], ask(query), viewer()), { channel: 'all' }).compile(tx);
    return { sql: compiled.sql.replaceAll(/\s+/g, ' ').trim(), parameters: compiled.parameters };
  });

const MEASURES = [
  'grossLeads',
  'validLeads',
  'duplicates',
  'returned',
  'billableLeads',
  'spend',
  'mediaCost',
  'contacts',
  'applications',
  'enrollRate',
  'cps',
];
const DIMENSIONS: DimensionKey[] = [
  ...(Object.keys(ATTRIBUTE_COLUMNS) as DimensionKey[]),
  'degreeLevel',
  'subjectArea',
  'modality',
  'publisher',
];
const RANGES = [
  ['2026-02-01', '2026-03-31'],
  ['2026-01-17', '2026-04-20'],
  ['2026-02-01', '2026-04-03'],
  ['2026-01-31', '2026-03-31'],
];

const sorted = (rows: object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();
/** Days to a milestone are not stored by attribute: a report with them reads the leads. */
const bothWays = async (query: { measures: string[] }) => {
  const fast = await report({ ...query, getTotal: true });
  const raw = await report({ ...query, measures: [...query.measures, 'avgDaysToContact'], getTotal: true });
  const strip = ({ avgDaysToContact: _, ...row }: Record<string, unknown>) => row;
  return { fast: [...sorted(fast.rows), fast.total], raw: [...sorted(raw.rows.map(strip)), strip(raw.total ?? {})] };
};

describe('months by attribute equal the leads', () => {
  test.each(DIMENSIONS)('by %s', async (dimension) => {
    for (const dateRange of RANGES) {
      const query = { dimensions: [dimension], measures: MEASURES, timeDimensions: { dimension: 'date', dateRange } };
      expect((await statement(query)).sql).toContain('attribute_month');
      expect((await statement({ ...query, measures: ['avgDaysToContact'] })).sql).not.toContain('attribute_month');
      const { fast, raw } = await bothWays(query);
      expect(fast.length).toBeGreaterThan(2);
      expect(fast).toEqual(raw);
    }
  });

  test('by campus and program, a lead having its program’s campus', async () => {
    for (const dateRange of RANGES) {
      const query = {
        dimensions: ['campus', 'program'],
        measures: MEASURES,
        timeDimensions: { dimension: 'date', dateRange },
      };
      expect((await statement(query)).sql).toContain('attribute_month');
      const { fast, raw } = await bothWays(query);
      expect(fast.length).toBeGreaterThan(3);
      expect(fast).toEqual(raw);
    }
  });

  test('with matured leads, whose number is the same in each breakdown', async () => {
    const maturedOf = async (dimensions: string[], dateRange: string[]): Promise<[number, number]> => {
      const query = ask({
        dimensions,
        measures: ['enrollPercentMatured', 'validLeads'],
        timeDimensions: { dimension: 'date', dateRange },
        getTotal: true,
      });
      const { rows, total } = await database.db.withScope(scope(), (tx) =>
        runReport(tx, [ownerKey], query, viewer(), NOW),
      );
      return [rows.length, Number(total?.['enrollPercentMatured'])];
    };
    for (const dateRange of RANGES) {
      const [, whole] = await maturedOf(['campaign'], dateRange);
      expect(whole).toBeGreaterThan(0);
      for (const dimensions of [['state'], ['state', 'device'], ['program', 'campaign'], ['gradYear']]) {
        const [rows, matured] = await maturedOf(dimensions, dateRange);
        expect(rows).toBeGreaterThan(2);
        expect(matured).toBeCloseTo(whole, 6);
      }
    }
  });

  test('with campaign measures, by month, and filtered', async () => {
    const filters = [
      { member: 'state', operator: 'notEquals', values: ['TX'] },
      { member: 'campaign', operator: 'set' },
    ];
    for (const dateRange of RANGES)
      for (const granularity of [null, 'month', 'quarter']) {
        const query = {
          dimensions: ['state', 'campaign'],
          measures: MEASURES,
          filters,
          timeDimensions: { dimension: 'date', granularity, dateRange },
        };
        const { fast, raw } = await bothWays(query);
        expect(fast).toEqual(raw);
      }
    const ages = {
      dimensions: ['ageBand'],
      measures: MEASURES,
      filters: [{ member: 'ageBand', operator: 'equals', values: ['<18', '55+'] }],
    };
    const { fast, raw } = await bothWays(ages);
    expect(fast).toHaveLength(3);
    expect(fast).toEqual(raw);
  });

  test('also by the month of a milestone, which may be long after the inquiry', async () => {
    const events = async (dateRange: string[]) => {
      const query = ask({
        dimensions: ['state'],
        measures: ['enrollRate'],
        timeDimensions: { dimension: 'date', dateRange },
      });
      return database.db.withScope(scope(), async (tx) => {
        const checked = checkReport([ownerKey], query, viewer());
        const sums = async (more: ('daysToContact' | 'enrollmentEvents')[]) => {
          const { rows } = await reportSql({ ...checked, facts: ['grossLeads', ...more] }, { channel: 'all' }).execute(
            tx,
          );
          return sorted(
            rows.map(({ state, grossLeads, enrollmentEvents }) => ({
              state,
              gross: Number(grossLeads),
              events: Number(enrollmentEvents),
            })),
          );
        };
        return { fast: await sums(['enrollmentEvents']), raw: await sums(['enrollmentEvents', 'daysToContact']) };
      });
    };
    for (const dateRange of RANGES) {
      const { fast, raw } = await events(dateRange);
      expect(fast).toEqual(raw);
      expect(fast.join()).toContain('WY');
    }
  });

  test('for a partner those of its own campaigns', async () => {
    const { rows } = await database.db.withScope(scope(one.partnerKey), (tx) =>
      runReport(tx, [ownerKey], ask({ dimensions: ['state', 'campaignCode'] }), { ...viewer(), group: 'mp' }, NOW),
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(new Set(rows.map(({ campaignCode }) => campaignCode)).size).toBe(1);
  });
});

describe('the statement', () => {
  test('adds unfolded differences to whole months', async () => {
    expect(await statement({ dimensions: ['campus'], measures: ['enrollRate'] })).toEqual({
      sql: 'with stored as materialized ( select owner_key, value, sum(cohort_enrollments) as cohort_enrollments, sum(valid) as valid, sum(gross) as gross from ( select a.owner_key, a.campaign_key, a.month as day, a.value, a.cohort_enrollments, a.valid, a.gross from attribute_month a where a.owner_key = any ($1::int[]) and a.attribute = $2 and a.month between $3 and $4 union all select d.owner_key, d.campaign_key, d.month, d.attributes[array_position(app.attribute_names(), $5)], d.cohort_enrollments, d.valid, d.gross from attribute_delta d where d.owner_key = any ($6::int[]) and d.month between $7 and $8 ) r group by owner_key, value ) select ca.name as "campus", coalesce(sum(f.cohort_enrollments), 0) as "enrollments", coalesce(sum(f.valid), 0) as "validLeads" from stored f cross join lateral (select f.owner_key, f.value::int as campus_key) l left join campus ca on ca.owner_key = l.owner_key and ca.campus_key = l.campus_key where true group by ca.campus_key, ca.name having sum(f.gross) <> 0 limit $9',
      parameters: [
        [ownerKey],
        'campus',
        '2026-02-01',
        '2026-03-31',
        'campus',
        [ownerKey],
        '2026-02-01',
        '2026-03-31',
        50_001,
      ],
    });
  });

  test('adds the leads’ share of their campaign’s platform cost to costs, month by month', async () => {
    const { sql: text } = await statement({ dimensions: ['campus'], measures: ['cpl'] });
    expect(text).toContain(
      'a.valid * coalesce(rate.client_rate, 0) as lead_client_cost_share from attribute_month a left join rate on rate.campaign_key = a.campaign_key and rate.month = a.month',
    );
    expect(text).toContain('coalesce(sum(f.lead_client_cost + f.lead_client_cost_share), 0) as "clientCost"');
  });

  test('separates months and campaigns only where they are shown', async () => {
    const shown = { dimensions: ['state', 'goal'] };
    const months = { dimension: 'date', granularity: 'quarter', dateRange: ['2026-02-01', '2026-03-31'] };
    const whole = await statement({ ...shown, timeDimensions: months });
    // Stored months are read without grouping.
    expect(whole.sql).toContain(
      `select owner_key, value, campaign_key, date_trunc('month', day::timestamp)::date as day, valid, gross from (`,
    );
    expect(whole.sql).toContain('and d.month between $7 and $8 ) r )');
    const broken = await statement({
      ...shown,
      timeDimensions: { ...months, dateRange: ['2026-01-30', '2026-03-31'] },
    });
    expect(broken.sql).toContain(`as day, sum(valid) as valid, sum(gross) as gross from (`);
    expect(broken.sql).toContain(
      `) r group by owner_key, value, campaign_key, date_trunc('month', day::timestamp)::date )`,
    );
  });

  test('adds the leads of the days before and after whole months', async () => {
    const timeDimensions = { dimension: 'date', dateRange: ['2026-01-30', '2026-04-02'] };
    const { sql: text, parameters } = await statement({ dimensions: ['ageBand'], timeDimensions });
    expect(text).toBe(
      'with stored as materialized ( select owner_key, value, sum(valid) as valid, sum(gross) as gross from ( select a.owner_key, a.campaign_key, a.month as day, a.value, a.valid, a.gross from attribute_month a where a.owner_key = any ($1::int[]) and a.attribute = $2 and a.month between $3 and $4 union all select d.owner_key, d.campaign_key, d.month, d.attributes[array_position(app.attribute_names(), $5)], d.valid, d.gross from attribute_delta d where d.owner_key = any ($6::int[]) and d.month between $7 and $8 union all select f.owner_key, f.campaign_key, f.day, (app.lead_attributes(l))[array_position(app.attribute_names(), $9)], f.valid, f.gross from (select * from lead l where l.owner_key = any ($10::int[]) and (l.captured_date between $11 and $12 or l.captured_date between $13 and $14)) l cross join lateral app.inquiry_facts(l) f where f.day between $15 and $16 or f.day between $17 and $18 ) r group by owner_key, value ) select l.age_band as "ageBand", coalesce(sum(f.valid), 0) as "validLeads" from stored f cross join lateral (select f.owner_key, f.value as age_band) l where true group by l.age_band having sum(f.gross) <> 0 limit $19',
    );
    expect(parameters.slice(10, 14)).toEqual(['2026-01-30', '2026-01-31', '2026-04-01', '2026-04-02']);
  });

  test.each([
    ['two attributes', { dimensions: ['state', 'device'] }],
    [
      'an attribute and a filter on another',
      { dimensions: ['state'], filters: [{ member: 'device', operator: 'set' }] },
    ],
    ['one that no months are stored by', { dimensions: ['subSource'] }],
    ['years of graduation', { dimensions: ['gradYear'] }],
    ['a fact that no months have', { dimensions: ['state'], measures: ['avgDaysToStart'] }],
    [
      'less than a month',
      { dimensions: ['state'], timeDimensions: { dimension: 'date', dateRange: ['2026-02-02', '2026-03-30'] } },
    ],
    [
      'days',
      {
        dimensions: ['state'],
        timeDimensions: { dimension: 'date', granularity: 'day', dateRange: ['2026-02-01', '2026-02-28'] },
      },
    ],
  ])('reads the leads for %s', async (_, query) => {
    expect((await statement(query)).sql).not.toContain('attribute_month');
  });

  test('uses the attributes of the database', async () => {
    const names = await database.asMigrator(async (tx) => {
      const { rows } = await sql<{ names: string[] }>`select app.attribute_names() as names`.execute(tx);
      return rows[0]?.names;
    });
    expect(names).toEqual(Object.keys(ATTRIBUTE_COLUMNS));
  });
});
