import { expect, it } from 'vitest';
import { readJson, writeJson } from './json-storage.ts';

it('returns what was written', () => {
  writeJson(localStorage, 'k', { a: [1, null] });
  expect(readJson(localStorage, 'k')).toEqual({ a: [1, null] });
});

it('throws no error if storage is refused', () => {
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

it('treats invalid JSON as missing', () => {
  localStorage.setItem('k', '{"a":');
  expect(readJson(localStorage, 'k')).toBeNull();
});
