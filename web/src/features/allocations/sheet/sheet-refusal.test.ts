import type { FieldError } from '@paceline/contract';
import { expect, it } from 'vitest';
import type { Edits } from '../../../ui/grid/types.ts';
import { readConflicts, readProblems, rebase, refsOf, stillOpen, withoutCells } from './sheet-refusal.ts';

const rows = new Map([
  [1, { rowVersion: 5, cap: 10, soft: 4, clientBidPrice: 97 }],
  [2, { rowVersion: 7, cap: 20 }],
]);
const sent = [
  { rowKey: 1, rowVersion: 5, changes: { cap: 12, soft: 6, clientBidPrice: 90 } },
  { rowKey: 2, rowVersion: 7, changes: { cap: 22 } },
];
const stale = (field: string, theirs: number | null, mine: number | null, rowVersion = 6): FieldError => ({
  field,
  code: 'conflict',
  message: 'Dana Reyes changed this row.',
  conflict: { theirs, mine, by: 'Dana Reyes', at: '2026-11-11T15:00:00.000Z', rowVersion },
});

it('asks only about cells changed on both sides', () => {
  const conflicts = readConflicts(
    [
      stale('rows.0.changes.cap', 15, 12),
      stale('rows.0.changes.soft', 4, 6),
      stale('rows.0.changes.clientBidPrice', null, 90),
      stale('rows.1.cap', 22, 22, 9),
    ],
    sent,
    rows,
  );
  expect(refsOf(conflicts.contested)).toEqual([{ rowKey: 1, columnKey: 'cap' }]);
  expect(conflicts.agreed).toEqual([{ rowKey: 2, columnKey: 'cap' }]);
  // The row takes their values; a price not set for the month stays as shown.
  expect(conflicts.patches.get(1)).toEqual({ rowVersion: 6, cap: 15, soft: 4 });
  expect(rebase(sent, conflicts)).toEqual([
    { rowKey: 1, rowVersion: 6, changes: { cap: 12, soft: 6, clientBidPrice: 90 } },
  ]);
});

it('assigns refusals to their cells and lists the rest', () => {
  const { cells, others } = readProblems(
    [
      { field: 'rows.1.changes.cap', code: 'softAboveHard', message: 'must not be.' },
      { field: 'rows.0.campaignKey', code: 'unknown', message: 'Campaign Key 1 does not belong to this owner.' },
      { field: 'rows', code: 'x', message: 'Too many.' },
    ],
    sent,
  );
  expect(cells.get(2)?.get('cap')).toEqual({ value: 22, message: 'must not be.' });
  expect(others).toEqual(['Campaign Key 1 does not belong to this owner.', 'Too many.']);
});

it('disappears when the cell is edited', () => {
  const { cells } = readProblems([{ field: 'rows.1.changes.cap', code: 'x', message: 'no' }], sent);
  const holding = (value: unknown): Edits => new Map([[2, new Map([['cap', value]])]]);
  expect(stillOpen(cells, holding(22), ({ value }) => value).size).toBe(1);
  expect(stillOpen(cells, holding(21), ({ value }) => value).size).toBe(0);
  expect(stillOpen(cells, new Map(), ({ value }) => value).size).toBe(0);
  expect(withoutCells(cells, [{ rowKey: 2, columnKey: 'cap' }]).size).toBe(0);
});
