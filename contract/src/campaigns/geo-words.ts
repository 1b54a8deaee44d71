import { formatMetricValue } from '../core/formats.ts';
import { US_STATES } from '../core/us-states.ts';
import { type Geo } from './targeting.ts';

const formatCount = (count: number): string => formatMetricValue({ kind: 'count' }, count);
const counted = (count: number, one: string): string => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;

const stateNames = (states: Geo['states']): string =>
  states.length <= 4 ? states.map((state) => US_STATES[state]).join(', ') : counted(states.length, 'state');

/** Where leads may live, in a line. */
export const geoText = ({ states, dmas, zips, radius, exclude }: Geo, campusName?: string): string => {
  const inside = [
    ...(states.length > 0 ? [stateNames(states)] : []),
    ...(dmas.length > 0 ? [counted(dmas.length, 'DMA')] : []),
    ...(zips.length > 0 ? [counted(zips.length, 'ZIP code')] : []),
    ...(radius === null ? [] : [`${formatCount(radius.miles)} miles around ${campusName ?? 'a campus'}`]),
  ];
  const outside = [
    ...(exclude.states.length > 0 ? [stateNames(exclude.states)] : []),
    ...(exclude.zips.length > 0 ? [counted(exclude.zips.length, 'ZIP code')] : []),
  ];
  const where = inside.length === 0 ? 'No limit: whole US' : inside.join(' and ');
  return outside.length === 0 ? where : `${where}, without ${outside.join(' and ')}`;
};
