import { defineList, listFilters, type ListFilterValues } from '@paceline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeScope } from '../../db/scope/make-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeTwoOwners } from '../../testing/factories/factories.ts';
import { hasWords, is, isIn, startsWith, within, withinDaysOf } from './conditions.ts';
import { type AskedPage, listOf } from './list-of.ts';

const { anyOf, days, flag, keys, search, text } = listFilters;

/** A list with every kind of column: with nulls, ties, fractions of milliseconds and amounts that no double represents. */
const thingSearch = defineList({
  id: 'thingSearch',
  summary: 'Things of a test',
  path: '/{p}/thing/search',
  groups: ['ag'],
  permission: 'none',
  owner: { session: 'A test.' },
  params: {},
  filters: {
    kind: anyOf(['a', 'b', 'c']),
    score: keys(),
    on: days(),
    at: days(),
    isOld: flag(),
    code: text(),
    words: search(),
  },
  columns: { name: { label: 'Name', kind: 'text' } },
  sort: { by: ['key', 'name', 'score', 'at', 'amount', 'day', 'isOld'], first: '-at' },
  key: 'thingKey',
  row: z.object({ thingKey: z.int(), name: z.string() }),
  total: { upTo: 100 },
  pageRows: 7,
});

const SOURCE = {
  from: sql`thing t`,
  owner: 't.owner_key',
  key: 't.thing_key',
  columns: {
    key: 't.thing_key',
    name: 't.name',
    score: { column: 't.score', nullable: true },
    at: { column: 't.at', nullable: true },
    amount: { column: 't.amount', nullable: true },
    day: { column: 't.day', nullable: true },
    isOld: 't.is_old',
  },
  filters: {
    kind: isIn('t.kind'),
    score: isIn('t.score'),
    on: within('t.day'),
    at: withinDaysOf('t.at', sql`'America/Chicago'`),
    isOld: is('t.is_old'),
    code: startsWith(sql`lower(t.name)`),
    words: hasWords('t.name', 't.kind'),
  },
  select: { thingKey: 't.thing_key', name: 't.name' },
} as const;
const things = listOf(thingSearch, SOURCE);

const database = useDatabase();
let mine: number;
let foreign: number;
const scopeOf = (...ownerKeys: number[]) => makeScope({ userKey: null, group: 'ag', ownerKeys, partnerKey: null });

type Asking = Partial<Omit<AskedPage<typeof thingSearch>, 'filters'>> & {
  filters?: Partial<ListFilterValues<typeof thingSearch>>;
};
const askFor = ({ filters = {}, ...asking }: Asking): AskedPage<typeof thingSearch> => ({
  scope: scopeOf(mine),
  params: {},
  sort: 'key',
  now: new Date(),
  isStart: true,
  limit: 7,
  ...asking,
  filters,
});
const page = (asking: Asking = {}) => {
  const question = askFor(asking);
  return database.db.withScope(question.scope, (tx) => things.page(tx, question));
};
const namesOf = async (filters: Asking['filters'] = {}): Promise<string[]> =>
  (await page({ filters, limit: 500 })).rows.map(({ name }) => name);

/** Reads all pages. */
const walk = async (asking: Asking): Promise<number[]> => {
  const thingKeys: number[] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await page({ ...asking, after });
    expect(rows.length).toBeGreaterThan(0);
    thingKeys.push(...rows.map(({ thingKey }) => thingKey));
    after = next ?? undefined;
  } while (after !== undefined);
  return thingKeys;
};

