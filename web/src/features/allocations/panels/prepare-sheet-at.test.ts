import { expect, it } from 'vitest';
import { pastMoment, presetsAt, proposedChanges, proposedWords } from './prepare-sheet-at.ts';

it('proposes the values that differed, for editable cells of existing rows', () => {
  const rows = new Map([[1, { rowVersion: 5, cap: 10, soft: null, old: 3 }]]);
  const then = {
    rows: [
      { campaignKey: 1, values: { cap: 8, soft: null, old: 4 } },
      { campaignKey: 9, values: { cap: 1 } },
    ],
  };
  expect(proposedChanges(then, rows, ['cap', 'soft'], { rowKeys: [1], columnKeys: ['cap', 'soft', 'old'] })).toEqual({
    changes: [{ rowKey: 1, columnKey: 'cap', value: 8 }],
    notShown: 0,
  });
});

it('leaves rows and columns that are not shown as they are, and says so', () => {
  const rows = new Map([1, 2].map((key) => [key, { rowVersion: 5, cap: 10, soft: 10 }]));
  const then = { rows: [1, 2].map((campaignKey) => ({ campaignKey, values: { cap: 8, soft: 8 } })) };
  const proposed = (rowKeys: number[], columnKeys: string[]) =>
    proposedChanges(then, rows, ['cap', 'soft'], { rowKeys, columnKeys });
  expect(proposed([2], ['cap'])).toEqual({ changes: [{ rowKey: 2, columnKey: 'cap', value: 8 }], notShown: 3 });
  expect(proposedWords(proposed([2], ['cap']))).toMatch(
    /^1 cell had another value .* 3 cells that are not shown .* are left as they are\.$/,
  );
  expect(proposedWords(proposed([1, 2], ['cap', 'soft']))).toMatch(/^4 cells had .* save them\.$/);
  expect(proposedWords(proposed([], ['cap']))).toMatch(/^No values on the screen were different/);
});

it('offers times in the owner’s zone, past ones only', () => {
  const now = new Date('2026-11-11T15:20:00Z');
  expect(presetsAt(now, 'America/Chicago').map(({ local }) => local)).toEqual([
    '2026-11-11T08:20',
    '2026-11-11T00:00',
    '2026-11-10T00:00',
    '2026-11-04T09:20',
  ]);
  expect(pastMoment('2026-11-11T09:19', 'America/Chicago', now)?.toISOString()).toBe('2026-11-11T15:19:00.000Z');
  expect(pastMoment('2026-11-11T09:21', 'America/Chicago', now)).toBeNull();
  expect(pastMoment('', 'America/Chicago', now)).toBeNull();
});
