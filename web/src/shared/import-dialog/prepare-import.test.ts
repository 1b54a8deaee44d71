import type { BulkImport } from '@paceline/contract';
import { expect, it } from 'vitest';
import { prepareFilters, prepareOutcome, prepareState, prepareVerdict } from './prepare-import.ts';

const counts = (over: Partial<BulkImport['counts']> = {}) => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  error: 0,
  total: 0,
  ...over,
});
const applied = (rows: number, failed: number): BulkImport['applied'] => ({
  at: '2026-03-10T15:00:00Z',
  by: 'Avery Stone',
  mode: 'goodRows',
  rows,
  failed,
});

it('offers the kinds of rows in the file', () => {
  const filters = prepareFilters(counts({ changed: 4999, error: 1, total: 5000 }));
  expect(filters.map(({ label, count }) => [label, count])).toEqual([
    ['All', 5000],
    ['Errors', 1],
    ['Changed', 4999],
  ]);
});

it.each([
  [counts({ changed: 4999, error: 1 }), true, '4,999 rows can be imported, 1 row cannot.'],
  [counts({ new: 1 }), true, '1 row can be imported.'],
  [counts({ error: 2 }), false, 'Nothing can be imported: 2 rows with errors.'],
  [counts({ unchanged: 3 }), false, 'No changes in this file.'],
])('%j is described in one sentence', (rowCounts, canApply, sentence) => {
  expect(prepareVerdict({ counts: rowCounts, canApply })).toBe(sentence);
});

it('describes a file’s result', () => {
  expect(prepareOutcome({ applied: applied(2, 0) })).toBe('2 rows imported.');
  expect(prepareOutcome({ applied: applied(1, 3) })).toBe('1 row imported, 3 rows not.');
  expect(prepareOutcome({ applied: applied(0, 0) })).toBe('No changes were needed.');
  expect(prepareState({ state: 'UNDONE', applied: applied(2, 0) })).toBe('Undone');
  expect(prepareState({ state: 'APPLIED', applied: applied(2, 0) })).toBe('2 rows imported');
});
