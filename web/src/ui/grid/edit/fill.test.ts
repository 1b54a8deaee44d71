import { describe, expect, it } from 'vitest';
import {
  actName,
  clearBlock,
  copyBlock,
  type Filled,
  fillDown,
  fillTo,
  leftOut,
  pasteInto,
  type Sheet,
} from './fill.ts';
import { InvalidEntry } from './cell-value.ts';
import type { Block } from './range.ts';
import { summarise } from '../body/summary.ts';

interface Item {
  name: string;
  budget: number | null;
  rate: number | null;
  locked: boolean;
}
const item = (name: string, budget: number | null, rate: number | null, locked = false): Item => ({
  name,
  budget,
  rate,
  locked,
});
const ROWS = [item('a', 10, 0.1), item('b', 20, 0.2), item('c', 30, null, true), item('d', null, 0.4)];
const SHEET: Sheet<Item> = {
  columns: [
    { key: 'name', label: 'Name', kind: 'text' },
    { key: 'budget', label: 'Budget', kind: 'dollar', editable: ({ locked }) => !locked },
    { key: 'rate', label: 'Rate', kind: 'percent', editable: true },
  ],
  rowCount: ROWS.length,
  rowAt: (index) => {
    const row = ROWS[index];
    return row && { key: row.name, row, edits: row.name === 'b' ? new Map([['budget', 25]]) : undefined };
  },
};
const block = (top: number, bottom: number, left: number, right: number): Block => ({ top, bottom, left, right });
const cellsOf = ({ changes }: Filled) =>
  changes.map(({ rowKey, columnKey, value }) => [`${rowKey}.${columnKey}`, value]);

describe('the fill handle', () => {
  it('repeats the selected rows down and up to where it is released', () => {
    expect(cellsOf(fillTo(SHEET, block(0, 0, 2, 2), 3) as Filled)).toEqual([
      ['b.rate', 0.1],
      ['c.rate', 0.1],
      ['d.rate', 0.1],
    ]);
    expect(cellsOf(fillTo(SHEET, block(0, 1, 2, 2), 3) as Filled)).toEqual([
      ['c.rate', 0.1],
      ['d.rate', 0.2],
    ]);
    expect(cellsOf(fillTo(SHEET, block(2, 3, 2, 2), 0) as Filled)).toEqual([
      ['a.rate', null],
      ['b.rate', 0.4],
    ]);
  });

  it('skips locked cells, stays within the rows, and does nothing inside the selection', () => {
    const filled = fillTo(SHEET, block(0, 0, 1, 1), 99) as Filled;
    expect(cellsOf(filled)).toEqual([
      ['b.budget', 10],
      ['d.budget', 10],
    ]);
    expect(filled.readOnly).toBe(1);
    expect(fillTo(SHEET, block(0, 2, 1, 1), 1)).toBeNull();
  });
});

describe('pasting', () => {
  it('puts a block at the top left of the selection', () => {
    const filled = pasteInto(
      SHEET,
      [
        ['$1,000', '5%'],
        ['2', ''],
      ],
      block(0, 0, 1, 1),
    );
    expect(cellsOf(filled)).toEqual([
      ['a.budget', 1000],
      ['a.rate', 0.05],
      ['b.budget', 2],
      ['b.rate', null],
    ]);
    expect(actName('paste', filled)).toBe('paste of 4 cells');
    expect(leftOut(filled)).toBe('');
  });

  it('fills the selection with a single cell, and repeats a block in multiples', () => {
    expect(cellsOf(pasteInto(SHEET, [['7']], block(0, 1, 1, 2)))).toEqual([
      ['a.budget', 7],
      ['a.rate', 0.07],
      ['b.budget', 7],
      ['b.rate', 0.07],
    ]);
    expect(cellsOf(pasteInto(SHEET, [['1'], ['2']], block(0, 3, 2, 2))).map(([, value]) => value)).toEqual([
      0.01, 0.02, 0.01, 0.02,
    ]);
    expect(pasteInto(SHEET, [['1'], ['2']], block(0, 2, 2, 2)).changes).toHaveLength(2);
  });

  it('keeps invalid input, and reports what it skipped', () => {
    const filled = pasteInto(
      SHEET,
      [
        ['x', 'abc', '1'],
        ['y', '1', '1', 'z'],
      ],
      block(1, 1, 0, 0),
    );
    expect(filled.changes[0]?.value).toEqual(new InvalidEntry('abc', '“abc” is not a number'));
    expect(leftOut(filled)).toBe('3 cells cannot be edited and stayed as they were; 1 cell did not fit in the table.');
    expect(leftOut(pasteInto(SHEET, [['1'], ['2']], block(3, 3, 1, 1)))).toBe('1 cell did not fit in the table.');
  });

  it('leaves cells alone for which a shorter row has no value', () => {
    expect(cellsOf(pasteInto(SHEET, [['1', '2'], ['3']], block(0, 0, 1, 1)))).toHaveLength(3);
  });
});

it('fills down from the first row, or from above a single row', () => {
  const filled = fillDown(SHEET, block(1, 3, 1, 1));
  expect(filled && cellsOf(filled)).toEqual([['d.budget', 25]]);
  const above = fillDown(SHEET, block(1, 1, 2, 2));
  expect(above && cellsOf(above)).toEqual([['b.rate', 0.1]]);
  expect(fillDown(SHEET, block(0, 0, 1, 1))).toBeNull();
});

it('clears editable cells', () => {
  expect(cellsOf(clearBlock(SHEET, block(2, 3, 0, 1)))).toEqual([['d.budget', null]]);
  expect(leftOut(clearBlock(SHEET, block(0, 1, 0, 0)))).toBe('Nothing here can be edited.');
});

it('copies displayed values with edits as plain numbers', () => {
  expect(copyBlock(SHEET, block(0, 3, 0, 2))).toEqual([
    ['a', '10', '10%'],
    ['b', '25', '20%'],
    ['c', '30', ''],
    ['d', '', '40%'],
  ]);
});

describe('the sum of a selection', () => {
  it('covers figures of one kind, ignoring text between', () => {
    const { count, figures } = summarise(SHEET, block(0, 3, 0, 1));
    expect(count).toBe(7);
    expect(figures.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'Sum $65.00',
      'Average $21.67',
      'Min $10.00',
      'Max $30.00',
    ]);
  });
  it('is not shown for rates, or dollars with rates', () => {
    expect(summarise(SHEET, block(0, 3, 2, 2)).figures.map(({ label }) => label)).toEqual(['Average', 'Min', 'Max']);
    expect(summarise(SHEET, block(0, 3, 1, 2))).toEqual({ count: 6, figures: [] });
  });
});
