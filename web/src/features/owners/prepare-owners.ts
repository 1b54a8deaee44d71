import type { OwnerOfUser } from '../../lib/session-data.ts';

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** Owners whose name holds every typed word, in the order of their names. */
export const prepareOwners = (owners: readonly OwnerOfUser[], search: string): OwnerOfUser[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return owners
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => byName.compare(a.name, b.name));
};

/** Which row the keys go to next, round at both ends; null when the key is not ours. */
export const nextRow = (key: string, row: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (row + 1) % count;
  if (key === 'ArrowUp') return (row <= 0 ? count : row) - 1;
  return null;
};
