import { expect, it } from 'vitest';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { Edits } from '../../../ui/grid/types.ts';
import { storeEdits, storedChanges, storedPatches, readStored } from './prepare-draft.ts';

const rows = new Map([
  [1, { rowVersion: 5, cap: 10 }],
  [2, { rowVersion: 7, cap: 20 }],
]);
const edits: Edits = new Map([
  [1, new Map<string, unknown>([['cap', 12]])],
  [2, new Map<string, unknown>([['cap', new InvalidEntry('abc', 'no number')]])],
]);
const stored = () => JSON.parse(JSON.stringify(storeEdits(edits, rows))) as unknown;

it('restores edits as typed', () => {
  expect(storedChanges(readStored(stored(), rows))).toEqual([
    { rowKey: 1, columnKey: 'cap', value: 12 },
    { rowKey: 2, columnKey: 'cap', value: new InvalidEntry('abc', 'no number') },
  ]);
});

it('keeps its original base where rows have changed since', () => {
  const now = new Map([
    [1, { rowVersion: 6, cap: 15 }],
    [2, { rowVersion: 7, cap: 20 }],
  ]);
  expect(storedPatches(readStored(stored(), now), now)).toEqual(new Map([[1, { cap: 10, rowVersion: 5 }]]));
});

it('ignores deleted rows and invalid drafts', () => {
  expect(readStored(stored(), new Map([[2, { rowVersion: 7 }]]))).toHaveLength(1);
  expect(readStored({ a: 1 }, rows)).toEqual([]);
  expect(readStored([{ columnKey: 3 }], rows)).toEqual([]);
});
