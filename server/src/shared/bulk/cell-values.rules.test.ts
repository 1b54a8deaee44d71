import { describe, expect, test } from 'vitest';
import { asBulkValue, type BulkColumn, type BulkColumnType, parseCell, showValue } from './cell-values.rules.ts';

const column = (type: BulkColumnType, more: Partial<BulkColumn> = {}): BulkColumn => ({
  key: 'x',
  label: 'Monthly Allocation',
  type,
  ...more,
});
const WHOLE = column('int', { min: 0 });
const PRICE = column('money', { min: 0, max: 9999.99 });
const PLAIN_DIGITS = 'must be written in plain digits, without symbols and thousands separators.';

describe('an empty cell', () => {
  test.each([null, '', '   ', '\t'])('%j leaves the value as it is', (cell) => {
    expect(parseCell(WHOLE, cell)).toBeNull();
  });

  test('the word NULL clears if possible', () => {
    expect(parseCell(WHOLE, 'NULL')).toEqual({ value: null });
    expect(parseCell(column('int', { required: true }), 'NULL')).toEqual({ problem: 'cannot be cleared.' });
    expect(parseCell(column('int', { clearable: false }), 'NULL')).toEqual({ problem: 'cannot be cleared.' });
    expect(parseCell(column('text'), 'null')).toEqual({ value: 'null' });
  });
});

describe('whole numbers', () => {
  test.each([
    [12, 12],
    ['12', 12],
    [' 5 ', 5],
    [0, 0],
    [-0, 0],
    [12.000000000000002, 12],
  ])('%j is %j', (cell, value) => {
    expect(parseCell(WHOLE, cell)).toEqual({ value });
  });

  const problem = 'must be a whole number 0 or more.';
  test.each([-1, '-1', 1.5, '1.5', 'NaN', '1e3', '1e309', Number.POSITIVE_INFINITY, '0x10', '+5', 'ten', true])(
    '%j is refused',
    (cell) => {
      expect(parseCell(WHOLE, cell)).toEqual({ problem });
    },
  );

  test.each(['12345678901234567', 12_345_678_901_234_568, '2147483648'])('%j is too large', (cell) => {
    expect(parseCell(WHOLE, cell)).toEqual({ problem });
  });

  test('of leads have a limit that is mentioned only when exceeded', () => {
    const units = { ...WHOLE, max: 1_000_000 };
    expect(parseCell(units, -1)).toEqual({ problem });
    expect(parseCell(units, 1_000_001)).toEqual({ problem: 'must be 1000000 or less.' });
    expect(parseCell({ ...WHOLE, max: 12 }, 13)).toEqual({ problem: 'must be between 0 and 12.' });
  });

  test('with separators are refused', () => {
    expect(parseCell(WHOLE, '1,234')).toEqual({ problem: PLAIN_DIGITS });
  });
});

describe('amounts', () => {
  test.each([
    ['1000.50', 1000.5],
    [1000.5, 1000.5],
    [3.3000000000000003, 3.3],
    ['9999.99', 9999.99],
    ['0', 0],
  ])('%j is %j', (cell, value) => {
    expect(parseCell(PRICE, cell)).toEqual({ value });
  });

  test.each(['$1,000.50', '1,000.50', '$5', '5 %', '1 000'])('%j is refused', (cell) => {
    expect(parseCell(PRICE, cell)).toEqual({ problem: PLAIN_DIGITS });
  });

  test('have two decimals and stay within their limits', () => {
    expect(parseCell(PRICE, '1.12345')).toEqual({ problem: 'must have at most 2 decimals.' });
    expect(parseCell(PRICE, 1.005)).toEqual({ problem: 'must have at most 2 decimals.' });
    expect(parseCell(PRICE, 10_000)).toEqual({ problem: 'must be between 0 and 9999.99.' });
    expect(parseCell(PRICE, new Date('2026-03-01'))).toEqual({ problem: 'must be between 0 and 9999.99.' });
  });
});

describe('days, months, flags, words', () => {
  test.each([
    ['date', '2026-03-01', '2026-03-01'],
    ['date', new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
    ['dates', '2026-09-01; 2026-01-12;2026-09-01;', '2026-01-12;2026-09-01'],
    ['dates', new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
    ['month', '2026-03', '2026-03-01'],
    ['month', '2026-03-01', '2026-03-01'],
    ['month', new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
    ['flag', 'y', true],
    ['flag', 'No', false],
    ['flag', true, true],
    ['text', 12345, '12345'],
    ['key', '8841', 8841],
  ] as const)('a %s %j is %j', (type, cell, value) => {
    expect(parseCell(column(type), cell)).toEqual({ value });
  });

  test.each([
    ['date', '03/01/2026', 'must be a date in the form YYYY-MM-DD.'],
    ['date', '2026-02-30', 'must be a date in the form YYYY-MM-DD.'],
    ['date', new Date('2026-03-01T10:00:00Z'), 'must be a date in the form YYYY-MM-DD.'],
    ['date', new Date(Number.NaN), 'must be a date in the form YYYY-MM-DD.'],
    ['date', 45_000, 'must be a date in the form YYYY-MM-DD.'],
    ['month', '2026-03-15', 'must be a month in the form YYYY-MM.'],
    ['flag', 'maybe', 'must be Y or N.'],
    ['flag', 1, 'must be Y or N.'],
    ['key', 0, 'must be a key 1 or more.'],
    ['text', new Date('2026-03-04'), 'holds a date. Format the cell as text and enter it again.'],
    ['text', '#REF!', 'holds the error #REF!.'],
    ['int', '#DIV/0!', 'holds the error #DIV/0!.'],
  ] as const)('the %s %j is refused', (type, cell, problem) => {
    expect(parseCell(column(type), cell)).toEqual({ problem });
  });

  test('words are stored in our spelling', () => {
    const action = column('text', { choices: ['PAUSE', 'RESUME'] });
    expect(parseCell(action, ' pause ')).toEqual({ value: 'PAUSE' });
    expect(parseCell(action, 'stop')).toEqual({ problem: 'must be one of PAUSE, RESUME.' });
  });
});

test.each([
  ['money', '1250.50', 1250.5, '$1,250.50'],
  ['int', 1200, 1200, '1,200'],
  ['percent', '110.50', 110.5, '110.5%'],
  ['flag', true, true, 'Y'],
  ['month', '2026-03-01', '2026-03-01', '2026-03'],
  ['text', '', null, null],
  ['key', 8841, 8841, '8841'],
] as const)('a stored %s %j is compared as %j and shown as %j', (type, stored, compared, shown) => {
  const value = asBulkValue(column(type), stored);
  expect(value).toBe(compared);
  expect(showValue(column(type), value)).toBe(shown);
});

test('400 kB of digits, commas or spaces are read in linear time', () => {
  for (const filler of ['9', ',', ' ', '1,', '-', '.']) {
    const cell = `1${filler.repeat(400_000 / filler.length)}x`;
    const before = process.threadCpuUsage();
    expect(parseCell(PRICE, cell)).toHaveProperty('problem');
    // CPU time, not wall time: milliseconds, but minutes if the pattern backtracked at every character.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  }
});
