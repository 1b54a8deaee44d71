import { describe, expect, it } from 'vitest';
import { readFilter } from './filter.ts';
import { formatCell } from '../edit/kinds.ts';
import type { GridColumn, GridFilter, GridKind } from '../types.ts';

const column = (kind: GridKind): GridColumn<null> => ({ key: 'k', label: 'K', kind });

const remaining = (kind: GridKind, filter: GridFilter, values: readonly unknown[]): unknown[] => {
  const test = readFilter(column(kind), filter);
  if (test === null || test === 'unreadable') throw new Error(`No filter: ${String(test)}`);
  return values.filter((value) => test(value, formatCell(column(kind), value, null)));
};

describe('numbers', () => {
  const values = [null, -5, 0, 9.999, 10, 10.004, 15, 20, 1000];
  it.each<[string, unknown[]]>([
    ['>15', [20, 1000]],
    ['>= 15', [15, 20, 1000]],
    ['<0', [-5]],
    ['<=0', [-5, 0]],
    ['10', [9.999, 10, 10.004]],
    ['=10', [9.999, 10, 10.004]],
    ['!=10', [-5, 0, 15, 20, 1000]],
    ['10..20', [9.999, 10, 10.004, 15, 20]],
    ['-5..0', [-5, 0]],
    ['$1,000', [1000]],
    ['empty', [null]],
    ['not empty', [-5, 0, 9.999, 10, 10.004, 15, 20, 1000]],
  ])('%s', (typed, left) => {
    expect(remaining('dollar', typed, values)).toEqual(left);
  });

  it('accepts percent as displayed', () => {
    expect(remaining('percent', '>12.5', [0.1249, 0.125, 0.126, 0.5])).toEqual([0.126, 0.5]);
    expect(remaining('percent', '12.5', [0.1249, 0.125, 0.126])).toEqual([0.1249, 0.125]);
  });

  it.each(['>', 'abc', '10..', '>>5', '..'])('does not filter by %s, which is incomplete', (typed) => {
    expect(readFilter(column('count'), typed)).toBe('unreadable');
  });
});

it.each<[string, string[]]>([
  ['2026-03', ['2026-03-01', '2026-03-31']],
  ['>2026-03', ['2026-04-01', '2027-01-01']],
  ['<=2026-03', ['2025-12-31', '2026-03-01', '2026-03-31']],
  ['2026-03-02..2026-04', ['2026-03-31', '2026-04-01']],
  ['2027', ['2027-01-01']],
])('days: %s', (typed, left) => {
  expect(
    remaining('date', typed, ['2025-12-31', '2026-03-01', '2026-03-31', '2026-04-01', '2027-01-01', null]),
  ).toEqual(left);
});

it.each<[GridFilter, unknown[]]>([
  ['search', ['Paid search', 'Search']],
  ['=search', ['Search']],
  ['!search', ['Email', null]],
  ['empty', [null]],
  [
    ['Email', 'Search'],
    ['Search', 'Email'],
  ],
])('texts: %j', (filter, left) => {
  expect(remaining('text', filter, ['Paid search', 'Search', 'Email', null])).toEqual(left);
});

it.each<GridFilter | undefined>([undefined, '', '  ', []])('is off for an empty filter: %j', (filter) => {
  expect(readFilter(column('text'), filter)).toBeNull();
});