beforeAll(async () => {
  const owners = await database.asMigrator(makeTwoOwners);
  [mine, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
  await database.asMigrator(async (tx) => {
    await sql`
      create table thing (
        owner_key int not null references owner, thing_key int generated always as identity primary key, name text not null,
        kind text not null, score int, at timestamptz, amount numeric(30, 10), day date, is_old boolean not null)
    `.execute(tx);
    await sql`call app.protect('thing')`.execute(tx);
    await sql`grant select on thing to paceline_app`.execute(tx);
    // Every third score and every fourth time is missing; all rows share five names.
    await sql`
      insert into thing (owner_key, name, kind, score, at, amount, day, is_old)
      select case when n % 5 = 4 then ${foreign}::int else ${mine}::int end, (array['Ann', 'ann', 'Béa', 'Carl 100%', 'O_x'])[1 + n / 5 % 5],
             (array['a', 'b', 'c'])[1 + n % 3], case when n % 3 > 0 then n * 11 % 13 end,
             case when n % 4 > 0 then timestamptz '2026-03-01 05:59:59Z' + (n * 37 % 50) * interval '0.000001 s' + (n % 7) * interval '1 day' end,
             case when n % 6 > 0 then 0.1234567891 * (n * 17 % 9) end, case when n % 7 > 0 then date '2026-03-01' + n % 10 end, n % 2 = 0
      from generate_series(1, 180) n
    `.execute(tx);
  });
});

describe('the order', () => {
  const COLUMN = {
    key: 'thing_key',
    name: 'name',
    score: 'score',
    at: 'at',
    amount: 'amount',
    day: 'day',
    isOld: 'is_old',
  } as const;

  test('pages together equal one sorted statement, in every order and page size', async () => {
    const sorts = thingSearch.list.sortBy.flatMap((by) => [by, `-${by}`]);
    for (const sort of sorts) {
      const column = COLUMN[sort.replace('-', '') as keyof typeof COLUMN];
      const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
      const { rows } = await database.asMigrator((tx) =>
        sql<{ key: number }>`
          select thing_key as key from thing where owner_key = ${mine}
          order by ${sql.ref(column)} ${direction} nulls last, thing_key ${direction}
        `.execute(tx),
      );
      const expected = rows.map(({ key }) => key);
      expect(expected).toHaveLength(144);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 150 }), async (limit) => {
          expect(await walk({ sort, limit })).toEqual(expected);
        }),
        { numRuns: 4, seed: 11 },
      );
      // By page number, as older callers do.
      const third = await page({ sort, page: 3, limit: 10 });
      expect(third.rows.map(({ thingKey }) => thingKey)).toEqual(expected.slice(20, 30));
    }
  });

  test('a row deleted or added meanwhile neither repeats nor hides another', async () => {
    const first = await page({ sort: 'name', limit: 20 });
    const gone = first.rows.at(-1)!.thingKey;
    await database.asMigrator((tx) =>
      sql`update thing set owner_key = ${foreign} where thing_key = ${gone}`.execute(tx),
    );
    const rest = await walk({ sort: 'name', limit: 50, after: undefined });
    const second = await page({ sort: 'name', limit: 20, after: first.next! });
    expect(second.rows.map(({ thingKey }) => thingKey)).toEqual(rest.slice(19, 39));
    await database.asMigrator((tx) => sql`update thing set owner_key = ${mine} where thing_key = ${gone}`.execute(tx));
  });
});

describe('the cursor', () => {
  const cursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['no cursor at all', 'xxx'],
    ['of another order', cursor(['-key', '5', '5'])],
    ['not three parts', cursor(['key', '5'])],
    ['of another type', cursor(['key', 5, 5])],
    ['a key that is none', cursor(['key', null, 'drop table'])],
    ['with a NUL', cursor(['key', null, '5\0'])],
  ])('%s is refused', async (_, after) => {
    await expect(page({ after })).rejects.toMatchObject({ code: 'ILLEGAL_ARGUMENTS', errors: [{ field: 'after' }] });
  });

  test('with a value that does not fit its column is refused', async () => {
    for (const [sort, at] of [
      ['score', 'many'],
      ['-at', '2026-13-45'],
      ['amount', '1,5'],
    ] as const) {
      const after = cursor([sort, at, '5']);
      await expect(page({ sort, after })).rejects.toMatchObject({ code: 'ILLEGAL_ARGUMENTS' });
    }
  });

  test('a page number lies within the counted rows', async () => {
    await expect(page({ page: 16, limit: 7 })).rejects.toMatchObject({ errors: [{ field: 'page' }] });
  });
});

describe('the total', () => {
  test('is exact up to the limit, and "more than" beyond it', async () => {
    expect(await page()).toMatchObject({ total: 100, isMore: true });
    expect(await page({ filters: { kind: ['a'] } })).toMatchObject({ total: 48, isMore: false });
    expect(await page({ filters: { kind: ['a'] }, limit: 48 })).toMatchObject({ total: 48, isMore: false, next: null });
  });

  test('is not counted again on later pages', async () => {
    const { next } = await page();
    expect(await page({ after: next! })).toMatchObject({ total: null, isMore: false });
  });
});

