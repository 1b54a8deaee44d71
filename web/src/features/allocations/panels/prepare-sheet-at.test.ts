import { expect, it } from 'vitest';
import { pastMoment, presetsAt, proposedChanges } from './prepare-sheet-at.ts';

it('proposes the values that differed, for editable cells of existing rows', () => {
  const rows = new Map([[1, { rowVersion: 5, cap: 10, soft: null, old: 3 }]]);
  const then = {
    rows: [
      { campaignKey: 1, values: { cap: 8, soft: null, old: 4 } },
      { campaignKey: 9, values: { cap: 1 } },
    ],
  };
  expect(proposedChanges(then, rows, ['cap', 'soft'])).toEqual([{ rowKey: 1, columnKey: 'cap', value: 8 }]);
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
