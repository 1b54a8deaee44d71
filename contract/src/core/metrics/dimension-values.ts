import { type CodedValue, DESIRED_STARTS, DEVICES, EDUCATION_LEVELS, MILITARY_STATUSES } from '../leads/lead-values.ts';
import { LEAD_STATUSES } from '../leads/lead-status.ts';
import { usStateOf } from '../geo/us-states.ts';
import { NO_VALUE } from '../values/formats.ts';
import { type DimensionKey } from './report-dimensions.ts';

const wordsOf = (values: readonly CodedValue[]): ReadonlyMap<string, string> =>
  new Map(values.map(({ code, label }) => [code, label]));

/** Dimensions whose values are stored as codes. */
const WORDS: Partial<Record<DimensionKey, ReadonlyMap<string, string>>> = {
  device: wordsOf(DEVICES),
  educationLevel: wordsOf(EDUCATION_LEVELS),
  leadStatus: new Map(Object.entries(LEAD_STATUSES).map(([code, { label }]) => [code, label])),
  military: wordsOf(MILITARY_STATUSES),
  startTimeframe: wordsOf(DESIRED_STARTS),
};

/** Label of a coded value in a report row; other values are shown as they are. Filters and links keep the code. */
export const dimensionWords = (dimension: string, value: string): string =>
  WORDS[dimension as DimensionKey]?.get(value) ?? value;

/** Names of rows without a value: what they are, where it is more than "unknown". */
const UNNAMED: Partial<Record<DimensionKey, string>> = {
  mediaPartner: 'Ad platforms (no partner)',
  tradingPlatform: 'Media partners (no platform)',
  account: 'No ad account',
  campus: 'No campus',
  program: 'No program',
  state: 'No state',
  publisher: 'No publisher',
  publisherSource: 'No source',
  subSource: 'No sub-source',
  customChannel: 'No custom channel',
};
export const unnamedWords = (dimension: string): string => UNNAMED[dimension as DimensionKey] ?? NO_VALUE;

/** The inverse: the code for a label, for filters. */
export const dimensionCode = (dimension: string, words: string): string => {
  if (dimension === 'state') return usStateOf(words)?.replace('US-', '') ?? words;
  const entry = WORDS[dimension as DimensionKey]?.entries().find(([, label]) => label === words);
  return entry?.[0] ?? words;
};
