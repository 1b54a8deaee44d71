import { expect, it } from 'vitest';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { Edits } from '../../../ui/grid/types.ts';
import { type Arrival, mergeCells, readArrivals } from './sheet-arrivals.ts';

const rows = new Map([
  [1, { rowVersion: 5, cap: 10, soft: 4, clientBidPrice: 97 }],
  [2, { rowVersion: 7, cap: 20 }],
]);
const arrival = (over: Partial<Arrival> = {}): Arrival => ({
  rowKey: 1,
  columnKey: 'cap',
  before: 10,
  after: 12,
  rowVersion: 6,
  by: 'Dana Reyes',
  at: '2026-11-11T15:00:00.000Z',
  isOwn: false,
  ...over,
});
const NO_EDITS: Edits = new Map();
const edit = (columnKey: string, value: unknown): Edits => new Map([[1, new Map([[columnKey, value]])]]);

it('takes over cells that nobody edits, with their version and a mark', () => {
  const second = arrival({ columnKey: 'soft', after: 5, rowVersion: 7 });
  const { patches, marks, contested, agreed } = readArrivals([arrival(), second], rows, NO_EDITS, null);
  expect(patches).toEqual(new Map([[1, { cap: 12, soft: 5, rowVersion: 7 }]]));
  expect([...(marks.get(1)?.keys() ?? [])]).toEqual(['cap', 'soft']);
  expect([contested.size, agreed]).toEqual([0, []]);
});

it('ignores what the row has already, rows that are not there, and marks nothing of one’s own', () => {
  expect(readArrivals([arrival({ rowVersion: 5 }), arrival({ rowKey: 9 })], rows, NO_EDITS, null).patches.size).toBe(0);
  const own = readArrivals([arrival({ isOwn: true })], rows, NO_EDITS, null);
  expect([own.patches.size, own.marks.size]).toEqual([1, 0]);
});

it('asks about a cell with an unsaved edit, and not where both saved the same', () => {
  const { contested, patches } = readArrivals([arrival()], rows, edit('cap', 15), null);
  expect(contested.get(1)?.get('cap')).toMatchObject({ theirs: 12, mine: 15, by: 'Dana Reyes', rowVersion: 6 });
  expect(patches.get(1)).toEqual({ cap: 12, rowVersion: 6 });
  const same = readArrivals([arrival()], rows, edit('cap', 12), null);
  expect([same.contested.size, same.agreed]).toEqual([0, [{ rowKey: 1, columnKey: 'cap' }]]);
  // Another cell of the row is no conflict.
  expect(readArrivals([arrival()], rows, edit('soft', 15), null).contested.size).toBe(0);
});

it('leaves a cell that is being typed, and its row’s version, so that saving meets the conflict', () => {
  const other = arrival({ columnKey: 'soft', after: 5 });
  const { patches, isHeld, marks } = readArrivals([arrival(), other], rows, NO_EDITS, { rowKey: 1, columnKey: 'cap' });
  expect(patches).toEqual(new Map([[1, { soft: 5 }]]));
  expect([isHeld, marks.get(1)?.size]).toEqual([true, 2]);
  const unreadable = readArrivals([arrival()], rows, edit('cap', new InvalidEntry('x', 'no number')), null);
  expect([unreadable.patches.get(1), unreadable.isHeld]).toEqual([{}, true]);
});

it('keeps the price in force where a price of the month was cleared', () => {
  const cleared = arrival({ columnKey: 'clientBidPrice', before: 97, after: null });
  expect(readArrivals([cleared], rows, NO_EDITS, null).patches).toEqual(new Map([[1, { rowVersion: 6 }]]));
});

it('keeps earlier marks beside later ones', () => {
  const cells = (rowKey: number, columnKey: string) => new Map([[rowKey, new Map([[columnKey, columnKey]])]]);
  const merged = mergeCells(mergeCells(cells(1, 'a'), cells(1, 'b')), cells(2, 'a'));
  expect([...merged].map(([key, columns]) => [key, [...columns.keys()]])).toEqual([
    [1, ['a', 'b']],
    [2, ['a']],
  ]);
});
