import { EARTH_MILES } from '@paceline/contract';
import { MAP_HEIGHT, MAP_WIDTH } from './map-size.ts';

type Point = readonly [x: number, y: number];
interface Place {
  latitude: number;
  longitude: number;
}
export interface Circle extends Place {
  miles: number;
}

const RADIANS = Math.PI / 180;
/** Scale of the atlas's projected drawing of the states. */
const SCALE = 1300;
const MIDDLE: Point = [MAP_WIDTH / 2, MAP_HEIGHT / 2];

interface Cone {
  parallels: readonly [number, number];
  /** Projection parameters: which place is drawn where; `at` is the offset from the middle, in parts of the scale. */
  centre: Place;
  rotate: number;
  scale: number;
  at: Point;
}

/** The atlas's projection: Albers for the lower states, with separate cones for the two insets. */
const LOWER: Cone = {
  parallels: [29.5, 45.5],
  centre: { latitude: 38.7, longitude: -0.6 },
  rotate: 96,
  scale: 1,
  at: [0, 0],
};
const ALASKA: Cone = {
  parallels: [55, 65],
  centre: { latitude: 58.5, longitude: -2 },
  rotate: 154,
  scale: 0.35,
  at: [-0.307, 0.201],
};
const HAWAII: Cone = {
  parallels: [8, 18],
  centre: { latitude: 19.9, longitude: -3 },
  rotate: 157,
  scale: 1,
  at: [-0.205, 0.212],
};

/** The part of the drawing a place belongs to; null for territories, which are not drawn. */
const coneOf = ({ latitude, longitude }: Place): Cone | null => {
  if (latitude > 51 && longitude < -129) return ALASKA;
  if (latitude > 18 && latitude < 23 && longitude > -161 && longitude < -154) return HAWAII;
  return latitude > 24 && latitude < 50 && longitude > -125 && longitude < -66 ? LOWER : null;
};

const projected = (
  { parallels: [south, north], centre, rotate, scale, at }: Cone,
  { latitude, longitude }: Place,
): Point => {
  const n = (Math.sin(south * RADIANS) + Math.sin(north * RADIANS)) / 2;
  const c = 1 + Math.sin(south * RADIANS) * (2 * n - Math.sin(south * RADIANS));
  const raw = (lambda: number, phi: number): Point => {
    const radius = Math.sqrt(c - 2 * n * Math.sin(phi * RADIANS)) / n;
    return [radius * Math.sin(lambda * RADIANS * n), Math.sqrt(c) / n - radius * Math.cos(lambda * RADIANS * n)];
  };
  // The far end of the Aleutians is beyond the date line.
  const turned = ((longitude + rotate + 540) % 360) - 180;
  const [x, y] = raw(turned, latitude);
  const [x0, y0] = raw(centre.longitude, centre.latitude);
  return [MIDDLE[0] + SCALE * (at[0] + scale * (x - x0)), MIDDLE[1] + SCALE * (at[1] - scale * (y - y0))];
};

/** A place's point on the drawing; null if it is not drawn. */
export const drawnAt = (place: Place): Point | null => {
  const cone = coneOf(place);
  return cone === null ? null : projected(cone, place);
};

/** Miles per unit of the drawing at a place, accurate to about 2 %. */
export const milesPerStep = (place: Place): number => EARTH_MILES / (SCALE * (coneOf(place)?.scale ?? 1));

/** The place at a distance in a direction. */
const awayFrom = ({ latitude, longitude, miles }: Circle, direction: number): Place => {
  const angle = miles / EARTH_MILES;
  const [phi, turn] = [latitude * RADIANS, direction * RADIANS];
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(turn);
  const lambda = Math.atan2(Math.sin(turn) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * sine);
  return { latitude: Math.asin(sine) / RADIANS, longitude: longitude + lambda / RADIANS };
};

interface DrawnCircle {
  path: string;
  centre: Point;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The circle on the drawing, point by point in steps of a degree; null if the place is not drawn. */
export const drawnCircle = (circle: Circle): DrawnCircle | null => {
  const cone = coneOf(circle);
  if (cone === null) return null;
  const points = Array.from({ length: 120 }, (_, index) => projected(cone, awayFrom(circle, index * 3)));
  return {
    path: `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`,
    centre: projected(cone, circle),
  };
};
