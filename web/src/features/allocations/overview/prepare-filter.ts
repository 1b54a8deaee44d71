import type { CampaignRow, FilterOptions, GoalRow } from '@paceline/contract';
import type { FilterSearch } from '../../../shared/filter-bar/filter-search.ts';

type Named = readonly { key: number | string; name: string }[];

/** Some values are in rows by name only: the names of the chosen keys, or undefined without a choice. */
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

/** Row filters for the address's parameters. */
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
    /** Note beside the total when line items are kept for some of their campaigns. */
    note: byCampaign ? WHOLE_LINE_ITEMS : null,
    /** A line item has no partner of its own: it is kept if one of its campaigns matches. */
    goals: (rows: readonly GoalRow[], campaigns: readonly CampaignRow[]): readonly GoalRow[] => {
      const fitting = byCampaign ? new Set(campaigns.filter(campaign).map(({ goalKey }) => goalKey)) : null;
      return rows.filter((row) => isThere(row) && (fitting?.has(row.goalKey) ?? true));
    },
  };
};
