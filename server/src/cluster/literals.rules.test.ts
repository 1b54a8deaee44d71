import { expect, test } from 'vitest';
import { dayLiteral, dayNumber, intLiteral, oneOf, textLiteral } from './literals.rules.ts';

/** Reads a text literal like the cluster: up to the first quote without a preceding backslash. */
const readLiteral = (literal: string): { text: string; rest: string } => {
  expect(literal.startsWith("'")).toBe(true);
  let text = '';
  for (let at = 1; at < literal.length; at += 1) {
    const character = literal.charAt(at);
    if (character === "'") return { text, rest: literal.slice(at + 1) };
    if (character === '\\') {
      at += 1;
      text += literal.charAt(at) === '0' ? '\0' : literal.charAt(at);
    } else text += character;
  }
  throw new Error('The literal does not end');
};

test.each([
  'TX',
  '',
  "O'Brien",
  "' or 1 = 1 --",
  "\\' or 1 = 1 --",
  "\\\\' or 1 = 1 --",
  '\\',
  "'''",
  "x'; drop table paceline_fact_abcd; --",
  'line\nbreak\tand tab',
  'a\0b',
  'Ünïcödé “quotes” 🎓',
  '/* */ -- #',
  '{{x:String}} \\N \\x27',
])('the text %j round-trips and cannot escape its literal', (text) => {
  expect(readLiteral(textLiteral(text))).toEqual({ text, rest: '' });
});

test('numbers must be integers', () => {
  expect([0, -7, 2 ** 40].map(intLiteral)).toEqual(['0', '-7', '1099511627776']);
  for (const value of [1.5, Number.NaN, Infinity, 2 ** 60, '1) or (1' as unknown as number])
    expect(() => intLiteral(value)).toThrow('Not a whole number');
});

test('days are counted from 1970, whatever year they are of', () => {
  expect(['1970-01-01', '2026-11-17', '1969-12-31', '2400-02-29'].map(dayLiteral)).toEqual([
    '0',
    '20774',
    '-1',
    '157113',
  ]);
  for (const day of ['2026-1-1', '2026-11-17 or 1=1', '', '20261117'])
    expect(() => dayNumber(day)).toThrow('Not a day');
  expect(() => dayNumber('2026-02-30')).toThrow(RangeError);
});

test('a list matches its values; an empty one matches nothing', () => {
  expect(oneOf('owner_key', [3, 4], intLiteral)).toBe('owner_key in (3, 4)');
  expect(oneOf('state', ["a'b"], textLiteral)).toBe(String.raw`state in ('a\'b')`);
  expect(oneOf('owner_key', [], intLiteral)).toBe('1 = 0');
});
