import { feature } from 'topojson-client';
import atlas from 'us-atlas/states-albers-10m.json';
import { registerMap, US_MAP } from './echarts.ts';

/** The atlas is projected with y pointing down, while a chart's y points up: its coordinates are flipped. */
const flip = (point: unknown): unknown => {
  if (!Array.isArray(point)) return point;
  const [x, y] = point as [unknown, unknown];
  return typeof x === 'number' && typeof y === 'number' ? [x, -y] : point.map(flip);
};

let registered = false;

/** The fifty states and DC, with Alaska and Hawaii as insets. */
export const registerUsMap = (): void => {
  if (registered) return;
  registered = true;
  const topology = atlas as unknown as Parameters<typeof feature>[0];
  const states = topology.objects['states'];
  if (states === undefined) throw new Error('The atlas has no states');
  const collection = feature(topology, states) as { features: { geometry: { coordinates: unknown } }[] };
  const features = collection.features.map((one) => ({
    ...one,
    geometry: { ...one.geometry, coordinates: flip(one.geometry.coordinates) },
  }));
  registerMap(US_MAP, { geoJSON: { type: 'FeatureCollection', features } as never, specialAreas: {} });
};
