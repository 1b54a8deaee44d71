import { expect, it } from 'vitest';
import { nextRow, prepareOwners } from './prepare-owners.ts';

const owners = ['Oakhaven State', 'brightwater University', 'Cascadia Online'].map((name, ownerKey) => ({
  ownerKey,
  name,
  variant: null,
}));
const NONE = { recent: [], favourite: [] };
const groups = (search: string, marks: { recent: number[]; favourite: number[] } = NONE) =>
  prepareOwners(owners, search, marks).map(({ title, owners: rows }) => [title, ...rows.map(({ name }) => name)]);

it('orders by name, ignoring case', () => {
  expect(groups('')).toEqual([['All', 'brightwater University', 'Cascadia Online', 'Oakhaven State']]);
});

it.each([
  ['STATE', [['Found', 'Oakhaven State']]],
  ['line casc', [['Found', 'Cascadia Online']]],
  ['zzz', []],
])('searches every word: %s', (search, expected) => {
  expect(groups(search)).toEqual(expected);
});

it('ranks names starting with the text first, then those with such a word', () => {
  const named = ['Art Charter', 'East Hartwell', 'Charter House', 'Hartwell'].map((name, ownerKey) => ({
    ownerKey,
    name,
    variant: null,
  }));
  const names = prepareOwners(named, ' hart', NONE).flatMap(({ owners: rows }) => rows.map(({ name }) => name));
  expect(names).toEqual(['Hartwell', 'East Hartwell', 'Art Charter', 'Charter House']);
});

it('puts favourites first, then recent ones in order, without duplicates', () => {
  expect(groups('', { recent: [2, 1, 0], favourite: [1] })).toEqual([
    ['Favorites', 'brightwater University'],
    ['Recent', 'Cascadia Online', 'Oakhaven State'],
  ]);
  expect(groups('', { recent: [9], favourite: [2] })).toEqual([
    ['Favorites', 'Cascadia Online'],
    ['Others', 'brightwater University', 'Oakhaven State'],
  ]);
});

it.each([
  ['ArrowDown', -1, 3, 0],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', -1, 3, 2],
  ['ArrowDown', 0, 0, null],
  ['a', 0, 3, null],
])('%s on row %i of %i goes to %s', (key, row, count, next) => {
  expect(nextRow(key, row, count)).toBe(next);
});
