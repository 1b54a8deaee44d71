import { daysOfRange, leadSearch, NAMED_RANGES, type NamedLayout, type NamedRange } from '@paceline/contract';
import { formatDay } from '../../../lib/text/format.ts';

/** Filters that can be saved: those in the address. A person searched for is never stored. */
const SAVED_NAMES = Object.keys(leadSearch.list.filters).filter((name) => name !== 'ownerKey' && name !== 'person');

type Texts = Readonly<Record<string, string | undefined>>;
type SavedLayout = NamedLayout['layout'];

/** The current filters in stored form; multi-value filters become lists, since texts have a maximum length. */
export const layoutOf = (textOf: (name: string) => string | undefined): SavedLayout => ({
  order: [],
  hidden: [],
  widths: {},
  sort: [],
  filters: Object.fromEntries(
    SAVED_NAMES.flatMap((name) => {
      const text = textOf(name);
      if (text === undefined || text === '') return [];
      const kind = leadSearch.list.filters[name as keyof typeof leadSearch.list.filters]?.kind;
      return [[name, kind === 'anyOf' || kind === 'keys' ? text.split(',') : text]];
    }),
  ),
  filtersOpen: false,
  density: 'standard',
});

/** Stored in place of dates when a saved filter uses a named range. */
const RANGE = 'range';
const isRange = (text: unknown): text is NamedRange => typeof text === 'string' && text in NAMED_RANGES;
export const rangeOf = ({ filters }: SavedLayout): NamedRange | null => {
  const range = filters[RANGE];
  return isRange(range) ? range : null;
};

/** Replaces the days by a named range that moves with the calendar; null keeps them. */
export const withRange = (layout: SavedLayout, range: NamedRange | null): SavedLayout => {
  if (range === null) return layout;
  const { fromDate: _from, toDate: _to, ...filters } = layout.filters;
  return { ...layout, filters: { ...filters, [RANGE]: range } };
};

/** The address parameters of a saved filter as of today; all other filters are removed. */
export const textsOf = (layout: SavedLayout, today: string): Texts => {
  const range = rangeOf(layout);
  const days = range && daysOfRange(range, today);
  return { ...valuesOf(layout), ...(days && { fromDate: days.from, toDate: days.to }) };
};

const valuesOf = ({ filters }: SavedLayout): Texts =>
  Object.fromEntries(
    SAVED_NAMES.map((name) => {
      const value = filters[name];
      return [name, Array.isArray(value) ? value.join(',') : value];
    }),
  );

type Value = SavedLayout['filters'][string] | undefined;
const dayText = (day: Value): string => (typeof day === 'string' ? formatDay(day) : '');
/** The filtered days in words. */
export const daysText = (from: Value, to: Value): string => {
  if (from === undefined && to === undefined) return 'All days';
  if (to === undefined) return `Always from ${dayText(from)} on`;
  return from === undefined ? `Always until ${dayText(to)}` : `Always ${dayText(from)} to ${dayText(to)}`;
};

/** The named range that equals the current days, if any: the user may mean "last 7 days". */
export const sameRange = ({ filters: { fromDate, toDate } }: SavedLayout, today: string): NamedRange | null =>
  (Object.keys(NAMED_RANGES) as NamedRange[]).find((range) => {
    const { from, to } = daysOfRange(range, today);
    return from === fromDate && to === toDate;
  }) ?? null;

/** The saved filter equal to the current address, regardless of the order of values. */
export const currentOf = (
  saved: readonly NamedLayout[],
  today: string,
  textOf: (name: string) => string | undefined,
): NamedLayout | null => {
  const sorted = (text: string | undefined) => (text ?? '').split(',').toSorted().join(',');
  return (
    saved.find(({ layout }) => {
      const texts = textsOf(layout, today);
      return SAVED_NAMES.every((name) => sorted(texts[name]) === sorted(textOf(name)));
    }) ?? null
  );
};
