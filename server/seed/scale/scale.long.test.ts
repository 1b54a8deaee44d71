import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { withBulk } from '../../src/db/connection/bulk.ts';
import { openFacts } from '../../src/db/facts/facts.ts';
import { useDatabase } from '../../src/testing/database.ts';
import { makeRandom } from '../random.ts';
import { openKeys } from '../write/keys.ts';
import { makeSheets } from '../write/money/sheets.ts';
import { writeScale } from './load-scale.ts';
import { dealOut, SCALE, type ScaleSize } from './scale-size.ts';
import { buildScaleWorld } from './scale-world.ts';

/** Like the real one, a thousand times smaller: more owners than the demo has, one of them larger than the rest. */
const SIZE: ScaleSize = {
  leads: [6000, 900, 800, 700, 600, 500, 800],
  campaigns: 90,
  adGroups: 1,
  keywordsPerAdGroup: 2,
};
const NOW = new Date('2026-11-15T18:00:00Z');

const database = useDatabase();
const other = useDatabase();

const read = async <T>(of: typeof database, query: string): Promise<T[]> =>
  of.asMigrator(async (tx) => (await sql<T>`${sql.raw(query)}`.execute(tx)).rows);

/** Indexes of everything except the months that a load adds. */
const SHAPE = `
  select pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and not t.relispartition
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conparentid = 0 and convalidated
  union all select relname || ' is forced' from pg_class where relforcerowsecurity and not relispartition
  union all select tgrelid::regclass || ' fires ' || tgname from pg_trigger where tgenabled = 'O' and not tgisinternal and tgparentid = 0
  order by 1`;
let shapeBefore: unknown[];

const load = (of: typeof database): Promise<void> =>
  withBulk(of.ownerUrl, (bulk) => writeScale(bulk, SIZE, NOW, () => undefined));

beforeAll(async () => {
  shapeBefore = await read(database, SHAPE);
  await load(database);
});

describe('the scenario for benchmarks', () => {
  test('has ten million inquiries of twenty owners', () => {
    expect(SCALE.leads).toHaveLength(20);
    expect(SCALE.leads.reduce((a, b) => a + b)).toBe(10_000_000);
  });

  test('gives every campaign of an owner a unique name', async () => {
    const world = await database.asMigrator(async (tx) =>
      buildScaleWorld({ now: NOW, keys: await openKeys(tx), sheets: makeSheets(), random: makeRandom('scale') }, SCALE),
    );
    const names = world.campaigns.map(({ owner, name }) => `${owner.key} ${name}`);
    expect(new Set(names).size).toBe(SCALE.campaigns);
  });

  test('has the requested owners, campaigns and about the requested inquiries', async () => {
    const rows = await read<{ leads: number; campaigns: number; months: number }>(
      database,
      `select count(*) as leads, count(distinct campaign_key) as campaigns, count(distinct date_trunc('month', captured_date)) as months
       from lead where status <> 'TST' group by owner_key order by owner_key`,
    );
    expect(rows.map(({ months }) => months)).toEqual(SIZE.leads.map(() => 25));
    expect(rows[0]!.leads / SIZE.leads[0]!).toBeCloseTo(1, 1);
    expect(await read(database, 'select count(*) as n from campaign')).toEqual([{ n: SIZE.campaigns }]);
    const [rest] = await read<{ days: number; keywords: number; future: number }>(
      database,
      `select (select count(*) from platform_day) as days, (select count(*) from platform_keyword_day) as keywords,
              (select count(*) from lead where created_at > '${NOW.toISOString()}') as future`,
    );
    expect(rest!.days).toBeGreaterThan(5000);
    expect(rest!.keywords).toBeGreaterThan(5000);
    expect(rest!.future).toBe(0);
  });

  test('has rollups equal to a recount', async () => {
    const facts = openFacts(database.ownerUrl);
    expect(await facts.differences()).toEqual([]);
    await facts.close();
    const [{ gross } = { gross: 0 }] = await read<{ gross: number }>(
      database,
      'select sum(gross)::int as gross from campaign_day',
    );
    expect(gross).toBeGreaterThan(8000);
  });

  test('leaves indexes, foreign keys, policies and triggers unchanged', async () => {
    expect(await read(database, SHAPE)).toEqual(shapeBefore);
    const [{ missing } = { missing: -1 }] = await read<{ missing: number }>(
      database,
      `select count(*) as missing from pg_class p join pg_inherits h on h.inhrelid = p.oid
       where h.inhparent = 'lead'::regclass and (select count(*) from pg_index i where i.indrelid = p.oid)
         <> (select count(*) from pg_index i where i.indrelid = 'lead'::regclass)`,
    );
    expect(missing).toBe(0);
  });

  test('is the same for the same seed and date', async () => {
    await load(other);
    for (const table of ['lead', 'platform_day', 'platform_keyword_day', 'campaign', 'campaign_day', 'goal_month']) {
      const query = `select count(*) || ' ' || sum(hashtextextended(to_jsonb(t)::text, 0)::numeric) as sum from ${table} t`;
      expect([table, await read(other, query)]).toEqual([table, await read(database, query)]);
    }
  });
});

test('distributes whole numbers that sum to their total', () => {
  expect(dealOut(10, [1, 1, 1])).toEqual([3, 4, 3]);
  expect(dealOut(7, [0, 3, 0, 4])).toEqual([0, 3, 0, 4]);
  expect(dealOut(3000, SCALE.leads).reduce((a, b) => a + b)).toBe(3000);
});
