import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useToasts } from '../../../ui/toast/toast-store.ts';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import { type SentRow, type SheetRow, typedRow } from './sheet-rows.ts';
import { useSheet } from './use-sheet.ts';

interface Row extends SheetRow {
  key: number;
  cap: number | null;
  price: number | null;
}
const row = (key: number, over: Partial<Row> = {}): Row => ({ key, rowVersion: 5, cap: 100, price: 50, ...over });
const keyOf = ({ key }: Row) => key;
type Send = (rows: readonly SentRow[]) => Promise<ReadonlyMap<number, number> | undefined>;

const open = (send: Send = (rows) => Promise.resolve(new Map(rows.map(({ rowKey }) => [Number(rowKey), 6])))) => {
  const sends = vi.fn(send);
  const onStale = vi.fn();
  const hook = renderHook(({ server }) => useSheet<Row>({ server, keyOf, follow: typedRow, send: sends, onStale }), {
    initialProps: { server: [row(1), row(2)] as readonly Row[] },
  });
  const sheet = () => hook.result.current;
  const type = (rowKey: number, columnKey: string, value: unknown) =>
    act(() => sheet().edits.edit([{ rowKey, columnKey, value }], 'typing'));
  const save = () => act(() => sheet().save());
  const at = (key: number) => sheet().rows.find((one) => one.key === key);
  const saved = (key: number) => sheet().saved.find((one) => one.key === key);
  return {
    sheet,
    type,
    save,
    at,
    saved,
    sends,
    onStale,
    fetched: (server: readonly Row[]) => hook.rerender({ server }),
  };
};

const field = (index: number, column: string, more: object = {}) => ({
  field: `rows.${index}.changes.${column}`,
  code: 'value',
  message: 'must be less.',
  ...more,
});
const refusal = (code: 'STALE_ROW' | 'VALIDATION' | 'INTERNAL', errors: object[] = [], status = 409) =>
  new ApiError({ code, message: 'Refused.', status, requestId: 'r', errors: errors as never });
const stale = (theirs: number | null, mine: number | null = 60, column = 'cap', rowVersion = 9) =>
  refusal('STALE_ROW', [
    field(0, column, {
      code: 'conflict',
      conflict: { theirs, mine, by: 'Dana', at: '2026-11-11T15:00:00Z', rowVersion },
    }),
  ]);
/** Gives these answers in turn; an error is thrown. */
const answers =
  (...list: (ApiError | number)[]): Send =>
  (rows) => {
    const next = list.shift() ?? 6;
    return next instanceof ApiError
      ? Promise.reject(next)
      : Promise.resolve(new Map(rows.map(({ rowKey }) => [Number(rowKey), next])));
  };
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);
beforeEach(() => useToasts.setState({ toasts: [] }));

