import { DIMENSIONS, type DimensionKey } from '../core/metrics/report-dimensions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Lead attributes by their name in attribute reports, with the dimension that holds them. */
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

/** Clients buy from media partners and see the tag of a source, not its publisher. */
export const attributeDimension = (name: LeadAttribute, group: UserGroup): DimensionKey =>
  name === 'PUBLISHER' && group === 'cl' ? 'publisherSource' : LEAD_ATTRIBUTES[name];

export const attributeLabel = (name: LeadAttribute, group: UserGroup): string =>
  name === 'PROGRAM_OF_INTEREST' ? 'Program Of Interest' : DIMENSIONS[attributeDimension(name, group)].label;

/** Default attributes of the report. */
export const FIRST_ATTRIBUTES = ['STATE', 'DEVICE_TYPE'] as const satisfies LeadAttribute[];
