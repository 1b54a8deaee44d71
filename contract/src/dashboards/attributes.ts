import { DIMENSIONS, type DimensionKey } from '../core/metrics/report-dimensions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** What is asked of people in a lead, by the name that attribute reports have for it: the dimension that holds it. */
export const LEAD_ATTRIBUTES = {
  PUBLISHER: 'publisher',
  STATE: 'state',
  AGE: 'ageBand',
  HIGHEST_LEVEL_OF_EDUCATION: 'educationLevel',
  DEGREE_OF_INTEREST: 'degreeOfInterest',
  PROGRAM_OF_INTEREST: 'program',
  MILITARY_STATUS: 'military',
  MILITARY_BRANCH: 'militaryBranch',
  DEVICE_TYPE: 'device',
  HIGHSCHOOL_GRAD_YEAR: 'gradYear',
  AREA_OF_INTEREST: 'areaOfInterest',
  DEGREE_START_TIMEFRAME: 'startTimeframe',
} as const satisfies Record<string, DimensionKey>;
export type LeadAttribute = keyof typeof LEAD_ATTRIBUTES;
export const LEAD_ATTRIBUTE_NAMES = Object.keys(LEAD_ATTRIBUTES) as [LeadAttribute, ...LeadAttribute[]];

/** A client buys from media partners and is told their sources' tags, not whose publishers they are. */
export const attributeDimension = (name: LeadAttribute, group: UserGroup): DimensionKey =>
  name === 'PUBLISHER' && group === 'cl' ? 'publisherSource' : LEAD_ATTRIBUTES[name];

export const attributeLabel = (name: LeadAttribute, group: UserGroup): string =>
  name === 'PROGRAM_OF_INTEREST' ? 'Program Of Interest' : DIMENSIONS[attributeDimension(name, group)].label;

/** What an attribute report shows where nobody has chosen. */
export const FIRST_ATTRIBUTES = ['STATE', 'DEVICE_TYPE'] as const satisfies LeadAttribute[];
