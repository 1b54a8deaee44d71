import { US_STATE_CODES } from '@paceline/contract';
import { expect, test } from 'vitest';
import { campusState, toggleState } from './prepare-geo.ts';
import { NO_GEO } from './prepare-values.ts';
import { readZips, stateOfZip, zipFile, zipsByState } from './prepare-zips.ts';

test.each([
  ['78701', 'US-TX'],
  ['73301', 'US-TX'],
  ['73099', 'US-OK'],
  ['02139', 'US-MA'],
  ['05501', 'US-MA'],
  ['05401', 'US-VT'],
  ['00501', 'US-NY'],
  ['20001', 'US-DC'],
  ['20101', 'US-VA'],
  ['34001', 'US-AA'],
  ['33101', 'US-FL'],
  ['96701', 'US-HI'],
  ['99950', 'US-AK'],
  ['00000', null],
])('%s lies in %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});

test('every state of the map has ZIP codes', () => {
  const all = Array.from({ length: 1_000 }, (_, prefix) => stateOfZip(`${String(prefix).padStart(3, '0')}01`));
  const without = US_STATE_CODES.filter((state) => !all.includes(state));
  expect(without).toEqual(['US-CZ', 'US-AS', 'US-MP', 'US-FM', 'US-MH', 'US-PW']);
});

test('codes are read out of what people paste', () => {
  const text = 'ZIP,State\r\n78701,TX\n"78702";2139\t90210-1234 78701\n99999x 00000 banana';
  expect(readZips(text)).toEqual({ zips: ['02139', '78701', '78702', '90210'], refused: ['99999x', '00000'] });
  expect(readZips('').zips).toEqual([]);
});

test('a file is read back as it was written', () => {
  const zips = ['02139', '10001', '90210'];
  expect(zipFile(zips)).toContain('02139,MA\r\n');
  expect(readZips(zipFile(zips))).toEqual({ zips, refused: [] });
});

test('twenty thousand codes are counted by state at once', () => {
  const zips = Array.from({ length: 20_000 }, (_, index) => String(75_000 + (index % 5_000)).padStart(5, '0'));
  const started = Date.now();
  expect(zipsByState(readZips(zips.join('\n')).zips)).toEqual([{ state: 'US-TX', name: 'Texas', count: 5_000 }]);
  expect(Date.now() - started).toBeLessThan(500);
});

test('a state is included, excluded or neither, never both', () => {
  const texas = toggleState(NO_GEO, 'US-TX', 'include');
  expect(texas.states).toEqual(['US-TX']);
  const out = toggleState(texas, 'US-TX', 'exclude');
  expect([out.states, out.exclude.states]).toEqual([[], ['US-TX']]);
  expect(toggleState(out, 'US-TX', 'exclude')).toEqual(NO_GEO);
  expect(toggleState(out, 'US-TX', 'include').exclude.states).toEqual([]);
});

test('a campus lies in a state, or nobody knows where', () => {
  expect(campusState({ state: 'OH' })).toBe('US-OH');
  expect(campusState({ state: null })).toBeNull();
  expect(campusState(undefined)).toBeNull();
});
