import type { CampaignRow, FilterOptions, GoalRow } from '@paceline/contract';
import type { FilterSearch } from '../../../shared/filter-bar/filter-search.ts';

type Named = readonly { key: number | string; name: string }[];

/** Rows tell some things by name only: the names of what is chosen. Undefined where nothing is. */
const namesOf = (
  chosen: readonly (number | string)[] | undefined,
  options: Named | undefined,
): ReadonlySet<string> | undefined =>
  chosen && options && new Set(options.filter(({ key }) => chosen.includes(key)).map(({ name }) => name));

const has = <Value>(chosen: { has: (value: Value) => boolean } | undefined, value: Value): boolean =>
  chosen === undefined || chosen.has(value);
const setOf = (chosen: readonly number[] | undefined): ReadonlySet<number | null> | undefined =>
  chosen && new Set(chosen);

const WHOLE_LINE_ITEMS =
  'Figures of line items and the total include all of their campaigns, not only those that match the filters.';

interface Place {
  brandName: string;
  clientKey: number;
  goalKey: number;
  channel: string | null;
  campusName: string;
}

/** Which rows the filters of the address leave. */
export const rowFilters = (values: FilterSearch, options: FilterOptions | undefined) => {
  const brands = namesOf(values.brand, options?.brands);
  const campuses = namesOf(values.campus, options?.campuses);
  const channels = namesOf(values.channel, options?.channels);
  const customChannels = namesOf(values.customChannel, options?.customChannels);
  const clients = setOf(values.client);
  const partners = setOf(values.partner);
  const goals = setOf(values.lineItem);
  const isThere = ({ brandName, clientKey, goalKey, channel, campusName }: Place): boolean =>
    has(brands, brandName) &&
    has(clients, clientKey) &&
    has(goals, goalKey) &&
    has(channels, channel ?? '') &&
    (campuses === undefined || campusName.split(', ').some((name) => campuses.has(name)));
  const campaign = (row: CampaignRow): boolean =>
    isThere(row) && has(partners, row.vendorKey) && has(customChannels, row.customChannelName ?? '');
  const byCampaign = partners !== undefined || customChannels !== undefined;
  return {
    campaign,
    /** Where line items stay because of some of their campaigns, what is said beside their total. */
    note: byCampaign ? WHOLE_LINE_ITEMS : null,
    /** A line item has no partner of its own: it stays where one of its campaigns does. */
    goals: (rows: readonly GoalRow[], campaigns: readonly CampaignRow[]): readonly GoalRow[] => {
      const fitting = byCampaign ? new Set(campaigns.filter(campaign).map(({ goalKey }) => goalKey)) : null;
      return rows.filter((row) => isThere(row) && (fitting?.has(row.goalKey) ?? true));
    },
  };
};
