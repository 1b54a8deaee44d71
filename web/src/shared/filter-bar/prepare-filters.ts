import { type FilterOptions, US_STATE_CODES, US_STATES } from '@paceline/contract';
import type { FilterKey, FilterName, FilterSearch } from './filter-search.ts';

interface Option {
  key: FilterKey;
  name: string;
  /** No longer in use: listed last and marked. */
  isOld: boolean;
}
export interface PreparedFilter {
  name: FilterName;
  label: string;
  options: Option[];
  chosen: readonly FilterKey[];
  /** The button's text: the name of a single chosen option, or the number chosen. */
  summary: string | null;
}

const FILTER_LABELS: Readonly<Record<FilterName, string>> = {
  brand: 'Brand',
  client: 'Client',
  model: 'Model',
  campus: 'Campus',
  program: 'Program',
  state: 'State',
  channel: 'Channel',
  customChannel: 'Custom channel',
  partner: 'Media partner',
  lineItem: 'Line item',
};
/** Where rows count leads, the lead's own campus; where rows are campaigns, a campus the campaign is for. */
export type CampusOf = 'lead' | 'campaign';
const CAMPUS_LABELS: Readonly<Record<CampusOf, string>> = { lead: 'Campus', campaign: 'Campaign’s campus' };

export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

interface Raw {
  key: FilterKey;
  name: string;
  active?: boolean;
  brandKey?: number;
  clientKey?: number;
  modelKey?: number;
  channel?: string | null;
}

/** As leads have them: two letters. */
const STATES: readonly Raw[] = US_STATE_CODES.map((code) => ({ key: code.slice(3), name: US_STATES[code] })).toSorted(
  (a, b) => a.name.localeCompare(b.name),
);

const rawOptions = (options: FilterOptions, name: FilterName): readonly Raw[] => {
  const lists: Record<FilterName, readonly Raw[]> = {
    brand: options.brands,
    client: options.clients,
    model: options.models,
    campus: options.campuses,
    program: options.programs,
    state: STATES,
    channel: options.channels,
    customChannel: options.customChannels,
    partner: options.partners,
    lineItem: options.lineItems,
  };
  return lists[name];
};

const among = (chosen: readonly FilterKey[] | undefined, key: FilterKey | null | undefined): boolean =>
  chosen === undefined || key === undefined || key === null || chosen.includes(key);

/** Whether an option matches the filters above it, such as a campus of the chosen client. */
const fits = (options: FilterOptions, option: Raw, { brand, client, model, channel }: FilterSearch): boolean => {
  const { clientKey } = option;
  const brandKey = option.brandKey ?? options.clients.find(({ key }) => key === clientKey)?.brandKey;
  return (
    among(brand, brandKey) &&
    among(client, clientKey) &&
    among(model, option.modelKey) &&
    among(channel, option.channel)
  );
};

const optionsOf = (options: FilterOptions, name: FilterName, values: FilterSearch): Option[] =>
  rawOptions(options, name)
    .filter((option) => fits(options, option, values))
    .map(({ key, name: words, active }) => ({ key, name: words, isOld: active === false }))
    .toSorted((a, b) => Number(a.isOld) - Number(b.isOld));

const summaryOf = (all: readonly Raw[], chosen: readonly FilterKey[]): string | null => {
  const [only] = chosen;
  if (only === undefined) return null;
  if (chosen.length > 1) return `${chosen.length} selected`;
  return all.find(({ key }) => key === only)?.name ?? '1 selected';
};

export const prepareFilters = (
  names: readonly FilterName[],
  options: FilterOptions,
  values: FilterSearch,
  campusOf: CampusOf = 'lead',
): PreparedFilter[] =>
  names.map((name) => {
    const chosen: readonly FilterKey[] = values[name] ?? [];
    return {
      name,
      label: name === 'campus' ? CAMPUS_LABELS[campusOf] : FILTER_LABELS[name],
      options: optionsOf(options, name, values),
      chosen,
      summary: summaryOf(rawOptions(options, name), chosen),
    };
  });

/** Applies a choice and drops dependent choices that no longer match it. */
export const afterChange = (
  options: FilterOptions,
  values: FilterSearch,
  name: FilterName,
  keys: readonly FilterKey[],
): FilterSearch => {
  const changed: FilterSearch = { ...values, [name]: keys.length > 0 ? [...keys] : undefined };
  const entries = FILTER_NAMES.map((other): [FilterName, FilterKey[] | undefined] => {
    const chosen: readonly FilterKey[] = changed[other] ?? [];
    const within = new Set(optionsOf(options, other, { ...changed, [other]: undefined }).map(({ key }) => key));
    const optionKeys = new Set(rawOptions(options, other).map(({ key }) => key));
    // A key missing from the options may still be valid: the options may be older than the record.
    const left = chosen.filter((key) => other === name || within.has(key) || !optionKeys.has(key));
    return [other, left.length > 0 ? left : undefined];
  });
  return Object.fromEntries(entries);
};

const MAX_SHOWN = 200;

/** Options that contain all searched words in any order, and how many more than are shown. */
export const findOptions = (options: readonly Option[], text: string): { shown: Option[]; more: number } => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = options.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return { shown: matches.slice(0, MAX_SHOWN), more: Math.max(0, matches.length - MAX_SHOWN) };
};
