import { formatMetricValue } from '../values/formats.ts';
import { type GeoPlaces } from './geo-match.ts';
import { US_STATES } from './us-states.ts';

const formatCount = (count: number): string => formatMetricValue({ kind: 'count' }, count);

const stateNames = (states: GeoPlaces['states']): string[] => {
  if (states.length > 4) return [`${formatCount(states.length)} states`];
  return states.length === 0 ? [] : [states.map((state) => US_STATES[state]).join(', ')];
};
const counted = (list: readonly unknown[] | undefined, one: string, many: string): string[] =>
  list === undefined || list.length === 0 ? [] : [`${formatCount(list.length)} ${list.length === 1 ? one : many}`];

/** The targeted area in one line. */
export const geoText = (places: GeoPlaces, campusName?: string): string => {
  const { states, dmas, zips, radius } = places;
  const exclude: { counties?: string[]; dmas?: number[] } & GeoPlaces['exclude'] = places.exclude;
  const inside = [
    ...stateNames(states),
    ...counted('counties' in places ? places.counties : [], 'county', 'counties'),
    ...counted(dmas, 'DMA', 'DMAs'),
    ...counted(zips, 'ZIP code', 'ZIP codes'),
    ...(radius === null ? [] : [`${formatCount(radius.miles)} miles around ${campusName ?? 'a campus'}`]),
  ];
  const outside = [
    ...stateNames(exclude.states),
    ...counted(exclude.counties, 'county', 'counties'),
    ...counted(exclude.dmas, 'DMA', 'DMAs'),
    ...counted(exclude.zips, 'ZIP code', 'ZIP codes'),
  ];
  const where = inside.length === 0 ? 'No limit: whole US' : inside.join(' and ');
  return outside.length === 0 ? where : `${where}, without ${outside.join(' and ')}`;
};
