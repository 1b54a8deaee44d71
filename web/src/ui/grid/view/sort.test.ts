import { expect, it } from 'vitest';
import { InvalidEntry } from '../edit/cell-value.ts';
import { sortBy } from './sort-by.ts';
import { sortIndexes } from './sort.ts';

const sorted = <T>(values: readonly T[], direction: 'asc' | 'desc'): T[] =>
  sortIndexes(values.length, [{ values, direction }]).map((index) => values[index] as T);

it('sorts figures, missing values last in both directions', () => {
  expect(sorted([3, null, 1, 2, undefined], 'asc')).toEqual([1, 2, 3, null, undefined]);
  expect(sorted([3, null, 1, 2, undefined], 'desc')).toEqual([3, 2, 1, null, undefined]);
  const entry = new InvalidEntry('abc', 'no');
  expect(sorted<unknown>([entry, 2, 1], 'desc')).toEqual([2, 1, entry]);
});

it('sorts texts in natural order', () => {
  expect(sorted(['Item 10', 'item 9', 'Item 1', '', 'Éclair'], 'asc')).toEqual([
    'Éclair',
    'Item 1',
    'item 9',
    'Item 10',
    '',
  ]);
});

it('is stable', () => {
  expect(sortIndexes(4, [{ values: ['a', 'A', 'b', 'a'], direction: 'asc' }])).toEqual([0, 1, 3, 2]);
  expect(sortIndexes(4, [{ values: ['a', 'A', 'b', 'a'], direction: 'desc' }])).toEqual([2, 0, 1, 3]);
});

it('sorts by the second column where the first is equal', () => {
  const keys = [
    { values: ['b', 'a', 'a', 'b'], direction: 'asc' as const },
    { values: [1, 1, 2, null], direction: 'desc' as const },
  ];
  expect(sortIndexes(4, keys)).toEqual([2, 1, 0, 3]);
});

it('cycles through ascending, descending and none', () => {
  const up = sortBy([], 'a', false);
  const down = sortBy(up, 'a', false);
  expect(up).toEqual([{ column: 'a', direction: 'asc' }]);
  expect(down).toEqual([{ column: 'a', direction: 'desc' }]);
  expect(sortBy(down, 'a', false)).toEqual([]);
});

it('adds a column with shift, keeps its place, and replaces all without', () => {
  const two = sortBy(sortBy([], 'a', false), 'b', true);
  expect(two.map(({ column }) => column)).toEqual(['a', 'b']);
  expect(sortBy(two, 'a', true)).toEqual([
    { column: 'a', direction: 'desc' },
    { column: 'b', direction: 'asc' },
  ]);
  expect(sortBy(sortBy(two, 'a', true), 'a', true)).toEqual([{ column: 'b', direction: 'asc' }]);
  expect(sortBy(two, 'c', false)).toEqual([{ column: 'c', direction: 'asc' }]);
});
