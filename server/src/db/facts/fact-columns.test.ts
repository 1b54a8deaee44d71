import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign } from '../../testing/factories/factories.ts';
import { type Facts, openFacts } from './facts.ts';

/** The statements that fold rollups list every counter: this finds one that omits a counter of a table or confuses two. */
const database = useDatabase();
let facts: Facts;
let fixture: Awaited<ReturnType<typeof makeCampaign>>;

const DAY = '2026-03-10';
const KEYS = ['owner_key', 'day', 'month', 'campaign_key', 'attribute', 'value', 'attributes', 'delta_key'];

const run = <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  database.asMigrator(async (tx) => (await query.execute(tx)).rows);

/** The counters of a row, as numbers. */
const countersOf = (row: Record<string, unknown>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (KEYS.includes(name) ? [] : [[name, Number(value)]])),
  );

const rowsOf = async (table: string): Promise<Record<string, number>[]> => {
  const rows = await run(
    sql<Record<string, unknown>>`select * from ${sql.table(table)} where campaign_key = ${fixture.campaignKey}`,
  );
  return rows.map(countersOf);
};

const columnsOf = async (table: string): Promise<string[]> => {
  const rows = await run(sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`);
  return rows.map(({ name }) => name).filter((name) => !KEYS.includes(name));
};

/** Gives every counter a distinct number. */
const numbered = (columns: readonly string[], times: number): Record<string, number> =>
  Object.fromEntries(columns.map((name, index) => [name, (index + 1) * times]));
const only = (numbers: Record<string, number>, columns: readonly string[]): Record<string, number> =>
  Object.fromEntries(columns.map((name) => [name, numbers[name] ?? Number.NaN]));

beforeAll(async () => {
  facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-02-15'), new Date('2026-04-15'));
  fixture = await database.asMigrator((tx) => makeCampaign(tx));
});
afterAll(() => facts.close());

test('every counter is folded, recounted and corrected', async () => {
  const columns = await columnsOf('campaign_day');
  const ofAttributes = await columnsOf('attribute_month');
  const names = await run(sql<{ names: string[] }>`select app.attribute_names() as names`);
  const attributes = names[0]!.names;
  const fact = JSON.stringify({
    owner_key: fixture.ownerKey,
    day: DAY,
    campaign_key: fixture.campaignKey,
    ...numbered(columns, 1),
  });
  const note = (sign: number) =>
    run(sql`
      insert into fact_delta (sign, fact, attributes)
      values (${sign}, jsonb_populate_record(null::campaign_day, ${fact}::jsonb), ${attributes.map((name) => `a ${name}`)}::text[])`);

  for (const sign of [1, 1, 1, -1]) {
    await note(sign);
    await facts.fold();
    await facts.foldAttributes();
  }
  const doubled = numbered(columns, 2);
  expect(await rowsOf('campaign_day')).toEqual([doubled]);
  expect(await rowsOf('campaign_month_fact')).toEqual([doubled]);
  expect(await rowsOf('attribute_month')).toEqual(attributes.map(() => only(doubled, ofAttributes)));

  // None of it is in any raw row, so all of it is reported, with its name and number.
  const differences = await facts.differences();
  expect(
    countersOf(
      Object.fromEntries(
        differences.filter(({ counter }) => !counter.includes(' ')).map(({ counter, rolled }) => [counter, rolled]),
      ),
    ),
  ).toEqual(doubled);
  expect(differences).toHaveLength(columns.length + attributes.length * ofAttributes.length);
  expect(differences.every(({ recounted }) => Number(recounted) === 0)).toBe(true);

  // Waiting differences count toward a rollup, whether folded partly, completely or not at all.
  await note(1);
  await facts.fold();
  await note(1);
  await facts.rebuild();
  expect(await rowsOf('campaign_day')).toEqual([numbered(columns, -1)]);
  expect(await rowsOf('attribute_month')).toEqual(attributes.map(() => only(numbered(columns, -2), ofAttributes)));
  await facts.fold();
  await facts.foldAttributes();
  expect(await rowsOf('campaign_day')).toEqual([numbered(columns, 0)]);
  expect(await rowsOf('campaign_month_fact')).toEqual([numbered(columns, 0)]);
  expect(await rowsOf('attribute_month')).toEqual(attributes.map(() => only(numbered(columns, 0), ofAttributes)));
});
