import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupedPrefixes, sharedPrefix } from './shared-beginnings.ts';

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

it('is dropped by groups, and only as far as what is left differs from every other name', () => {
  const rows = [
    { name: 'Hartwell Ohio Automotive - BrightPath', group: 1 },
    { name: 'Hartwell Ohio Automotive - QuinStreet', group: 1 },
    { name: 'Hartwell Texas Nursing - EduReach', group: 2 },
    { name: 'Hartwell Texas Nursing - BrightPath', group: 2 },
    { name: 'Hartwell Single', group: 3 },
  ];
  const prefixes = groupedPrefixes(rows);
  expect(rows.map(({ name }) => name.slice(prefixes.get(name)?.length))).toEqual([
    'Ohio Automotive - BrightPath',
    'QuinStreet',
    'EduReach',
    'Texas Nursing - BrightPath',
    'Single',
  ]);
});

it('leaves different names of any groups different', () => {
  const word = fc.constantFrom('Hartwell', 'Midwest', 'Trades', 'Nursing', 'North');
  const row = fc.record({
    name: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
    group: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(row, { maxLength: 12, selector: ({ name }) => name }), (rows) => {
      const prefixes = groupedPrefixes(rows);
      const rests = rows.map(({ name }) => name.slice(prefixes.get(name)?.length));
      expect(rows.every(({ name }) => name.startsWith(prefixes.get(name) ?? '-'))).toBe(true);
      expect(rests.every((rest) => rest.trim() !== '')).toBe(true);
      expect(new Set(rests).size).toBe(rows.length);
    }),
  );
});
