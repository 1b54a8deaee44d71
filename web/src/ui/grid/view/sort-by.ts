import type { GridSort } from '../types.ts';

const NEXT: Record<GridSort['direction'], GridSort['direction'] | null> = { asc: 'desc', desc: null };

/** What a click on a header makes of the sort: up, down, none. Added to the others with shift, in their place without. */
export const sortBy = (sort: readonly GridSort[], column: string, isAdded: boolean): GridSort[] => {
  const now = sort.find((one) => one.column === column);
  const direction = now ? NEXT[now.direction] : 'asc';
  const own = direction ? [{ column, direction }] : [];
  if (!isAdded) return own;
  return now ? sort.flatMap((one) => (one === now ? own : [one])) : [...sort, ...own];
};
