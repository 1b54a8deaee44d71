import { type Geo, geoSchema } from '@paceline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyZip, zipPlace } from '../../lib/zips.ts';
import { type CampusAt, geoCount, geoMatcher, isInGeo } from './geo.rules.ts';

const geo = (parts: Partial<Geo> = {}): Geo => geoSchema.parse(parts);
const exclude = (parts: Partial<Geo['exclude']>): Geo['exclude'] => ({ states: [], zips: [], ...parts });
const AUSTIN = 1;
const campusAt: CampusAt = (key) => (key === AUSTIN ? { latitude: 30.2706, longitude: -97.7426 } : null);
const isIn = (targeting: Geo, zip: string): boolean => isInGeo(targeting, zipPlace(zip)!, campusAt);
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
  const count = (targeting: Geo) => geoCount(targeting, campusAt, all);

  test('of the whole US is all ZIP codes, of a state its own', () => {
    expect(count(geo()).zips).toBe(all.length);
    const texas = count(geo({ states: ['US-TX'] }));
    expect(texas.byState).toEqual(new Map([['US-TX', all.filter(({ state }) => state === 'US-TX').length]]));
  });

  test('does not count a listed ZIP code that does not exist, nor one twice', () => {
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

  test('takes nobody from what it excludes', () => {
    fc.assert(
      fc.property(targeting, place, (one, lead) => {
        const out = { ...one, exclude: { ...one.exclude, zips: [...one.exclude.zips, lead.zip] } };
        expect(isInGeo(out, lead, campusAt)).toBe(false);
      }),
    );
  });

  test('takes more with every place that is added, once it is limited at all', () => {
    fc.assert(
      fc.property(targeting, place, place, (one, added, lead) => {
        const limited = { ...one, zips: [...one.zips, '78701'] };
        const wider = { ...limited, zips: [...limited.zips, added.zip] };
        expect(Number(isInGeo(wider, lead, campusAt))).toBeGreaterThanOrEqual(Number(isInGeo(limited, lead, campusAt)));
      }),
    );
  });

  test('counts as many as it takes', () => {
    fc.assert(
      fc.property(targeting, (one) => {
        const { zips: counted, byState } = geoCount(one, campusAt, all);
        expect(counted).toBe(all.filter(geoMatcher(one, campusAt)).length);
        expect([...byState.values()].reduce((sum, of) => sum + of, 0)).toBe(counted);
      }),
      { numRuns: 25 },
    );
  });
});
