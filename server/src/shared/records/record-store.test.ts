import { customChannelRecord } from '@paceline/contract';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { blankable, insertFields, recordStore, selectFields, setFields } from './record-store.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const store = recordStore(customChannelRecord, {
  alias: 'x',
  places: {
    channel: 'channel_code',
    colour: { ...blankable('colour', 'x'), write: (value) => value ?? 'none' },
  },
});
const printed = (statement: ReturnType<typeof selectFields>) => {
  const { sql: words, parameters } = statement.compile(db);
  return [words, parameters];
};

test('SELECT, INSERT and UPDATE use the fields and columns of a record’s declaration', () => {
  expect(printed(selectFields(store))).toEqual([
    `"x"."name" as "name", "x"."channel_code" as "channel", coalesce("x"."colour", '') as "colour", "x"."active" as "active"`,
    [],
  ]);
  expect(printed(selectFields(store, 'active'))[0]).toBe('"x"."active" as "active"');
  const values = { name: 'Brand', channel: 'ppc', colour: null, rowVersion: 3 };
  expect(printed(insertFields(store, values, { owner_key: 7 }))).toEqual([
    '("owner_key", "name", "channel_code", "colour") values ($1, $2, $3, $4)',
    [7, 'Brand', 'ppc', 'none'],
  ]);
  expect(printed(setFields(store, values))).toEqual([
    '"name" = $1, "channel_code" = $2, "colour" = $3',
    ['Brand', 'ppc', 'none'],
  ]);
});
