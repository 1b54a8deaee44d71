import {
  countZips,
  EARTH_MILES,
  type Geo,
  geoMatcher,
  type GeoMaps,
  geoSchema,
  type ServiceArea,
  serviceAreaSchema,
} from '@paceline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyZip, zipPlace } from '../../lib/zips/zips.ts';

const geo = (parts: Partial<Geo> = {}): Geo => geoSchema.parse(parts);
const exclude = (parts: Partial<Geo['exclude']>): Geo['exclude'] => ({ states: [], zips: [], ...parts });
const AUSTIN = 1;
const campusAt: GeoMaps['campusAt'] = (key) => (key === AUSTIN ? { latitude: 30.2706, longitude: -97.7426 } : null);
const maps: GeoMaps = { campusAt, dmaOf: () => null };
const isIn = (targeting: Geo, zip: string): boolean => geoMatcher(targeting, maps)(zipPlace(zip)!);
const all = [...everyZip()];

describe('a lead is in', () => {
  test.each<[string, Geo, string, boolean]>([
    ['nothing included is the whole US', geo(), '78701', true],
    ['… with its territories', geo(), '00901', true],
    ['… and its armed forces', geo(), '09001', true],
    ['a state', geo({ states: ['US-TX'] }), '78701', true],
    ['another state', geo({ states: ['US-TX'] }), '10001', false],
    ['a listed ZIP code', geo({ zips: ['10001'] }), '10001', true],
    ['a ZIP code beside it', geo({ zips: ['10001'] }), '10002', false],
    ['a state or a listed ZIP code', geo({ states: ['US-TX'], zips: ['10001'] }), '10001', true],
    ['the circle', geo({ radius: { campusKey: AUSTIN, miles: 35 } }), '78664', true],
    ['outside of the circle', geo({ radius: { campusKey: AUSTIN, miles: 35 } }), '78205', false],
    [
      'outside of the circle, in a state',
      geo({ states: ['US-TX'], radius: { campusKey: AUSTIN, miles: 35 } }),
      '78205',
      true,
    ],
    ['a circle about a campus that nobody can place', geo({ radius: { campusKey: 2, miles: 500 } }), '78701', false],
    ['armed forces are in no circle', geo({ radius: { campusKey: AUSTIN, miles: 500 } }), '34001', false],
    ['an excluded state of the whole US', geo({ exclude: exclude({ states: ['US-TX'] }) }), '78701', false],
    ['another than the excluded state', geo({ exclude: exclude({ states: ['US-TX'] }) }), '10001', true],
    [
      'an excluded ZIP code of its state',
      geo({ states: ['US-TX'], exclude: exclude({ zips: ['78701'] }) }),
      '78701',
      false,
    ],
    [
      'what is excluded is out, listed or not',
      geo({ zips: ['78701'], exclude: exclude({ states: ['US-TX'] }) }),
      '78701',
      false,
    ],
    ['DMAs alone take nobody: there is no map of them', geo({ dmas: [635] }), '78701', false],
    ['DMAs beside a state', geo({ dmas: [635], states: ['US-TX'] }), '78701', true],
  ])('%s', (_, targeting, zip, expected) => {
    expect(isIn(targeting, zip)).toBe(expected);
  });
});

describe('the count', () => {
  const count = (targeting: Geo) => countZips(geoMatcher(targeting, maps), all);

  test('is all ZIP codes for the whole US, and a state’s own for a state', () => {
    expect(count(geo()).zips).toBe(all.length);
    const texas = count(geo({ states: ['US-TX'] }));
    expect(texas.byState).toEqual(new Map([['US-TX', all.filter(({ state }) => state === 'US-TX').length]]));
  });

  test('excludes listed ZIP codes that do not exist, and counts none twice', () => {
    expect(count(geo({ zips: ['78701', '00000'] })).zips).toBe(1);
    expect(count(geo({ zips: ['78701'], states: ['US-TX'] })).zips).toBe(count(geo({ states: ['US-TX'] })).zips);
  });
});

