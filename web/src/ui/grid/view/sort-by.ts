import type { GridSort } from '../types.ts';

const NEXT: Record<GridSort['direction'], GridSort['direction'] | null> = { asc: 'desc', desc: null };

/** The sort after a click on a header: ascending, descending, none. With shift it is added to the others, otherwise it replaces them. */
export const sortBy = (sort: readonly GridSort[], column: string, isAdded: boolean): GridSort[] => {
  const now = sort.find((one) => one.column === column);
  const direction = now ? NEXT[now.direction] : 'asc';
  const own = direction ? [{ column, direction }] : [];
  if (!isAdded) return own;
  return now ? sort.flatMap((one) => (one === now ? own : [one])) : [...sort, ...own];
};
