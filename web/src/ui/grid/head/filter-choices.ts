import { rowValue } from '../edit/cell-value.ts';
import { formatCell } from '../edit/kinds.ts';
import type { GridColumn } from '../types.ts';

const MAX_CHOICES = 24;

/** A column's distinct texts in order; null if there are too many, or one per row. */
const fewTexts = <Row>(column: GridColumn<Row>, rows: Iterable<Row>): string[] | null => {
  const texts = new Set<string>();
  let count = 0;
  for (const row of rows) {
    const value = rowValue(column, row);
    // The column does not apply to this row.
    if (value === undefined) continue;
    texts.add(formatCell(column, value, row));
    count += 1;
    if (texts.size > MAX_CHOICES && column.filter !== 'values') return null;
  }
  if (column.filter !== 'values' && texts.size > 3 && texts.size === count) return null;
  return [...texts].toSorted((a, b) => a.localeCompare(b, 'en-US', { numeric: true }));
};

const isTicked = <Row>({ kind, filter }: GridColumn<Row>): boolean =>
  filter === 'values' || (filter === undefined && (kind === 'text' || kind === 'custom' || kind === 'flag'));

/** The values offered in a column's filter, cached per column; null for a text filter. */
export const makeChoices = <Row>(rows: readonly Row[], children?: (row: Row) => readonly Row[] | undefined) => {
  const cache = new Map<string, readonly string[] | null>();
  const all = children ? rows.flatMap((row) => [row, ...(children(row) ?? [])]) : rows;
  return (column: GridColumn<Row>): readonly string[] | null => {
    if (!isTicked(column)) return null;
    const choices = cache.has(column.key) ? (cache.get(column.key) ?? null) : fewTexts(column, all);
    cache.set(column.key, choices);
    return choices;
  };
};