describe('any targeting', () => {
  const place = fc.constantFrom(...all);
  const zips = fc.array(
    place.map(({ zip }) => zip),
    { maxLength: 5 },
  );
  const states = fc.array(
    place.map(({ state }) => state),
    { maxLength: 3 },
  );
  const targeting = fc
    .record({
      states,
      zips,
      dmas: fc.array(fc.integer({ min: 500, max: 999 }), { maxLength: 2 }),
      radius: fc.option(fc.record({ campusKey: fc.constant(AUSTIN), miles: fc.integer({ min: 1, max: 500 }) })),
      exclude: fc.record({ states, zips }),
    })
    .map((parts) => geo(parts));

  test('matches nobody in excluded places', () => {
    fc.assert(
      fc.property(targeting, place, (one, lead) => {
        const out = { ...one, exclude: { ...one.exclude, zips: [...one.exclude.zips, lead.zip] } };
        expect(geoMatcher(out, maps)(lead)).toBe(false);
      }),
    );
  });

  test('matches more with every added place, once it is limited', () => {
    fc.assert(
      fc.property(targeting, place, place, (one, added, lead) => {
        const limited = { ...one, zips: [...one.zips, '78701'] };
        const wider = { ...limited, zips: [...limited.zips, added.zip] };
        expect(Number(geoMatcher(wider, maps)(lead))).toBeGreaterThanOrEqual(Number(geoMatcher(limited, maps)(lead)));
      }),
    );
  });

  test('matches as many as it counts', () => {
    fc.assert(
      fc.property(targeting, (one) => {
        const { zips: counted, byState } = countZips(geoMatcher(one, maps), all);
        expect(counted).toBe(all.filter(geoMatcher(one, maps)).length);
        expect([...byState.values()].reduce((sum, of) => sum + of, 0)).toBe(counted);
      }),
      { numRuns: 25 },
    );
  });

  const RADIANS = Math.PI / 180;
  /** Angle between two directions from the earth's center, by cross and dot product instead of haversine. */
  const greatCircle = (
    a: { latitude: number; longitude: number },
    b: { latitude: number; longitude: number },
  ): number => {
    const [x, y, z] = [a, b]
      .map(({ latitude, longitude }) => [
        Math.cos(latitude * RADIANS) * Math.cos(longitude * RADIANS),
        Math.cos(latitude * RADIANS) * Math.sin(longitude * RADIANS),
        Math.sin(latitude * RADIANS),
      ])
      .reduce<number[][]>((axes, point) => point.map((value, axis) => [...(axes[axis] ?? []), value]), []) as [
      [number, number],
      [number, number],
      [number, number],
    ];
    const cross = Math.hypot(y[0] * z[1] - z[0] * y[1], z[0] * x[1] - x[0] * z[1], x[0] * y[1] - y[0] * x[1]);
    return EARTH_MILES * Math.atan2(cross, x[0] * x[1] + y[0] * y[1] + z[0] * z[1]);
  };

  test('uses great-circle distances for a radius', () => {
    const placed = all.flatMap(({ latitude, longitude, ...rest }) =>
      latitude === null || longitude === null ? [] : [{ ...rest, latitude, longitude }],
    );
    const somewhere = fc.constantFrom(...placed);
    fc.assert(
      fc.property(somewhere, somewhere, fc.double({ min: 1, max: 500, noNaN: true }), (campus, lead, someRadius) => {
        const distance = greatCircle(campus, lead);
        const within = (miles: number): boolean =>
          geoMatcher(geo({ radius: { campusKey: 1, miles } }), { campusAt: () => campus, dmaOf: () => null })(lead);
        // Any radius, and a yard on either side of the distance where such a radius is allowed.
        const radii = [someRadius, distance + 0.0006, distance - 0.0006].filter((miles) => miles >= 1 && miles <= 500);
        expect(radii.map(within)).toEqual(radii.map((miles) => distance <= miles));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a service area', () => {
  const CUYAHOGA = '39035';
  const [CLEVELAND, AKRON] = ['44114', '44308'];
  const listed: GeoMaps = { campusAt, dmaOf: (fips) => (fips === CUYAHOGA ? 510 : null) };
  const area = (parts: object): ServiceArea => serviceAreaSchema.parse(parts);
  test.each<[string, ServiceArea, GeoMaps, string, boolean]>([
    ['takes leads of a county', area({ counties: [CUYAHOGA] }), maps, CLEVELAND, true],
    ['and not of the next one', area({ counties: [CUYAHOGA] }), maps, AKRON, false],
    [
      'none of a county that it excludes',
      area({ states: ['US-OH'], exclude: { counties: [CUYAHOGA] } }),
      maps,
      CLEVELAND,
      false,
    ],
    ['of a DMA by the owner’s county list', area({ dmas: [510] }), listed, CLEVELAND, true],
    ['not of a county that the list has not', area({ dmas: [510] }), listed, AKRON, false],
    ['of a DMA nobody without a list', area({ dmas: [510] }), maps, CLEVELAND, false],
    ['none of a DMA that it excludes', area({ exclude: { dmas: [510] } }), listed, CLEVELAND, false],
    ['of the rest of it', area({ exclude: { dmas: [510] } }), listed, AKRON, true],
  ])('%s', (_, one, by, zip, expected) => {
    expect(geoMatcher(one, by)(zipPlace(zip)!)).toBe(expected);
  });
});