describe('saving', () => {
  it('sends changes with their version and leaves nothing to save', async () => {
    const { type, save, sends, sheet, at, saved } = open();
    type(1, 'cap', 60);
    type(1, 'price', null);
    expect([at(1)?.cap, saved(1)?.cap, sheet().edits.count]).toEqual([60, 100, 2]);
    expect(await save()).toBe(true);
    expect(sends.mock.calls).toEqual([[[{ rowKey: 1, rowVersion: 5, changes: { cap: 60, price: null } }]]]);
    expect([saved(1)?.cap, saved(1)?.rowVersion, sheet().edits.count]).toEqual([60, 6, 0]);
    expect(saved(2)).toEqual(row(2));
  });

  it('sends nothing without changes, or with an invalid cell', async () => {
    const { type, save, sends } = open();
    expect(await save()).toBe(true);
    type(1, 'cap', new InvalidEntry('abc', 'Not a number.'));
    expect(await save()).toBe(false);
    expect(sends).not.toHaveBeenCalled();
  });

  it('sends once, however often it is called', async () => {
    let answer: (versions: Map<number, number>) => void = () => undefined;
    const { type, sheet, sends } = open(() => new Promise((resolve) => (answer = resolve)));
    type(1, 'cap', 60);
    let first: Promise<boolean> = Promise.resolve(false);
    act(() => void (first = sheet().save()));
    expect(sheet().isSaving).toBe(true);
    expect(await act(() => sheet().save())).toBe(false);
    expect(sends).toHaveBeenCalledTimes(1);
    await act(async () => answer(new Map([[1, 6]])));
    expect([await first, sheet().isSaving]).toEqual([true, false]);
  });

  it('keeps edits made meanwhile', async () => {
    let answer: (versions: Map<number, number>) => void = () => undefined;
    const { type, sheet, saved, at } = open(() => new Promise((resolve) => (answer = resolve)));
    type(1, 'cap', 60);
    act(() => void sheet().save());
    type(1, 'cap', 61);
    await act(async () => answer(new Map([[1, 6]])));
    expect([saved(1)?.cap, saved(1)?.rowVersion, at(1)?.cap, sheet().edits.count]).toEqual([60, 6, 61, 1]);
  });

  it('saves nothing if a newer save cancelled it', async () => {
    const { type, save, sheet } = open(() => Promise.resolve(undefined));
    type(1, 'cap', 60);
    expect(await save()).toBe(false);
    expect(sheet().edits.count).toBe(1);
  });

  it('can be undone once: the former values become edits', async () => {
    const { type, save, sheet, at } = open();
    type(1, 'cap', 60);
    expect(sheet().undoable).toBe('typing');
    await save();
    expect(sheet().undoable).toBe('the last save');
    act(() => sheet().undo());
    expect([at(1)?.cap, sheet().edits.count, sheet().undoable]).toEqual([100, 1, 'undoing the last save']);
    act(() => sheet().undo());
    expect([at(1)?.cap, sheet().undoable]).toEqual([60, null]);
  });
});

describe('undoing a save at once', () => {
  it('sends the former values, with the versions from the save', async () => {
    const { type, save, sheet, sends, saved } = open();
    type(1, 'cap', 60);
    await save();
    const { rowVersion } = saved(1) ?? {};
    expect(await act(() => sheet().undoSave())).toBe(true);
    expect(sends.mock.lastCall?.[0]).toEqual([{ rowKey: 1, rowVersion, changes: { cap: 100 } }]);
    expect([saved(1)?.cap, sheet().edits.count]).toEqual([100, 0]);
  });

  it('becomes an edit with a conflict if somebody else saved meanwhile', async () => {
    let sent = 0;
    const { type, save, sheet, at } = open(() => {
      sent += 1;
      return sent === 1 ? Promise.resolve(new Map([[1, 6]])) : Promise.reject(stale(75, 100));
    });
    type(1, 'cap', 60);
    await save();
    expect(await act(() => sheet().undoSave())).toBe(false);
    expect([at(1)?.cap, sheet().edits.count, sheet().conflicts.size]).toEqual([100, 1, 1]);
  });
});

