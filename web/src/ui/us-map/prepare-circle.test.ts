import { describe, expect, it } from 'vitest';
import { drawnCircle } from './prepare-circle.ts';
import { stateShapes } from './state-shapes.ts';

const PLACES = {
  'US-TX': { latitude: 31.4, longitude: -99.3 },
  'US-OH': { latitude: 40.3, longitude: -82.8 },
  'US-WA': { latitude: 47.4, longitude: -120.4 },
  'US-FL': { latitude: 28.1, longitude: -81.6 },
  'US-ME': { latitude: 45.3, longitude: -69.2 },
  'US-HI': { latitude: 19.6, longitude: -155.5 },
  'US-AK': { latitude: 64.3, longitude: -152.3 },
} as const;

const pointsOf = (path: string): [number, number][] =>
  path
    .slice(1, -1)
    .split('L')
    .map((pair) => pair.split(' ').map(Number) as [number, number]);
/** Even-odd rule: counts a ray's crossings. */
const isInside = (path: string, [x, y]: readonly [number, number]): boolean => {
  let inside = false;
  for (const ring of path.split('Z').filter(Boolean)) {
    const points = pointsOf(`${ring}Z`);
    points.forEach(([x0, y0], index) => {
      const [x1, y1] = points[(index + 1) % points.length]!;
      if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
    });
  }
  return inside;
};
const shapeOf = (state: string) => stateShapes().find((one) => one.state === state)!;

describe('a circle on the map of the states', () => {
  it.each(Object.entries(PLACES))('around a place in %s lies in it, within a mile of the atlas', (state, place) => {
    const { path, centre } = drawnCircle({ ...place, miles: 20 })!;
    const shape = shapeOf(state).path;
    expect(isInside(shape, centre)).toBe(true);
    expect(pointsOf(path).filter((point) => !isInside(shape, point))).toEqual([]);
  });

  it('extends equally in every direction, by the scale of the map', () => {
    // 1300 units are the earth's radius: 100 miles are 32.8 units, distorted by a few percent in an equal-area projection.
    const { path, centre } = drawnCircle({ ...PLACES['US-TX'], miles: 100 })!;
    const reach = pointsOf(path).map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]));
    expect(Math.min(...reach)).toBeGreaterThan(31.5);
    expect(Math.max(...reach)).toBeLessThan(34);
    const alaska = drawnCircle({ ...PLACES['US-AK'], miles: 100 })!;
    expect(
      Math.hypot(pointsOf(alaska.path)[0]![0] - alaska.centre[0], pointsOf(alaska.path)[0]![1] - alaska.centre[1]),
    ).toBeCloseTo(11.5, 0);
  });

  it('crosses a nearby border', () => {
    const { path } = drawnCircle({ latitude: 39.1, longitude: -84.5, miles: 35 })!;
    const states = ['US-OH', 'US-KY', 'US-IN'].map((state) =>
      pointsOf(path).some((point) => isInside(shapeOf(state).path, point)),
    );
    expect(states).toEqual([true, true, true]);
  });

  it('is not drawn for a place outside the map', () => {
    expect(drawnCircle({ latitude: 18.4, longitude: -66.1, miles: 35 })).toBeNull();
    expect(drawnCircle({ latitude: 13.4, longitude: 144.8, miles: 35 })).toBeNull();
  });
});
