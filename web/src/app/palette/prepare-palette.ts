import type { MenuItem } from '@paceline/contract';
import { pathTo } from '../../lib/address/paths.ts';

export interface Entry {
  id: string;
  label: string;
  /** Distinguishes entries of the same name: section, code or owner. */
  note?: string | undefined;
  run: () => void;
}
export interface EntryGroup {
  title: string;
  entries: Entry[];
}

interface Page {
  label: string;
  section: string | undefined;
  path: string;
}

/** The pages of a menu, each with its section. */
export const pagesOf = (menu: readonly MenuItem[], section?: string): Page[] =>
  menu.flatMap(({ label, link, children }) => [
    ...(link ? [{ label, section, path: pathTo(link.route, link.params) }] : []),
    ...pagesOf(children, section === undefined ? label : `${section} › ${label}`),
  ]);

const MAX_OF_A_KIND = 8;

/** Entries that contain every typed word; labels that begin with the text come first. */
const matching = (entries: readonly Entry[], text: string): Entry[] => {
  const typed = text.trim().toLowerCase();
  const words = typed.split(/\s+/).filter(Boolean);
  const begins = ({ label }: Entry): boolean => label.toLowerCase().startsWith(typed);
  return entries
    .filter(({ label, note = '' }) => words.every((word) => `${label} ${note}`.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
    .slice(0, MAX_OF_A_KIND);
};

interface Sources {
  recent: readonly Entry[];
  actions: readonly Entry[];
  pages: readonly Entry[];
  owners: readonly Entry[];
  campaigns: readonly Entry[];
  lineItems: readonly Entry[];
}

/** Without text: recent records and this page's actions. With text: all matches by kind. */
export const prepareGroups = (sources: Sources, text: string): EntryGroup[] => {
  const { recent, actions, pages, owners, campaigns, lineItems } = sources;
  const groups =
    text.trim() === ''
      ? [
          { title: 'Recent', entries: [...recent] },
          { title: 'Actions', entries: [...actions] },
          { title: 'Pages', entries: recent.length === 0 ? [...pages] : [] },
        ]
      : [
          { title: 'Pages', entries: matching(pages, text) },
          // Already matched by the server.
          { title: 'Campaigns', entries: [...campaigns] },
          { title: 'Line items', entries: [...lineItems] },
          { title: 'Owners', entries: matching(owners, text) },
          { title: 'Actions', entries: matching(actions, text) },
          { title: 'Recent', entries: matching(recent, text) },
        ];
  const seen = new Set<string>();
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ entries }) => entries.length > 0);
};
