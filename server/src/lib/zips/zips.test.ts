import { US_STATE_CODES } from '@paceline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeoPoint, milesBetween } from '@paceline/contract';
import { everyZip, zipPlace, zipsWithin } from './zips.ts';

const AUSTIN = { latitude: 30.2706, longitude: -97.7426 };
const all = [...everyZip()];
const located = all.filter(({ latitude }) => latitude !== null);

test.each([
  ['78701', 'Austin', 'US-TX', 'Travis', '48453'],
  ['02139', 'Cambridge', 'US-MA', 'Middlesex', '25017'],
  ['00501', 'Holtsville', 'US-NY', 'Suffolk', '36103'],
  ['20001', 'Washington', 'US-DC', 'District of Columbia', '11001'],
  // Connecticut has the counties of the map, not the planning regions of 2022.
  ['06103', 'Hartford', 'US-CT', 'Hartford', '09003'],
  ['99950', 'Ketchikan', 'US-AK', 'Ketchikan Gateway', '02130'],
  ['00901', 'San Juan', 'US-PR', 'San Juan', '72127'],
  ['96910', 'Hagatna', 'US-GU', 'Guam', '66010'],
  ['00802', 'St Thomas', 'US-VI', 'St. Thomas', '78030'],
  ['96799', 'Pago Pago', 'US-AS', 'Western', '60050'],
])('%s is %s in %s, county %s', (zip, place, state, county, fips) => {
  expect(zipPlace(zip)).toMatchObject({ zip, place, state, county, fips });
});

test.each([
  ['09001', 'APO', 'US-AE'],
  ['34001', 'APO', 'US-AA'],
  ['96201', 'APO', 'US-AP'],
])('%s is military mail: a region without a location', (zip, place, state) => {
  expect(zipPlace(zip)).toEqual({ zip, place, state, county: null, fips: null, latitude: null, longitude: null });
});

test.each(['00000', '99999', '7870', '787011', '78701-1234', '', 'ABCDE', '７８７０１', ' 8701'])(
  '%j is not a ZIP code',
  (text) => {
    expect(zipPlace(text)).toBeNull();
  },
);

describe('the table', () => {
  test('has each code once, in order, with a state', () => {
    expect(all.length).toBe(42_010);
    expect(all.every(({ zip }, index) => index === 0 || zip > all[index - 1]!.zip)).toBe(true);
    expect(all.filter(({ place }) => place === '')).toEqual([]);
    const without = US_STATE_CODES.filter((state) => !all.some((one) => one.state === state));
    expect(without).toEqual(['US-CZ']);
  });

  test('has the location of every code except military ones', () => {
    const nowhere = new Set(all.filter(({ latitude }) => latitude === null).map(({ state }) => state));
    expect([...nowhere].toSorted()).toEqual(['US-AA', 'US-AE', 'US-AP']);
    expect(located.every(({ latitude, longitude }) => Math.abs(latitude!) < 72 && Math.abs(longitude!) <= 180)).toBe(
      true,
    );
  });

  test('has both the name and the number of a county, or neither', () => {
    const wrong = all.filter(
      ({ county, fips }) => (county === null) !== (fips === null) || !/^(\d{5})?$/.test(fips ?? ''),
    );
    expect(wrong).toEqual([]);
    expect(all.filter(({ fips }) => fips === null).length).toBe(826);
  });
});

describe('distance', () => {
  const point = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const halfWay = Math.PI * 3958.7613;

  test('is symmetric, zero to itself, and at most half the circumference of the earth', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const miles = milesBetween(a, b);
        expect(miles).toBeCloseTo(milesBetween(b, a), 6);
        expect(miles).toBeGreaterThanOrEqual(0);
        expect(miles).toBeLessThanOrEqual(halfWay);
        expect(milesBetween(a, a)).toBe(0);
      }),
    );
  });

  test('satisfies the triangle inequality', () => {
    // For nearly antipodal points the haversine loses half of a number's digits: a ten-thousandth of a mile.
    const rounding = 0.001;
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(milesBetween(a, c)).toBeLessThanOrEqual(milesBetween(a, b) + milesBetween(b, c) + rounding);
      }),
    );
  });

  test.each<[string, GeoPoint, GeoPoint, number]>([
    ['a degree of latitude', { latitude: 30, longitude: -97 }, { latitude: 31, longitude: -97 }, 69.0934],
    ['half round the earth', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, halfWay],
    ['across the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 69.0934],
    // New York to Los Angeles.
    ['the country', { latitude: 40.7128, longitude: -74.006 }, { latitude: 34.0522, longitude: -118.2437 }, 2445.56],
  ])('of %s is known', (_, a, b, miles) => {
    expect(milesBetween(a, b)).toBeCloseTo(miles, 1);
  });
});

describe('ZIP codes within a distance', () => {
  test('of Austin are first those of Austin, then of Round Rock, then of San Antonio', () => {
    expect(zipsWithin(AUSTIN, 1)).toContain('78701');
    expect(zipsWithin(AUSTIN, 5)).not.toContain('78664');
    expect(zipsWithin(AUSTIN, 35)).toContain('78664');
    expect(zipsWithin(AUSTIN, 35)).not.toContain('78205');
    expect(zipsWithin(AUSTIN, 90)).toContain('78205');
  });

  test('grow with the distance, and have their centre within it', () => {
    const start = fc.constantFrom(...located);
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 500 }), ({ zip, latitude, longitude }, miles) => {
        const at = { latitude: latitude!, longitude: longitude! };
        const zips = new Set(zipsWithin(at, miles));
        expect(zips.has(zip)).toBe(true);
        const near = located.filter(
          (one) => milesBetween(at, { latitude: one.latitude!, longitude: one.longitude! }) <= miles,
        );
        expect(zips).toEqual(new Set(near.map((one) => one.zip)));
        expect(zipsWithin(at, miles / 2).every((one) => zips.has(one))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
