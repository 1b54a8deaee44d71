import { expect, it } from 'vitest';
import { readJson, writeJson } from './json-storage.ts';

it('gives back what was written', () => {
  writeJson(localStorage, 'k', { a: [1, null] });
  expect(readJson(localStorage, 'k')).toEqual({ a: [1, null] });
});

it('refuses nothing, in the words for each storage', () => {
  expect(() => writeJson(localStorage, 'k', null)).toThrow('The data to store in local storage is null');
  expect(() => writeJson(sessionStorage, 'k', undefined)).toThrow('The data to store in session storage is null');
  expect(localStorage.getItem('k')).toBeNull();
});

it('refuses what is not JSON', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  for (const value of [cycle, () => 1, 10n])
    expect(() => writeJson(localStorage, 'k', value)).toThrow(
      'The data stored in local storage must be in JSON format only',
    );
});

it('reads what is no JSON as absent', () => {
  localStorage.setItem('k', '{"a":');
  expect(readJson(localStorage, 'k')).toBeNull();
});
