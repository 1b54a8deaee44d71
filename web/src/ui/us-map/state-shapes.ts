import { type UsState, usStateOf } from '@paceline/contract';
import { feature } from 'topojson-client';
import atlas from 'us-atlas/states-albers-10m.json';

type Point = readonly [x: number, y: number];
type Ring = readonly Point[];

interface StateShape {
  state: UsState;
  /** The outline as an SVG path. */
  path: string;
  /** Centre of its largest piece, where a number fits. */
  middle: Point;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const pathOf = (ring: Ring): string => `M${ring.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;

const boxOf = (ring: Ring) => {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};
const areaOf = (ring: Ring): number => {
  const { left, right, top, bottom } = boxOf(ring);
  return (right - left) * (bottom - top);
};
/** Centre of gravity: the middle of the bounding box would be outside a state with a panhandle. */
const middleOf = (ring: Ring): Point => {
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([x0, y0], index) => {
    const [x1, y1] = ring[(index + 1) % ring.length]!;
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  });
  const { left, right, top, bottom } = boxOf(ring);
  return area === 0 ? [(left + right) / 2, (top + bottom) / 2] : [x / (3 * area), y / (3 * area)];
};

interface Feature {
  properties: { name: string };
  geometry: { type: string; coordinates: unknown };
}

const ringsOf = ({ type, coordinates }: Feature['geometry']): Ring[] =>
  type === 'Polygon' ? (coordinates as Ring[]) : (coordinates as Ring[][]).flat();

let cache: StateShape[] | null = null;

/** The fifty states and DC, with Alaska and Hawaii as insets. */
export const stateShapes = (): readonly StateShape[] => {
  if (cache !== null) return cache;
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const states = topology.objects['states'];
  if (states === undefined) throw new Error('The atlas has no states');
  const { features } = feature(topology, states) as unknown as { features: Feature[] };
  cache = features.flatMap(({ properties, geometry }) => {
    const state = usStateOf(properties.name);
    const rings = ringsOf(geometry);
    const largest = rings.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
    if (state === null || largest === undefined) return [];
    return [{ state, path: rings.map(pathOf).join(''), middle: middleOf(largest) }];
  });
  return cache;
};
