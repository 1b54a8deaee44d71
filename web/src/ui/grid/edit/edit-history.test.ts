import { describe, expect, it } from 'vitest';
import { countEdits, InvalidEntry, invalidEdits } from './cell-value.ts';
import { editHistory, EMPTY_HISTORY, type EditHistory, type HistoryEvent } from './edit-history.ts';
import type { CellChange, RowKey } from '../types.ts';

const SAVED: Record<string, unknown> = { '1.a': 10, '1.b': null, '2.a': 20 };
const saved = (rowKey: RowKey, columnKey: string) => SAVED[`${rowKey}.${columnKey}`];
const edit = (name: string, ...changes: [RowKey, string, unknown][]): HistoryEvent => ({
  type: 'edit',
  name,
  saved,
  changes: changes.map(([rowKey, columnKey, value]): CellChange => ({ rowKey, columnKey, value })),
});
const after = (...events: HistoryEvent[]): EditHistory => events.reduce(editHistory, EMPTY_HISTORY);
const cells = ({ edits }: EditHistory) =>
  Object.fromEntries(
    [...edits].flatMap(([row, own]) => [...own].map(([column, value]) => [`${row}.${column}`, value])),
  );

const typed = edit('edit of A', [1, 'a', 11]);
const pasted = edit('paste of 3 cells', [1, 'a', 12], [1, 'b', 5], [2, 'a', 21]);

it('undoes and redoes whole actions one by one', () => {
  expect(cells(after(typed, pasted))).toEqual({ '1.a': 12, '1.b': 5, '2.a': 21 });
  expect(cells(after(typed, pasted, { type: 'undo' }))).toEqual({ '1.a': 11 });
  expect(cells(after(typed, pasted, { type: 'undo' }, { type: 'undo' }))).toEqual({});
  expect(cells(after(typed, pasted, { type: 'undo' }, { type: 'undo' }, { type: 'redo' }))).toEqual({ '1.a': 11 });
  expect(after(typed, pasted).past.map(({ name }) => name)).toEqual(['edit of A', 'paste of 3 cells']);
});

it('has nothing to redo after another action', () => {
  const history = after(typed, { type: 'undo' }, edit('other', [2, 'a', 1]));
  expect(history.future).toEqual([]);
  expect(editHistory(history, { type: 'redo' })).toBe(history);
});

it('ignores edits equal to the saved value, and actions without a change', () => {
  expect(cells(after(typed, edit('back', [1, 'a', 10])))).toEqual({});
  expect(cells(after(edit('clear what is empty', [1, 'b', null])))).toEqual({});
  expect(after(edit('same', [1, 'a', 10]))).toBe(EMPTY_HISTORY);
  expect(cells(after(edit('clear', [1, 'a', null])))).toEqual({ '1.a': null });
});

it('keeps the map of a row that an action does not affect', () => {
  const one = after(typed);
  const two = editHistory(one, edit('other row', [2, 'a', 1]));
  expect(two.edits.get(1)).toBe(one.edits.get(1));
});

describe('after saving', () => {
  it('is emptied, with nothing to undo', () => {
    expect(after(typed, pasted, { type: 'forget' })).toBe(EMPTY_HISTORY);
  });

  it('keeps what was not saved', () => {
    const history = after(pasted, { type: 'forget', cells: [{ rowKey: 1, columnKey: 'a' }] });
    expect(cells(history)).toEqual({ '1.b': 5, '2.a': 21 });
    expect(history.past).toEqual([]);
  });
});

it('counts cells, and names invalid ones', () => {
  const entry = new InvalidEntry('abc', '“abc” is not a number');
  const { edits } = after(pasted, edit('typed', [2, 'a', entry]));
  expect(countEdits(edits)).toBe(3);
  expect(invalidEdits(edits)).toEqual([{ rowKey: 2, columnKey: 'a', entry }]);
});

it('keeps the last 200 actions', () => {
  const many = Array.from({ length: 250 }, (_, value) => edit(`act ${value}`, [1, 'a', 100 + value]));
  expect(after(...many).past).toHaveLength(200);
  expect(after(...many).past.at(-1)?.name).toBe('act 249');
});
