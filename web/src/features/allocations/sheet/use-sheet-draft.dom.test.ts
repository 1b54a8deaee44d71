import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { type SheetRow, typedRow } from './sheet-rows.ts';
import { useSheetDraft } from './use-sheet-draft.ts';
import { useSheet } from './use-sheet.ts';

interface Row extends SheetRow {
  key: number;
  cap: number | null;
}
const ROWS: readonly Row[] = [
  { key: 1, rowVersion: 5, cap: 100 },
  { key: 2, rowVersion: 5, cap: 30 },
];
const keyOf = ({ key }: Row) => key;
const send = () => Promise.resolve(undefined);

const open = (name = 'allocations.ag.current.1', rows = ROWS, isReady = true) => {
  const { result, unmount } = renderHook(() => {
    const sheet = useSheet<Row>({ server: rows, keyOf, follow: typedRow, send, onStale: () => undefined });
    return { sheet, draft: useSheetDraft(name, sheet, isReady) };
  });
  const type = (rowKey: number, value: number | null) =>
    act(() => result.current.sheet.edits.edit([{ rowKey, columnKey: 'cap', value }], 'typing'));
  return { now: () => result.current, type, unmount };
};
const left = (...cells: [key: number, value: number][]) => {
  const page = open();
  for (const [key, value] of cells) page.type(key, value);
  page.unmount();
};

beforeEach(() => signedIn());
afterEach(signedOut);

it('offers unsaved edits, and restores them', () => {
  left([1, 60], [2, 20]);
  const { now } = open();
  expect(now().draft.offer?.count).toBe(2);
  expect(now().sheet.edits.count).toBe(0);
  act(() => now().draft.restore());
  expect(now().sheet.rows.map(({ cap }) => cap)).toEqual([60, 20]);
  expect([now().sheet.edits.count, now().draft.offer]).toEqual([2, null]);
});

it('offers them once the rows are loaded', () => {
  left([1, 60]);
  expect(open(undefined, ROWS, false).now().draft.offer).toBeNull();
});

it('offers nothing for deleted rows', () => {
  left([1, 60]);
  expect(open(undefined, ROWS.slice(1)).now().draft.offer).toBeNull();
});

it('saves with the original version, so that the server detects conflicts', () => {
  left([1, 60]);
  const { now } = open(undefined, [{ key: 1, rowVersion: 9, cap: 75 }]);
  act(() => now().draft.restore());
  expect(now().sheet.byKey.get(1)?.rowVersion).toBe(5);
});

it('is deleted when refused, saved or discarded, and offered only once', () => {
  left([1, 60]);
  const page = open();
  act(() => page.now().draft.discard());
  expect(page.now().draft.offer).toBeNull();
  page.unmount();
  expect(open().now().draft.offer).toBeNull();

  const other = open();
  other.type(1, 60);
  act(() => {
    other.now().sheet.discard();
    other.now().draft.forget();
  });
  other.unmount();
  expect(open().now().draft.offer).toBeNull();
});

it('is separate by user and month', () => {
  left([1, 60]);
  expect(open('allocations.ag.next.1').now().draft.offer).toBeNull();
  signedIn({ userId: 'somebody.else' });
  expect(open().now().draft.offer).toBeNull();
});
