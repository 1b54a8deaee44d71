import { describe, expect, it } from 'vitest';
import { InvalidEntry } from './cell-value.ts';
import { editText, formatCell, plainCell, readCell } from './kinds.ts';
import type { GridColumn, GridKind } from '../types.ts';

const column = (kind: GridKind, more: Partial<GridColumn<null>> = {}): GridColumn<null> => ({
  key: 'k',
  label: 'K',
  kind,
  ...more,
});

it.each<[GridKind, unknown, Partial<GridColumn<null>>, string]>([
  ['dollar', 1234.5, {}, '$1,234.50'],
  ['dollar', -0.5, { decimals: 0 }, '-$1'],
  ['count', 1234567, {}, '1,234,567'],
  ['percent', 0.1254, {}, '12.5%'],
  ['count', 0, {}, '0'],
  ['count', 0, { blankWhenZero: true }, ''],
  ['count', null, { blankWhenZero: true }, '–'],
  ['dollar', undefined, {}, ''],
  ['dollar', Number.NaN, {}, '–'],
  ['date', '2026-03-09', {}, 'Mar 9, 2026'],
  ['flag', false, {}, 'No'],
  ['text', 'a', { format: (value) => `<${String(value)}>` }, '<a>'],
  ['dollar', new InvalidEntry('abc', 'no'), {}, 'abc'],
])('formats a %s of %s', (kind, value, more, text) => {
  expect(formatCell(column(kind, more), value, null)).toBe(text);
});

describe('typed or pasted input', () => {
  it.each<[GridKind, string, unknown]>([
    ['dollar', '$1,000.50', 1000.5],
    ['dollar', ' 1.005 ', 1.01],
    ['dollar', '(300)', -300],
    ['dollar', '$ (1,300.25)', -1300.25],
    ['dollar', '-0.004', 0],
    ['count', '1,204', 1204],
    ['percent', '12 %', 0.12],
    ['percent', '12.345', 0.12345],
    ['percent', '7', 0.07],
    ['date', '3/9/2026', '2026-03-09'],
    ['date', '2026-3-9', '2026-03-09'],
    ['date', '3/9/26', '2026-03-09'],
    ['flag', 'TRUE', true],
    ['flag', 'x', true],
    ['flag', 'no', false],
    ['text', '  hello ', 'hello'],
    ['count', '', null],
  ])('reads a %s from %j', (kind, text, value) => {
    expect(readCell(column(kind), text, null)).toBe(value);
  });

  it.each<[GridKind, string, RegExp]>([
    ['dollar', 'abc', /not a number/],
    ['dollar', '4\n5', /not a number/],
    ['dollar', '4 5', /not a number/],
    ['dollar', '1,00', /not a number/],
    ['dollar', '12%', /Percentages/],
    ['count', '12.5', /Whole numbers/],
    ['count', '.', /not a number/],
    ['date', '2026-02-31', /date/],
    ['date', 'tomorrow', /date/],
    ['flag', 'maybe', /Yes or no/],
  ])('keeps as %s the invalid input %j', (kind, text, why) => {
    const entry = readCell(column(kind), text, null) as InvalidEntry;
    expect(entry).toBeInstanceOf(InvalidEntry);
    expect(entry.text).toBe(text);
    expect(entry.error).toMatch(why);
  });

  it('is parsed by the column, also an empty cell', () => {
    const strict = column('count', {
      parse: (text) => (text === '' ? { error: 'Needed' } : { value: Number(text) * 2 }),
    });
    expect(readCell(strict, '4', null)).toBe(8);
    expect(readCell(strict, '', null)).toMatchObject({ text: '', error: 'Needed' });
  });
});

it.each<[GridKind, unknown, string, string]>([
  ['dollar', 1234.5, '1234.5', '1234.5'],
  ['percent', 0.07, '7%', '7'],
  ['percent', 0.12345, '12.345%', '12.345'],
  ['count', null, '', ''],
  ['flag', true, 'TRUE', 'TRUE'],
  ['date', '2026-03-09', '2026-03-09', '2026-03-09'],
])('copies a %s of %s in a spreadsheet’s format, and edits the same', (kind, value, plain, edited) => {
  expect(plainCell(column(kind), value, null)).toBe(plain);
  expect(editText(column(kind), value, null)).toBe(edited);
  expect(readCell(column(kind), plain, null)).toBe(value);
});
