import { type Campus, type Geo, isUsState, type UsState } from '@paceline/contract';

export type Side = 'include' | 'exclude';

/** Puts a state on a side or takes it off; it is never on both. */
export const toggleState = (geo: Geo, state: UsState, side: Side): Geo => {
  const here = side === 'include' ? geo.states : geo.exclude.states;
  const without = (states: readonly UsState[]) => states.filter((one) => one !== state);
  const toggled = here.includes(state) ? without(here) : [...here, state].toSorted();
  return side === 'include'
    ? { ...geo, states: toggled, exclude: { ...geo.exclude, states: without(geo.exclude.states) } }
    : { ...geo, states: without(geo.states), exclude: { ...geo.exclude, states: toggled } };
};

/** `US-TX` for a campus, whose state goes without its country. */
export const campusState = (campus: Pick<Campus, 'state'> | undefined): UsState | null => {
  const code = `US-${campus?.state ?? ''}`;
  return isUsState(code) ? code : null;
};