describe('the filters', () => {
  test('match exactly', async () => {
    expect(new Set(await namesOf({ words: '100%' }))).toEqual(new Set(['Carl 100%']));
    expect(new Set(await namesOf({ words: 'ANN' }))).toEqual(new Set(['Ann', 'ann']));
    expect(await namesOf({ words: 'ann nothing' })).toEqual([]);
    expect(new Set(await namesOf({ code: 'o_' }))).toEqual(new Set(['O_x']));
    expect(await namesOf({ code: 'x' })).toEqual([]);
    expect(await namesOf({ words: ' ', code: '' })).toHaveLength(144);
    expect((await namesOf({ isOld: false })).length).toBe(72);
    expect((await namesOf({ score: [1, 2] })).length).toBeGreaterThan(5);
  });

  test('by days include both ends; by time start in their zone', async () => {
    const count = async (filters: Asking['filters']) => (await namesOf(filters)).length;
    const perDay = await database.asMigrator((tx) =>
      sql<{ day: string; n: number }>`
        select day::text as day, count(*)::int as n from thing where owner_key = ${mine} and day is not null group by 1 order by 1
      `.execute(tx),
    );
    const [first, second] = perDay.rows;
    expect(await count({ on: { from: first!.day, to: second!.day } })).toBe(first!.n + second!.n);
    expect(await count({ on: { to: first!.day } })).toBe(first!.n);
    // 2026-03-01 05:59:59Z is still the last of February in Chicago.
    const february = await database.asMigrator((tx) =>
      sql<{
        n: number;
      }>`select count(*)::int as n from thing where owner_key = ${mine} and at < '2026-03-01 06:00Z'`.execute(tx),
    );
    expect(await count({ at: { to: '2026-02-28' } })).toBe(february.rows[0]?.n);
    expect(february.rows[0]?.n).toBeGreaterThan(5);
  });
});

describe('the owner filter', () => {
  test('is in the statement itself: it holds without row-level security', async () => {
    const question = askFor({ limit: 500 });
    const { rows } = await database.asMigrator((tx) => things.page(tx, question));
    expect(rows).toHaveLength(144);
    const both = { ...question, scope: scopeOf(mine, foreign) };
    expect((await database.asMigrator((tx) => things.page(tx, both))).rows).toHaveLength(180);
    const nobody = { ...question, scope: scopeOf() };
    expect((await database.asMigrator((tx) => things.page(tx, nobody))).rows).toHaveLength(0);
  });
});

describe('reading all rows', () => {
  const read = (question: AskedPage<typeof thingSearch>, chosen?: number[]) =>
    database.db.withScope(question.scope, async (tx) => {
      const thingKeys: number[] = [];
      for await (const { thingKey } of things.all(tx, question, { keys: chosen })) thingKeys.push(thingKey);
      return thingKeys;
    });

  test('gives the same rows in the same order, or the selected ones', async () => {
    const all = await read(askFor({ sort: '-score' }));
    expect(all).toEqual(await walk({ sort: '-score', limit: 11 }));
    const chosen = [all[90]!, all[3]!, all[40]!];
    expect(await read(askFor({ sort: '-score' }), chosen)).toEqual([all[3], all[40], all[90]]);
  });
});

describe('computed rows', () => {
  /** Keeps only every fifth key, so that more rows are read than shown. */
  const fifths = listOf(thingSearch, {
    ...SOURCE,
    join: { tables: sql`join owner o on o.owner_key = ${sql.ref('page.ownerKey')}`, select: { ownerName: 'o.name' } },
    select: { ...SOURCE.select, ownerKey: 't.owner_key' },
    complete: (_tx, rows: readonly { thingKey: number; name: string; ownerName: string }[]) =>
      Promise.resolve(rows.map((row) => (row.thingKey % 5 === 0 ? { ...row, name: row.ownerName } : null))),
  });

  test('fill a page over gaps, and are counted only if the list is complete', async () => {
    const question = askFor({ limit: 7, sort: '-name' });
    const pages = await database.db.withScope(question.scope, async (tx) => {
      const first = await fifths.page(tx, question);
      return [first, await fifths.page(tx, { ...question, after: first.next! })] as const;
    });
    expect(pages[0]).toMatchObject({ total: null, isMore: false });
    const keysOf = pages.flatMap(({ rows }) => rows.map(({ thingKey }) => thingKey));
    const expected = (await walk({ sort: '-name', limit: 50 })).filter((key) => key % 5 === 0);
    expect(keysOf).toEqual(expected.slice(0, 14));
    expect(pages[0].rows[0]?.name).toMatch(/^Owner/);
    const whole = { ...question, limit: 400 };
    const all = await database.db.withScope(question.scope, (tx) => fifths.page(tx, whole));
    expect(all).toMatchObject({ total: expected.length, next: null });
  });
});
