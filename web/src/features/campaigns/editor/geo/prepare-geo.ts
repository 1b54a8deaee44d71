import { type Geo, type GeoCount, type UsState } from '@paceline/contract';
import { formatCount } from '../../../../lib/text/format.ts';

export type Side = 'include' | 'exclude';

/** Includes, excludes or clears a state; it is never both included and excluded. */
export const toggleState = (geo: Geo, state: UsState, side: Side): Geo => {
  const here = side === 'include' ? geo.states : geo.exclude.states;
  const without = (states: readonly UsState[]) => states.filter((one) => one !== state);
  const toggled = here.includes(state) ? without(here) : [...here, state].toSorted();
  return side === 'include'
    ? { ...geo, states: toggled, exclude: { ...geo.exclude, states: without(geo.exclude.states) } }
    : { ...geo, states: without(geo.states), exclude: { ...geo.exclude, states: toggled } };
};

const MAX_NAMED = 5;

/** Sentence with the number of ZIP codes that leads are accepted from. */
export const countText = ({ zips }: GeoCount): string => (zips === 1 ? '1 ZIP code' : `${formatCount(zips)} ZIP codes`);

/** Warnings about the chosen places; empty if there are none. */
export const geoNotes = (geo: Geo, { zips, unknown, unknownZips, unknownDmas, served, circle }: GeoCount): string[] => {
  const named = unknownZips.slice(0, MAX_NAMED).join(', ');
  const more = unknown > MAX_NAMED ? ` and ${formatCount(unknown - MAX_NAMED)} more` : '';
  return [
    ...(unknownDmas.length > 0
      ? [`These DMA codes are not in the owner’s county list, so they take no leads: ${unknownDmas.join(', ')}.`]
      : []),
    ...(served !== null
      ? [
          served.refused > 0
            ? `${formatCount(served.refused)} more of these ZIP codes are refused: the campuses do not serve them.`
            : `The campuses serve ${formatCount(served.zips)} ZIP codes; this targeting stays within them.`,
        ]
      : []),
    ...(geo.radius !== null && circle === null
      ? ['The campus has neither coordinates nor a known ZIP code, so its radius takes no leads.']
      : []),
    ...(unknown > 0
      ? [`${unknown === 1 ? 'This ZIP code does' : 'These ZIP codes do'} not exist: ${named}${more}.`]
      : []),
    ...(zips === 0 ? ['No ZIP code is left: the campaign would take no leads.'] : []),
  ];
};

/** Number of included ZIP codes of partly included states, by listed codes and the radius. */
export const partlyIn = (geo: Geo, { byState, zips: total }: GeoCount): Map<UsState, number> => {
  const isWhole = geo.states.length + geo.zips.length + geo.dmas.length === 0 && geo.radius === null;
  const parts = isWhole || total === 0 ? [] : byState.filter(({ state }) => !geo.states.includes(state));
  return new Map(parts.map(({ state, zips }) => [state, zips]));
};
