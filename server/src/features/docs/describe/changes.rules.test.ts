import { type InstructionSection } from '@paceline/contract';
import { expect, test } from 'vitest';
import { changesBetween, readCells } from './changes.rules.ts';

const table = (rows: [string, string, string][]): InstructionSection => ({
  id: 'fields',
  title: 'Fields',
  note: '',
  columns: ['Field', 'Required', 'Values'],
  rows: rows.map((cells) => ({ key: cells[0], cells })),
});
const facts = (value: string): InstructionSection => ({
  id: 'caps',
  title: 'Caps',
  note: '',
  columns: ['Cap', 'Leads'],
  rows: [{ key: 'month', cells: ['Monthly cap', value] }],
});
const between = (before: InstructionSection[], now: InstructionSection[]) =>
  changesBetween(readCells(before), readCells(now));

test('equal cells in any order are no change', () => {
  const rows: [string, string, string][] = [
    ['email', 'Yes', ''],
    ['zip', 'Yes', ''],
  ];
  expect(between([table(rows), facts('25')], [facts('25'), table(rows.toReversed())])).toEqual([]);
});

test('a cell’s change names its column, except in tables of two columns', () => {
  expect(between([table([['age', 'No', '']]), facts('25')], [table([['age', 'Yes', '']]), facts('30')])).toEqual([
    { section: 'Fields', what: 'age: Required', before: 'No', after: 'Yes' },
    { section: 'Caps', what: 'Monthly cap', before: '25', after: '30' },
  ]);
});

test('an added or removed row is listed once, as a whole', () => {
  expect(between([table([['age', 'No', '']])], [table([['city', 'Yes', 'Any']]), facts('5')])).toEqual([
    { section: 'Fields', what: 'city', before: null, after: 'Required: Yes; Values: Any' },
    { section: 'Caps', what: 'Monthly cap', before: null, after: '5' },
    { section: 'Fields', what: 'age', before: 'No', after: null },
  ]);
});