describe('a concurrent save', () => {
  it('of the same cell blocks saving until resolved', async () => {
    const { type, save, sends, sheet, saved, at, onStale } = open(answers(stale(75)));
    type(1, 'cap', 60);
    expect(await save()).toBe(false);
    expect(sheet().conflicts.get(1)?.get('cap')).toMatchObject({ theirs: 75, mine: 60, by: 'Dana' });
    expect([saved(1)?.cap, saved(1)?.rowVersion, at(1)?.cap]).toEqual([75, 9, 60]);
    expect(onStale).toHaveBeenCalledTimes(1);
    expect(await save()).toBe(false);
    expect([sends.mock.calls.length, toasts()]).toEqual([1, []]);
  });

  it('with mine kept: saves on their version', async () => {
    const { type, save, sends, sheet } = open(answers(stale(75), 10));
    type(1, 'cap', 60);
    await save();
    act(() => sheet().keepMine([{ rowKey: 1, columnKey: 'cap' }]));
    expect(sheet().conflicts.size).toBe(0);
    expect(await save()).toBe(true);
    expect(sends.mock.lastCall?.[0]).toEqual([{ rowKey: 1, rowVersion: 9, changes: { cap: 60 } }]);
  });

  it('with theirs taken: nothing is left to save, and that can be undone', async () => {
    const { type, save, sheet, at } = open(answers(stale(75)));
    type(1, 'cap', 60);
    await save();
    act(() => sheet().takeTheirs([{ rowKey: 1, columnKey: 'cap' }]));
    expect([sheet().conflicts.size, sheet().edits.count, at(1)?.cap]).toEqual([0, 0, 75]);
    expect(sheet().edits.undoable).toBe('taking theirs');
    act(() => sheet().undo());
    expect(at(1)?.cap).toBe(60);
  });

  it('with a new value typed: resolves it too', async () => {
    const { type, save, sends, sheet } = open(answers(stale(75), 10));
    type(1, 'cap', 60);
    await save();
    type(1, 'cap', 62);
    expect(sheet().conflicts.size).toBe(0);
    expect(await save()).toBe(true);
    expect(sends.mock.lastCall?.[0]).toEqual([{ rowKey: 1, rowVersion: 9, changes: { cap: 62 } }]);
  });

  it('of another cell in the row: saves without asking', async () => {
    const { type, save, sends, saved, onStale } = open(answers(stale(100), 10));
    type(1, 'cap', 60);
    expect(await save()).toBe(true);
    expect(sends.mock.calls.map(([rows]) => rows[0]?.rowVersion)).toEqual([5, 9]);
    expect(saved(1)?.rowVersion).toBe(10);
    expect(onStale).not.toHaveBeenCalled();
  });

  it('with the same value: needs no further save', async () => {
    const { type, save, sends, sheet } = open(answers(stale(60)));
    type(1, 'cap', 60);
    expect(await save()).toBe(true);
    expect([sends.mock.calls.length, sheet().edits.count]).toEqual([1, 0]);
  });

  it('repeated three times: reports it', async () => {
    const { type, save, sends, onStale } = open(answers(stale(100), stale(100), stale(100), stale(100)));
    type(1, 'cap', 60);
    expect(await save()).toBe(false);
    expect(sends).toHaveBeenCalledTimes(3);
    expect(toasts()).toEqual(['Refused.']);
    expect(onStale).toHaveBeenCalledTimes(1);
  });

  it('followed by a reload: the edited row keeps its original version', () => {
    const { type, fetched, saved } = open();
    type(1, 'cap', 60);
    fetched([row(1, { cap: 75, rowVersion: 9 }), row(2, { cap: 30, rowVersion: 9 })]);
    expect([saved(1)?.cap, saved(1)?.rowVersion, saved(2)?.cap, saved(2)?.rowVersion]).toEqual([100, 5, 30, 9]);
  });
});

describe('a refusal', () => {
  it('is shown at its cell until that is edited', async () => {
    const { type, save, sheet } = open(answers(refusal('VALIDATION', [field(0, 'cap')], 422)));
    type(1, 'cap', 60);
    expect(await save()).toBe(false);
    expect(sheet().problems.get(1)?.get('cap')).toEqual({ value: 60, message: 'must be less.' });
    expect(toasts()).toEqual([]);
    type(1, 'cap', 61);
    expect(sheet().problems.size).toBe(0);
    type(1, 'cap', 60);
    expect(sheet().problems.size).toBe(1);
  });

  it('without a cell is shown as a message', async () => {
    const { type, save, sheet } = open(answers(refusal('INTERNAL', [], 500)));
    type(1, 'cap', 60);
    expect(await save()).toBe(false);
    expect([toasts(), sheet().edits.count]).toEqual([['Refused.'], 1]);
  });

  it('with and without a cell is shown both ways', async () => {
    const errors = [field(0, 'cap'), { field: 'rows', code: 'x', message: 'Too many.' }];
    const { type, save, sheet } = open(answers(refusal('VALIDATION', errors, 422)));
    type(1, 'cap', 60);
    await save();
    expect([sheet().problems.size, toasts()]).toEqual([1, ['Refused.']]);
  });

  it('disappears when all edits are discarded', async () => {
    const { type, save, sheet, at } = open(answers(refusal('VALIDATION', [field(0, 'cap')], 422)));
    type(1, 'cap', 60);
    await save();
    act(() => sheet().discard());
    expect([sheet().problems.size, sheet().edits.count, at(1)?.cap]).toEqual([0, 0, 100]);
  });
});
