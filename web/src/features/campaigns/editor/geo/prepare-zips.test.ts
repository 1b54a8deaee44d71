import { type GeoCount, US_STATE_CODES } from '@paceline/contract';
import { expect, test } from 'vitest';
import { countText, geoNotes, partlyIn, toggleState } from './prepare-geo.ts';
import { NO_GEO } from '../prepare/prepare-values.ts';
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
])('%s is in %s', (zip, state) => {
  expect(stateOfZip(zip)).toBe(state);
});

test('every state of the map has ZIP codes', () => {
  const all = Array.from({ length: 1_000 }, (_, prefix) => stateOfZip(`${String(prefix).padStart(3, '0')}01`));
  const without = US_STATE_CODES.filter((state) => !all.includes(state));
  expect(without).toEqual(['US-CZ', 'US-AS', 'US-MP', 'US-FM', 'US-MH', 'US-PW']);
});

test('codes are found in pasted text', () => {
  const text = 'ZIP,State\r\n78701,TX\n"78702";2139\t90210-1234 78701\n99999x 00000 banana';
  expect(readZips(text)).toEqual({ zips: ['02139', '78701', '78702', '90210'], refused: ['99999x', '00000'] });
  expect(readZips('').zips).toEqual([]);
});

test('a file round-trips', () => {
  const zips = ['02139', '10001', '90210'];
  expect(zipFile(zips)).toContain('02139,MA\r\n');
  expect(readZips(zipFile(zips))).toEqual({ zips, refused: [] });
});

test('two hundred thousand codes are counted by state in one pass', () => {
  const zips = Array.from({ length: 200_000 }, (_, index) => String(75_000 + (index % 5_000)).padStart(5, '0'));
  const before = process.threadCpuUsage();
  expect(zipsByState(readZips(zips.join('\n')).zips)).toEqual([{ state: 'US-TX', name: 'Texas', count: 5_000 }]);
  // CPU time, not elapsed time.
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
});

test('a state is included, excluded or neither, never both', () => {
  const texas = toggleState(NO_GEO, 'US-TX', 'include');
  expect(texas.states).toEqual(['US-TX']);
  const out = toggleState(texas, 'US-TX', 'exclude');
  expect([out.states, out.exclude.states]).toEqual([[], ['US-TX']]);
  expect(toggleState(out, 'US-TX', 'exclude')).toEqual(NO_GEO);
  expect(toggleState(out, 'US-TX', 'include').exclude.states).toEqual([]);
});

const counted = (parts: Partial<GeoCount> = {}): GeoCount => ({
  zips: 120,
  byState: [
    { state: 'US-TX', zips: 100 },
    { state: 'US-OK', zips: 20 },
  ],
  unknown: 0,
  unknownZips: [],
  unknownDmas: [],
  served: null,
  circle: null,
  ...parts,
});
const RADIUS = { campusKey: 1, miles: 35 };
const CIRCLE = { latitude: 33, longitude: -97, miles: 35 };

test('notes about the places appear only where needed', () => {
  expect(countText(counted())).toBe('120 ZIP codes');
  expect(geoNotes(NO_GEO, counted())).toEqual([]);
  expect(geoNotes({ ...NO_GEO, radius: RADIUS }, counted({ circle: CIRCLE }))).toEqual([]);
  expect(geoNotes({ ...NO_GEO, radius: RADIUS, dmas: [635] }, counted({ zips: 0, unknownDmas: [635] }))).toEqual([
    'These DMA codes are not in the owner’s county list, so they take no leads: 635.',
    'The campus has neither coordinates nor a known ZIP code, so its radius takes no leads.',
    'No ZIP code is left: the campaign would take no leads.',
  ]);
  expect(geoNotes(NO_GEO, counted({ served: { zips: 400, refused: 1_200 } }))).toEqual([
    '1,200 more of these ZIP codes are refused: the campuses do not serve them.',
  ]);
  expect(geoNotes(NO_GEO, counted({ served: { zips: 400, refused: 0 } }))).toEqual([
    'The campuses serve 400 ZIP codes; this targeting stays within them.',
  ]);
  expect(geoNotes(NO_GEO, counted({ unknown: 1, unknownZips: ['00001'] }))).toEqual([
    'This ZIP code does not exist: 00001.',
  ]);
  const many = ['00001', '00002', '00003', '00004', '00005', '00006'];
  expect(geoNotes(NO_GEO, counted({ unknown: 1_200, unknownZips: many }))).toEqual([
    'These ZIP codes do not exist: 00001, 00002, 00003, 00004, 00005 and 1,195 more.',
  ]);
});

test('a partly included state shows its share; a whole one does not', () => {
  const geo = { ...NO_GEO, states: ['US-TX' as const], radius: RADIUS };
  expect(partlyIn(geo, counted({ circle: CIRCLE }))).toEqual(new Map([['US-OK', 20]]));
  expect(partlyIn(NO_GEO, counted())).toEqual(new Map());
});
