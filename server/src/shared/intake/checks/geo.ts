import { geoMatcher, type GeoPlaces, geoText, type GeoZip, hasNoLimit, type UsState } from '@paceline/contract';
import { everyZip, zipPlace } from '../../../lib/zips/zips.ts';
import { type CampaignRules } from '../campaign-rules.ts';
import { type Check, type CheckInput, type CheckResult } from '../check.ts';
import { areasFor, areasOf, geoMapsOf } from '../served.rules.ts';
import { failed, PASSED } from './check-results.ts';

/** Cached per targeting, which may list twenty thousand ZIP codes and is shared by many posts. */
const matchers = new WeakMap<GeoPlaces, (place: GeoZip) => boolean>();
const isInside = (places: GeoPlaces, rules: CampaignRules, place: GeoZip): boolean => {
  const matcher = matchers.get(places);
  if (matcher !== undefined) return matcher(place);
  const matches = geoMatcher(places, geoMapsOf(rules));
  matchers.set(places, matches);
  return matches(place);
};

type Asked = Pick<CheckInput['lead'], 'programCode' | 'campusCode'>;

/** Area lists, each of which must contain the lead's ZIP code: the campaign's, and the served area. */
const targetingsOf = ({ lead, rules }: { lead: Asked; rules: CampaignRules }): GeoPlaces[][] => [
  [rules.geo],
  ...[areasFor(rules, lead) ?? []].filter((areas) => areas.length > 0),
];

/** Whether a campaign takes leads from a ZIP code, for the requested program or campus. */
export const isTakenFrom = (rules: CampaignRules, lead: Asked, place: GeoZip): boolean =>
  targetingsOf({ lead, rules }).every((anyOf) => anyOf.some((places) => isInside(places, rules, place)));

const outside = (): CheckResult =>
  failed('SCR', { code: 'GEO_NOT_ALLOWED', field: 'zip', message: 'ZIP code is outside the campaign’s area.' });

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
    if (targetingsOf(input).flat().every(hasNoLimit)) return PASSED;
    const place = lead.zip === null ? null : zipPlace(lead.zip);
    if (place === null) return input.partial === true ? PASSED : outside();
    return isTakenFrom(rules, lead, place) ? PASSED : outside();
  },
  explain: (input) => ({
    value: input.lead.zip,
    rule: targetingsOf(input)
      .map((anyOf) => anyOf.map((places) => geoText(places)).join(' or '))
      .join('; and '),
  }),
};

/** Cached per rules, as every ZIP code has to be checked. */
const targetedStates = new WeakMap<CampaignRules, ReadonlySet<UsState>>();

/** Whether any place of a state is targeted, for clicks without a ZIP code: a lead of another state is always refused. */
export const isTargetedState = (rules: CampaignRules, state: UsState): boolean => {
  const areas = areasOf(rules, rules.programs);
  if (hasNoLimit(rules.geo) && (areas ?? []).every(hasNoLimit)) return true;
  let stateSet = targetedStates.get(rules);
  if (stateSet === undefined) {
    const states = new Set<UsState>();
    for (const place of everyZip()) {
      if (states.has(place.state) || !isInside(rules.geo, rules, place)) continue;
      if (areas === null || areas.some((area) => isInside(area, rules, place))) states.add(place.state);
    }
    stateSet = states;
    targetedStates.set(rules, stateSet);
  }
  return stateSet.has(state);
};
