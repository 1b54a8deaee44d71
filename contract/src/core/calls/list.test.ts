import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineList } from './list.ts';
import { anyOf, days, exactText, flag, keys, oneOf, required, search, text } from './list-filters.ts';

const row = z.object({ thingKey: z.int(), name: z.string(), price: z.number() });
const things = defineList({
  id: 'thingSearch',
  summary: 'Things',
  path: '/{p}/thing/search',
  groups: ['ag', 'mp'],
  permission: 'campaigns:View',
  owner: { session: 'A test.' },
  filters: {
    words: search({ address: 'q' }),
    code: text(),
    id: exactText(),
    kind: oneOf(['a', 'b']),
    kinds: anyOf(['a', 'b']),
    client: keys(),
    isOld: flag(),
    created: required(days()),
  },
  columns: { name: { label: 'Name', kind: 'text' } },
  sort: { by: ['name', 'price'], first: '-price' },
  key: 'thingKey',
  row,
  rowFor: { mp: row.omit({ price: true }) },
  total: { upTo: 500 },
  export: { id: 'thingExport', path: '/{p}/thing/export' },
});
const created = { from: '2026-03-01' };

describe('the query of a list', () => {
  test('missing parameters take the list’s defaults', () => {
    expect(things.body.parse({ created })).toEqual({ created, sort: '-price', limit: 100 });
  });

  test('null means no filter, as older callers send it', () => {
    expect(things.body.parse({ created, kind: null, client: null, code: null })).toMatchObject({ kind: null });
  });

  test.each([
    [{}],
    [{ created, kind: 'c' }],
    [{ created, kinds: [] }],
    [{ created, client: [0] }],
    [{ created, client: '3' }],
    [{ created: { from: '2026-02-30' } }],
    [{ created, id: ' ' }],
    [{ created, sort: 'thingKey' }],
    [{ created, sort: 'name desc' }],
    [{ created, limit: 501 }],
    [{ created, page: 0 }],
    [{ created, after: 'x'.repeat(2_001) }],
    [{ created, colour: 'red' }],
  ])('%j is refused', (body) => {
    expect(things.body.safeParse(body).success).toBe(false);
  });
});

test('the response is a page with the fields that the group may see', () => {
  const page = { rows: [{ thingKey: 1, name: 'A', price: 2 }], total: 500, isMore: true, next: 'x' };
  expect(things.response.parse(page)).toEqual(page);
  expect(things.responseFor.mp?.parse(page)).toEqual({ ...page, rows: [{ thingKey: 1, name: 'A' }] });
});

test('the file call takes the same query, or keys, and needs the same right', () => {
  expect(things.export).toMatchObject({
    id: 'thingExport',
    kind: 'download',
    permission: 'campaigns:View',
    groups: ['ag', 'mp'],
  });
  expect(things.export?.body.parse({ created, keys: [3] })).toEqual({ created, sort: '-price', keys: [3] });
  expect(things.export?.body.safeParse({ created, limit: 5 }).success).toBe(false);
});

test.each([
  ['words', 'a b'],
  ['kind', 'a'],
  ['kinds', ['a', 'b']],
  ['client', [3, 7]],
  ['isOld', false],
  ['created', { from: '2026-03-01', to: '2026-03-09' }],
  ['created', { to: '2026-03-09' }],
] as const)('the address round-trips %s', (name, value) => {
  const { read, write, schema } = things.list.filters[name];
  expect(schema.parse(read(write(value)))).toEqual(value);
});

test.each([
  ['kind', 'c'],
  ['client', '3,x'],
  ['isOld', 'perhaps'],
  ['created', 'yesterday'],
] as const)('an address with %s=%s is ignored', (name, typed) => {
  const { read, schema } = things.list.filters[name];
  const parsed = schema.safeParse(read(typed));
  expect(parsed.success && parsed.data !== undefined).toBe(false);
});
