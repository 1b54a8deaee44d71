import { leadSearch, type NamedLayout } from '@paceline/contract';

/** The filters that can be saved: those that stand in the address. A person that is looked for is stored nowhere. */
export const SAVED_NAMES = Object.keys(leadSearch.list.filters).filter(
  (name) => name !== 'ownerKey' && name !== 'person',
);

type Texts = Readonly<Record<string, string | undefined>>;
type SavedLayout = NamedLayout['layout'];

/** What the filters say now, as a layout is stored: filters of several values as a list, for a text has its bound. */
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

/** What the address says for a saved filter: every filter that it does not have is taken away. */
export const textsOf = ({ filters }: SavedLayout): Texts =>
  Object.fromEntries(
    SAVED_NAMES.map((name) => {
      const value = filters[name];
      return [name, Array.isArray(value) ? value.join(',') : value];
    }),
  );

/** The saved filter that the address shows, whatever order its values are in. */
export const currentOf = (
  saved: readonly NamedLayout[],
  textOf: (name: string) => string | undefined,
): NamedLayout | null => {
  const sorted = (text: string | undefined) => (text ?? '').split(',').toSorted().join(',');
  return (
    saved.find(({ layout }) => {
      const texts = textsOf(layout);
      return SAVED_NAMES.every((name) => sorted(texts[name]) === sorted(textOf(name)));
    }) ?? null
  );
};
