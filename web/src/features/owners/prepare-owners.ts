import type { OwnerOfUser } from '../../lib/session/session-data.ts';

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** 0 if the name begins with the text, 1 if a word of it does, else 2. */
const rankOf = (name: string, text: string): number =>
  [` ${name.toLowerCase()}`.startsWith(` ${text}`), ` ${name.toLowerCase()}`.includes(` ${text}`), true].indexOf(true);

/** Owners whose name contains every typed word: best match first, then by name. */
const matching = (owners: readonly OwnerOfUser[], search: string): OwnerOfUser[] => {
  const text = search.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  return owners
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => rankOf(a.name, text) - rankOf(b.name, text) || byName.compare(a.name, b.name));
};

export interface OwnerGroup {
  title: string;
  owners: OwnerOfUser[];
}

interface Marks {
  recent: readonly number[];
  favourite: readonly number[];
}

/** Each owner once: favourites, recently used, others. A search covers all of them. */
export const prepareOwners = (owners: readonly OwnerOfUser[], search: string, marks: Marks): OwnerGroup[] => {
  const matches = matching(owners, search);
  const isFavourite = ({ ownerKey }: OwnerOfUser): boolean => marks.favourite.includes(ownerKey);
  const favourites = matches.filter(isFavourite);
  const recents = marks.recent.flatMap((key) =>
    matches.filter((owner) => owner.ownerKey === key && !isFavourite(owner)),
  );
  const isMarked = (owner: OwnerOfUser): boolean => favourites.includes(owner) || recents.includes(owner);
  const rest = matches.filter((owner) => !isMarked(owner));
  const groups = search.trim()
    ? [{ title: 'Found', owners: matches }]
    : [
        { title: 'Favorites', owners: favourites },
        { title: 'Recent', owners: recents },
        { title: favourites.length + recents.length > 0 ? 'Others' : 'All', owners: rest },
      ];
  return groups.filter((group) => group.owners.length > 0);
};

/** The next row for a key, wrapping at both ends; null if the key is not handled here. */
export const nextRow = (key: string, row: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (row + 1) % count;
  if (key === 'ArrowUp') return (row <= 0 ? count : row) - 1;
  return null;
};
