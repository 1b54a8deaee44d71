import type { ReconciliationPreview, ReconciliationRow } from '@paceline/contract';
import { expect, test } from 'vitest';
import { effectText, firstKind, kindOf, monthOf, monthOptions, unequal } from './prepare-reconciliation.ts';

const kinds = (open: Partial<Record<'OURS' | 'THEIRS' | 'PRICE' | 'STATUS', number>>) =>
  (['MATCHED', 'OURS', 'THEIRS', 'PRICE', 'STATUS'] as const).map((kind) => ({
    kind,
    rows: 3,
    open: kind === 'MATCHED' ? 0 : (open[kind] ?? 0),
  }));

test('starts with the first kind that has open rows', () => {
  expect(firstKind(kinds({ PRICE: 2, STATUS: 1 }))).toBe('PRICE');
  expect(firstKind(kinds({}))).toBe('OURS');
  expect(firstKind([{ kind: 'MATCHED', rows: 3, open: 0 }])).toBe('MATCHED');
  expect(kindOf('STATUS', kinds({ PRICE: 2 }))).toBe('STATUS');
  expect(kindOf('nonsense', kinds({ PRICE: 2 }))).toBe('PRICE');
});

test('uses the month in the address, or the last finished one', () => {
  expect(monthOf('2026-03', '2026-11-16')).toBe('2026-03-01');
  expect(monthOf('2026-13', '2026-01-02')).toBe('2025-12-01');
  expect(monthOptions('2026-01-31').slice(0, 2)).toEqual([
    { value: '2026-01', label: 'Jan 2026' },
    { value: '2025-12', label: 'Dec 2025' },
  ]);
});

test('shows an acceptance’s adjustment with month and sign', () => {
  const preview: ReconciliationPreview = {
    rows: 2,
    lines: 2,
    amount: -90.5,
    bookedMonth: '2026-11-01',
    leftOut: [],
    versions: [],
  };
  expect(effectText(preview, 'ACCEPT', '2026-10-01')).toBe(
    '2 lines of -$90.50 in Nov 2026, for Oct 2026. To undo, post a reversing line.',
  );
  expect(effectText({ ...preview, lines: 1, amount: 1 }, 'ACCEPT', '2026-11-01')).toBe(
    'One line of +$1.00 in Nov 2026. To undo, post a reversing line.',
  );
  expect(effectText({ ...preview, lines: 0, amount: 0 }, 'ACCEPT', '2026-11-01')).toBe(
    'No money is involved, so no line is posted.',
  );
  expect(effectText({ ...preview, amount: 90.5 }, 'UNDO', '2026-10-01')).toBe(
    '2 lines of +$90.50 in Nov 2026, for Oct 2026. The original line stays; this line reverses it and reopens the difference.',
  );
  expect(effectText({ ...preview, rows: 0 }, 'AGREE', '2026-11-01')).toContain('None of the selected');
});

test('marks only the part of two ids that differs', () => {
  const row = { kind: 'STATUS', ourAmount: 40, theirAmount: 0, ourStatus: 'DLV', theirStatus: 'RETURNED' };
  expect(unequal(row as ReconciliationRow)).toEqual({ amount: true, status: true });
  expect(unequal({ ...row, kind: 'PRICE', theirStatus: null } as ReconciliationRow)).toEqual({
    amount: true,
    status: false,
  });
  expect(unequal({ ...row, kind: 'MATCHED', theirAmount: 40 } as ReconciliationRow)).toEqual({
    amount: false,
    status: false,
  });
});
