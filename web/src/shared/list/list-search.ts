import type { AnyList } from '@paceline/contract';

/** A list's part of the address: each filter by name, as text, and the order. */
export type ListSearch = Record<string, string | undefined>;

const textOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

export const addressOf = ({ list }: AnyList, name: string): string => list.filters[name]?.address ?? name;

/** A filter's value as the call takes it; undefined when the text is not valid. */
const valueOf = (list: AnyList, name: string, text: string | undefined): unknown => {
  const filter = list.list.filters[name];
  if (filter === undefined || text === undefined || text === '') return undefined;
  const parsed = filter.schema.safeParse(filter.read(text));
  return parsed.success ? (parsed.data ?? undefined) : undefined;
};

const isSort = ({ list }: AnyList, sort: string | undefined): sort is string =>
  sort !== undefined && list.sortBy.includes(sort.replace(/^-/, ''));

/**
 * For a route's `validateSearch`. Addresses are typed and mailed around: invalid filter values are dropped, parameters that are no filters
 * of the list stay.
 */
export const readListSearch =
  (list: AnyList, also: readonly string[] = []) =>
  (search: Record<string, unknown>): ListSearch => {
    const filters = Object.keys(list.list.filters).map((name): [string, string | undefined] => {
      const address = addressOf(list, name);
      const text = textOf(search[address]);
      const value = valueOf(list, name, text);
      return [address, value === undefined ? undefined : list.list.filters[name]?.write(value)];
    });
    const sort = textOf(search['sort']);
    return {
      ...Object.fromEntries(filters),
      ...Object.fromEntries(also.map((name) => [name, textOf(search[name])])),
      sort: isSort(list, sort) && sort !== list.list.first ? sort : undefined,
    };
  };

/** The call's filters from the address. Unset filters are left out, so that equal questions have equal query keys. */
export const listQuestion = (list: AnyList, search: ListSearch): Record<string, unknown> => {
  const values = Object.keys(list.list.filters).map((name): [string, unknown] => [
    name,
    valueOf(list, name, search[addressOf(list, name)]),
  ]);
  const entries = values.filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(entries), sort: isSort(list, search['sort']) ? search['sort'] : list.list.first };
};

/** Whether any filter is set. */
export const isNarrowed = (list: AnyList, search: ListSearch): boolean =>
  Object.keys(list.list.filters).some((name) => search[addressOf(list, name)] !== undefined);

/** The filter that is the list's search box, or null. */
export const searchFilterOf = ({ list }: AnyList): string | null =>
  Object.entries(list.filters).find(([, { kind }]) => kind === 'search')?.[0] ?? null;
