import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedPrefix } from './prepare-names.ts';

it('is the common prefix of the names', () => {
  expect(sharedPrefix(['Hartwell Midwest Trades', 'Hartwell Midwest Nursing', 'Hartwell Northeast'])).toBe('Hartwell ');
  expect(sharedPrefix(['Hartwell Midwest Trades', 'Hartwell Midwest Nursing'])).toBe('Hartwell Midwest ');
  expect(sharedPrefix(['Hartwell Midwest', 'Hartford Midwest'])).toBe('');
  expect(sharedPrefix(['Hartwell', 'Hartwell Midwest'])).toBe('');
  expect(sharedPrefix(['A Trades', 'A Nursing'])).toBe('');
  expect(sharedPrefix(['Hartwell Midwest'])).toBe('');
  expect(sharedPrefix([])).toBe('');
});

it('leaves every name non-empty, and different names different', () => {
  const word = fc.constantFrom('Hartwell', 'Midwest', 'Trades', 'Nursing', 'North');
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 12 }), (names) => {
      const prefix = sharedPrefix(names);
      const rests = names.map((one) => one.slice(prefix.length));
      expect(names.every((one) => one.startsWith(prefix))).toBe(true);
      expect(rests.every((one) => one.trim() !== '')).toBe(true);
      expect(new Set(rests).size).toBe(names.length);
    }),
  );
});
