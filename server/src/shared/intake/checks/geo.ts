import { type Geo, type UsState } from '@paceline/contract';
import { everyZip, zipPlace } from '../../../lib/zips.ts';
import { type CampaignRules } from '../campaign-rules.ts';
import { type Check, type CheckInput, type CheckResult } from '../check.ts';
import { type CampusAt, geoMatcher, type GeoZip, isWholeUs } from '../geo.rules.ts';
import { findProgram } from '../placement.rules.ts';
import { failed, PASSED } from './words.ts';

/** A targeting lists up to twenty thousand ZIP codes: read once for all the posts that share it. */
const matchers = new WeakMap<Geo, (place: GeoZip) => boolean>();
const isInside = (geo: Geo, rules: CampaignRules, place: GeoZip): boolean => {
  const known = matchers.get(geo);
  if (known !== undefined) return known(place);
  const campusAt: CampusAt = (campusKey) => rules.campusPlaces.get(campusKey) ?? null;
  const made = geoMatcher(geo, campusAt);
  matchers.set(geo, made);
  return made(place);
};

const hasNoLimit = (geo: Geo): boolean =>
  isWholeUs(geo) && geo.exclude.states.length === 0 && geo.exclude.zips.length === 0;

/** The campaign's places, and those of the campus that the lead asks for, which it can only narrow. */
const targetingsOf = ({ lead, rules }: CheckInput): Geo[] => {
  const campusKey = findProgram(rules, lead)?.campusKey;
  const ofCampus = campusKey === undefined ? undefined : rules.campusGeo.get(campusKey);
  return ofCampus === undefined ? [rules.geo] : [rules.geo, ofCampus];
};

const outside = (): CheckResult =>
  failed('SCR', { code: 'GEO_NOT_ALLOWED', field: 'zip', message: 'ZIP code is outside the campaign’s area.' });

const parts = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];

const geoWords = (geo: Geo): string => {
  const included = [
    ...parts(geo.states.length, 'state', 'states'),
    ...parts(geo.dmas.length, 'DMA', 'DMAs'),
    ...parts(geo.zips.length, 'ZIP code', 'ZIP codes'),
    ...(geo.radius === null ? [] : [`${geo.radius.miles} miles around a campus`]),
  ];
  const excluded = [
    ...parts(geo.exclude.states.length, 'state', 'states'),
    ...parts(geo.exclude.zips.length, 'ZIP code', 'ZIP codes'),
  ];
  const within = included.length === 0 ? 'No limit: whole US' : included.join(', ');
  return excluded.length === 0 ? within : `${within}, without ${excluded.join(' and ')}`;
};

export const zipAndState: Check = {
  id: 'zipAndState',
  title: 'ZIP code and state',
  skippedBy: ['scrub'],
  run: ({ lead }) => {
    const place = lead.zip === null ? null : zipPlace(lead.zip);
    if (place === null || lead.state === null || place.state === `US-${lead.state}`) return PASSED;
    return failed('INV', { code: 'ZIP_STATE_MISMATCH', field: 'zip', message: 'ZIP code does not match state.' });
  },
  explain: ({ lead }) => {
    const place = lead.zip === null ? null : zipPlace(lead.zip);
    const value = [lead.state, lead.zip].filter((part) => part !== null).join(' ');
    const rule = place === null ? null : `${place.zip} is in ${place.place}, ${place.state.slice('US-'.length)}`;
    return { value: value || null, rule };
  },
};

export const geo: Check = {
  id: 'geo',
  title: 'Geo targeting',
  skippedBy: ['scrub'],
  run: (input) => {
    const { lead, rules } = input;
    const targetings = targetingsOf(input).filter((one) => !hasNoLimit(one));
    if (targetings.length === 0) return PASSED;
    const place = lead.zip === null ? null : zipPlace(lead.zip);
    if (place === null) return input.partial === true ? PASSED : outside();
    return targetings.every((one) => isInside(one, rules, place)) ? PASSED : outside();
  },
  explain: (input) => ({ value: input.lead.zip, rule: targetingsOf(input).map(geoWords).join('; and ') }),
};

/** Worked out once for all the clicks that share the rules: every ZIP code is looked at. */
const targetedStates = new WeakMap<CampaignRules, ReadonlySet<UsState>>();

/** What the campuses of the campaign serve: one of them is enough. A campus without a list serves everybody. */
const campusAreas = ({ programs, campusGeo }: CampaignRules): Geo[] => {
  const areas = [...new Set(programs.map(({ campusKey }) => campusKey))].map((key) => campusGeo.get(key));
  return areas.includes(undefined) ? [] : areas.filter((area) => area !== undefined);
};

/** Whether any place of a state is targeted, for what tells no ZIP code: a lead of another state is refused wherever it is. */
export const isTargetedState = (rules: CampaignRules, state: UsState): boolean => {
  const areas = campusAreas(rules);
  if (hasNoLimit(rules.geo) && areas.every(hasNoLimit)) return true;
  let known = targetedStates.get(rules);
  if (known === undefined) {
    const states = new Set<UsState>();
    for (const place of everyZip()) {
      if (states.has(place.state) || !isInside(rules.geo, rules, place)) continue;
      if (areas.length === 0 || areas.some((area) => isInside(area, rules, place))) states.add(place.state);
    }
    known = states;
    targetedStates.set(rules, known);
  }
  return known.has(state);
};
