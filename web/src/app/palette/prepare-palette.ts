import type { MenuItem } from '@paceline/contract';
import { pathTo } from '../../lib/address/paths.ts';

export interface Entry {
  id: string;
  label: string;
  /** What tells it from others: its section, its code, whose it is. */
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

/** The pages of a menu with the section that each is in. */
export const pagesOf = (menu: readonly MenuItem[], section?: string): Page[] =>
  menu.flatMap(({ label, link, children }) => [
    ...(link ? [{ label, section, path: pathTo(link.route, link.params) }] : []),
    ...pagesOf(children, section === undefined ? label : `${section} › ${label}`),
  ]);

const MAX_OF_A_KIND = 8;

/** Entries that hold every typed word; those whose label begins with the text come first. */
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

/** Before anything is typed: what was open last and what this page can do. Then all that matches, by kind. */
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
          // Found by the server: it has matched them already.
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
