import {
  COMPARISONS,
  type FilterOptions,
  filterOptions,
  type UserGroup,
  WIDGET_IDS,
  type WidgetBody,
  widgetGroups,
  type WidgetId,
} from '@paceline/contract';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { type SignedIn, type TestApp } from '../app.ts';

/** A page's question, with its filters as places in what its owner offers. */
export interface DrawnBody {
  days: Pick<WidgetBody, 'month' | 'startDate' | 'endDate'>;
  compare: WidgetBody['compare'];
  filters: readonly { name: FilterName; place: number; count: number }[];
}

type Option = { key: number | string; name: string };
const FILTERS = {
  brandKeys: ({ brands }) => brands,
  clientKeys: ({ clients }) => clients,
  clientModelKeys: ({ models }) => models,
  goalKeys: ({ lineItems }) => lineItems,
  campusKeys: ({ campuses }) => campuses,
  customChannelKeys: ({ customChannels }) => customChannels,
  partnerKeys: ({ partners }) => partners,
  channels: ({ channels }) => channels,
} as const satisfies Partial<Record<keyof WidgetBody, (all: FilterOptions) => readonly Option[]>>;
type FilterName = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Of the small demo: the last year of it, up to its last complete day. */
const FIRST = Temporal.PlainDate.from('2025-12-01');
const DAYS = FIRST.until('2026-11-14').days;

const days = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constantFrom('2026-11', '2026-10', '2026-07').map((month) => ({ month })) },
  {
    weight: 3,
    arbitrary: fc.record({ back: fc.nat(DAYS), length: fc.nat(80) }).map(({ back, length }) => {
      const to = FIRST.add({ days: DAYS - back });
      return { startDate: to.subtract({ days: length }).toString(), endDate: to.toString() };
    }),
  },
);

export const drawnBody: fc.Arbitrary<DrawnBody> = fc.record({
  days,
  compare: fc.option(fc.constantFrom(...COMPARISONS), { nil: undefined }),
  filters: fc.uniqueArray(
    fc.record({ name: fc.constantFrom(...FILTER_NAMES), place: fc.nat(999), count: fc.integer({ min: 1, max: 2 }) }),
    { maxLength: 2, selector: ({ name }) => name },
  ),
});

export const widgetsOf = (group: UserGroup): WidgetId[] => WIDGET_IDS.filter((id) => widgetGroups(id).includes(group));

/** What the owner offers: asked once for each group. */
export const optionsOf = (harness: TestApp): ((as: SignedIn, ownerKey: number) => Promise<FilterOptions>) => {
  const optionsByName = new Map<string, FilterOptions>();
  return async (as, ownerKey) => {
    const place = `${as.group} ${ownerKey}`;
    const options =
      optionsByName.get(place) ??
      ((await harness.call(filterOptions, as, { params: { owner: ownerKey } })).body.data as FilterOptions);
    optionsByName.set(place, options);
    return options;
  };
};

/** The drawn question as the page asks it. A partner's page has the channel and nothing else to be narrowed by. */
export const bodyOf = (drawn: DrawnBody, ownerKey: number, group: UserGroup, options: FilterOptions): WidgetBody => {
  const filters = drawn.filters.flatMap(({ name, place, count }): [FilterName, Option['key'][]][] => {
    const all: readonly Option[] = FILTERS[name](options);
    if (all.length === 0 || (group === 'mp' && name !== 'channels')) return [];
    const chosen = Array.from(
      { length: Math.min(count, all.length) },
      (_, index) => all[(place + index) % all.length]!,
    );
    return [[name, chosen.map(({ key }) => key)]];
  });
  return {
    ownerKey,
    ...drawn.days,
    ...(drawn.compare !== undefined && { compare: drawn.compare }),
    ...(Object.fromEntries(filters) as Partial<WidgetBody>),
  };
};
