import { expect, it } from 'vitest';
import type { Edits } from '../../../ui/grid/types.ts';
import {
  formerCells,
  mergeRows,
  patchRows,
  rowsByKey,
  rowsToSend,
  savedPatches,
  settledCells,
  typedRow,
} from './sheet-rows.ts';

interface Row {
  key: number;
  rowVersion: number | null;
  [column: string]: unknown;
}
const keyOf = ({ key }: Row) => key;
const rows: Row[] = [
  { key: 1, rowVersion: 5, cap: 10 },
  { key: 2, rowVersion: 7, cap: 20 },
  { key: 3, rowVersion: null, cap: null },
];
const byKey = rowsByKey(rows, keyOf);
const edits: Edits = new Map([
  [1, new Map([['cap', 11]])],
  [3, new Map([['cap', 0]])],
]);

it('sends each row with the version it was loaded with, 0 for a new row', () => {
  expect(rowsToSend(edits, byKey)).toEqual([
    { rowKey: 1, rowVersion: 5, changes: { cap: 11 } },
    { rowKey: 3, rowVersion: 0, changes: { cap: 0 } },
  ]);
});

it('takes reloaded rows, except edited ones that somebody else changed', () => {
  const fresh: Row[] = [
    { key: 1, rowVersion: 6, cap: 15 },
    { key: 2, rowVersion: 8, cap: 25 },
    { key: 3, rowVersion: null, cap: null, name: 'new name' },
  ];
  const merged = mergeRows(byKey, fresh, keyOf, edits);
  expect(merged[0]).toBe(rows[0]);
  expect(merged[1]).toBe(fresh[1]);
  expect(merged[2]).toBe(fresh[2]);
  expect(mergeRows(byKey, fresh, keyOf, new Map())).toBe(fresh);
});

it('has the new values and versions after a save, and keeps later edits', () => {
  const sent = rowsToSend(edits, byKey);
  const after = patchRows(rows, savedPatches(sent, new Map([[1, 6]])), keyOf, typedRow);
  expect(after[0]).toEqual({ key: 1, rowVersion: 6, cap: 11 });
  expect(after[1]).toBe(rows[1]);
  // No real difference: the version stays.
  expect(after[2]).toEqual({ key: 3, rowVersion: 0, cap: 0 });
  const typedSince: Edits = new Map([...edits, [3, new Map([['cap', 9]])]]);
  expect(settledCells(sent, typedSince)).toEqual([{ rowKey: 1, columnKey: 'cap' }]);
  expect(formerCells(sent, byKey)).toEqual([
    { rowKey: 1, columnKey: 'cap', value: 10 },
    { rowKey: 3, columnKey: 'cap', value: null },
  ]);
});
