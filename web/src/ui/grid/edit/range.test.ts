import { describe, expect, it } from 'vitest';
import { nextCell, readKey } from './keyboard.ts';
import { atPlace, blockOf, cellCount, clampRange, extendTo, type Range } from './range.ts';

const bounds = { rows: 10, columns: 5, hasTotals: true };
const at = (row: number, column: number): Range => atPlace({ row, column });
const press = (name: string, range: Range) => {
  const parts = name.split('+');
  const modifier = (word: string) => parts.slice(0, -1).includes(word);
  const key = { key: parts.at(-1) ?? '', ctrl: modifier('Ctrl'), shift: modifier('Shift'), alt: modifier('Alt') };
  return readKey(key, range, bounds, 4);
};

it('is a block in whichever direction it was drawn', () => {
  const range = { anchor: { row: 5, column: 3 }, head: { row: 2, column: 4 } };
  expect(blockOf(range)).toEqual({ top: 2, bottom: 5, left: 3, right: 4 });
  expect(cellCount(blockOf(range))).toBe(8);
});

it('stays within the rows if it is more than a cell', () => {
  expect(extendTo(at(5, 1), { row: 99, column: 99 }, bounds).head).toEqual({ row: 9, column: 4 });
  expect(extendTo(at(5, 1), { row: -1, column: 1 }, bounds).head).toEqual({ row: 0, column: 1 });
  expect(extendTo(at(-1, 1), { row: 4, column: 1 }, bounds)).toEqual(at(-1, 1));
});

it('shrinks when rows have gone', () => {
  expect(clampRange(at(9, 4), { rows: 3, columns: 2, hasTotals: false })).toEqual(at(2, 1));
  expect(clampRange(at(9, 4), { rows: 0, columns: 2, hasTotals: false }).anchor.row).toBe(-1);
});

describe('keys', () => {
  it.each([
    ['ArrowDown', [5, 2], [6, 2]],
    ['ArrowUp', [0, 2], [-1, 2]],
    ['ArrowUp', [-1, 2], [-1, 2]],
    ['ArrowDown', [9, 2], [10, 2]],
    ['ArrowRight', [5, 4], [5, 4]],
    ['Ctrl+ArrowDown', [5, 2], [9, 2]],
    ['Ctrl+ArrowLeft', [5, 2], [5, 0]],
    ['Home', [5, 2], [5, 0]],
    ['End', [5, 2], [5, 4]],
    ['Ctrl+Home', [5, 2], [0, 0]],
    ['Ctrl+End', [5, 2], [9, 4]],
    ['PageDown', [5, 2], [9, 2]],
    ['PageDown', [2, 2], [6, 2]],
    ['PageUp', [2, 2], [0, 2]],
  ])('%s from %j', (name, [row = 0, column = 0], [toRow, toColumn]) => {
    expect(press(name, at(row, column))).toEqual({
      type: 'move',
      to: { row: toRow, column: toColumn },
      extends: false,
    });
  });

  it('moves the far end with shift, and keeps the active cell', () => {
    const range = { anchor: { row: 2, column: 1 }, head: { row: 4, column: 2 } };
    expect(press('Shift+ArrowDown', range)).toMatchObject({ to: { row: 5, column: 2 }, extends: true });
    expect(press('ArrowDown', range)).toMatchObject({ to: { row: 3, column: 1 }, extends: false });
  });

  it.each([
    ['F2', { type: 'edit', mode: 'whole' }],
    ['5', { type: 'edit', mode: 'typed' }],
    ['Shift+A', { type: 'edit', mode: 'typed' }],
    ['Enter', { type: 'press', isEnter: true, isShift: false }],
    [' ', { type: 'press', isEnter: false, isShift: false }],
    ['Delete', { type: 'clear' }],
    ['Backspace', { type: 'clear' }],
    ['Ctrl+d', { type: 'fillDown' }],
    ['Ctrl+z', { type: 'undo' }],
    ['Ctrl+Shift+Z', { type: 'redo' }],
    ['Ctrl+y', { type: 'redo' }],
    ['Ctrl+a', { type: 'all' }],
    ['Shift+ ', { type: 'row' }],
    ['Ctrl+ ', { type: 'column' }],
    ['Alt+ArrowDown', { type: 'remark' }],
    ['Escape', { type: 'collapse' }],
    ['Ctrl+x', null],
    ['Ctrl+c', null],
    ['F5', null],
    ['Alt+a', null],
  ])('%s requests %j', (name, intent) => {
    expect(press(name, at(3, 3))).toEqual(intent);
  });

  it('resizes the column from its header', () => {
    expect(press('Ctrl+ArrowRight', at(-1, 2))).toEqual({ type: 'resize', by: 16 });
  });
});

it('moves on with Tab, and leaves at either end', () => {
  expect(nextCell({ row: 3, column: 4 }, false, bounds)).toEqual({ row: 4, column: 0 });
  expect(nextCell({ row: 3, column: 0 }, true, bounds)).toEqual({ row: 2, column: 4 });
  expect(nextCell({ row: 9, column: 4 }, false, bounds)).toBeNull();
  expect(nextCell({ row: 0, column: 0 }, true, bounds)).toBeNull();
});
