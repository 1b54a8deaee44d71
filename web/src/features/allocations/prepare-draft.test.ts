import { expect, it } from 'vitest';
import { InvalidEntry } from '../../ui/grid/cell-value.ts';
import type { Edits } from '../../ui/grid/types.ts';
import { keepEdits, keptChanges, keptPatches, readKept } from './prepare-draft.ts';

const rows = new Map([
  [1, { rowVersion: 5, cap: 10 }],
  [2, { rowVersion: 7, cap: 20 }],
]);
const edits: Edits = new Map([
  [1, new Map<string, unknown>([['cap', 12]])],
  [2, new Map<string, unknown>([['cap', new InvalidEntry('abc', 'no number')]])],
]);
const kept = () => JSON.parse(JSON.stringify(keepEdits(edits, rows))) as unknown;

it('comes back as it was typed', () => {
  expect(keptChanges(readKept(kept(), rows))).toEqual([
    { rowKey: 1, columnKey: 'cap', value: 12 },
    { rowKey: 2, columnKey: 'cap', value: new InvalidEntry('abc', 'no number') },
  ]);
});

it('goes back to what it was made from where others changed the row since', () => {
  const now = new Map([
    [1, { rowVersion: 6, cap: 15 }],
    [2, { rowVersion: 7, cap: 20 }],
  ]);
  expect(keptPatches(readKept(kept(), now), now)).toEqual(new Map([[1, { cap: 10, rowVersion: 5 }]]));
});

it('leaves out rows that are gone, and what is no draft at all', () => {
  expect(readKept(kept(), new Map([[2, { rowVersion: 7 }]]))).toHaveLength(1);
  expect(readKept({ a: 1 }, rows)).toEqual([]);
  expect(readKept([{ columnKey: 3 }], rows)).toEqual([]);
});
