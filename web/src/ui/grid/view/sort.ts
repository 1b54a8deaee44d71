import { InvalidEntry, isEmptyValue } from '../edit/cell-value.ts';

/** "Line item 9" before "Line item 10". */
const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** One column's values in row order, and the direction. */
interface SortKeys {
  values: readonly unknown[];
  direction: 'asc' | 'desc';
}

const isAbsent = (value: unknown): boolean => isEmptyValue(value) || value instanceof InvalidEntry;

/**
 * Each row's rank among the column's values. Text comparison is slow and texts repeat, so each distinct text is ranked once and rows
 * compare by number. Missing values come last in both directions.
 */
const ranksOf = ({ values, direction }: SortKeys): Float64Array => {
  const sign = direction === 'asc' ? 1 : -1;
  const ranks = new Float64Array(values.length);
  const texts = new Map<string, number>();
  for (const value of values) if (typeof value === 'string' && value !== '') texts.set(value, 0);
  const ordered = [...texts.keys()].toSorted(collator.compare);
  for (const [rank, text] of ordered.entries()) {
    const before = ordered[rank - 1];
    const isSame = before !== undefined && collator.compare(before, text) === 0;
    texts.set(text, isSame ? (texts.get(before) ?? rank) : rank);
  }
  for (const [index, value] of values.entries()) {
    if (isAbsent(value)) ranks[index] = Number.POSITIVE_INFINITY;
    else ranks[index] = sign * (typeof value === 'string' ? (texts.get(value) ?? 0) : Number(value));
  }
  return ranks;
};

/** Row indexes in sorted order; the sort is stable. */
export const sortIndexes = (count: number, keys: readonly SortKeys[]): number[] => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const ranks = keys.map(ranksOf);
  if (ranks.length === 0) return indexes;
  return indexes.toSorted((a, b) => {
    for (const rank of ranks) {
      const [x = 0, y = 0] = [rank[a], rank[b]];
      if (x < y) return -1;
      if (x > y) return 1;
    }
    return a - b;
  });
};
