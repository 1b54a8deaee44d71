import { expect, test } from 'vitest';
import { AREA_CODES } from './area-codes.ts';
import { openPhoneBook } from './phone-book.ts';
import { makeRandom } from '../random.ts';

test('a number belongs to the state and is reused after half a year at the earliest', () => {
  const book = openPhoneBook(makeRandom('phones'));
  const uses = new Map<string, number>();
  for (let day = 0; day < 700; day += 1) {
    for (const state of ['CO', 'OH', 'OH']) {
      const number = book.numberIn(state, day);
      expect(number).toMatch(/^\d{3}55501\d\d$/);
      expect(AREA_CODES.get(state)).toContain(number.slice(0, 3));
      expect(day - (uses.get(number) ?? -Infinity)).toBeGreaterThan(180);
      uses.set(number, day);
    }
  }
  expect(uses.size).toBeLessThan(700 * 3);
});

test('a state with one area code borrows others; when all are in use, the least recently used is taken', () => {
  const book = openPhoneBook(makeRandom('phones'));
  const wyoming = Array.from({ length: 150 }, () => book.numberIn('WY', 1));
  expect(new Set(wyoming).size).toBe(150);
  expect(wyoming.filter((number) => number.startsWith('307'))).toHaveLength(100);
  const all = [...AREA_CODES.values()].reduce((sum, codes) => sum + codes.length * 100, 0);
  const rest = Array.from({ length: all - 150 }, () => book.numberIn('WY', 2));
  expect(new Set([...wyoming, ...rest]).size).toBe(all);
  expect(wyoming).toContain(book.numberIn('WY', 3));
});
