import { expect, it } from 'vitest';
import { nextRow, prepareOwners } from './prepare-owners.ts';

const owners = ['Oakhaven State', 'brightwater University', 'Cascadia Online'].map((name, ownerKey) => ({
  ownerKey,
  name,
}));
const names = (search: string) => prepareOwners(owners, search).map(({ name }) => name);

it('orders by name, whatever the case', () => {
  expect(names('')).toEqual(['brightwater University', 'Cascadia Online', 'Oakhaven State']);
});

it.each([
  ['STATE', ['Oakhaven State']],
  ['line casc', ['Cascadia Online']],
  ['  ', ['brightwater University', 'Cascadia Online', 'Oakhaven State']],
  ['zzz', []],
])('finds by every word: %s', (search, found) => {
  expect(names(search)).toEqual(found);
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
