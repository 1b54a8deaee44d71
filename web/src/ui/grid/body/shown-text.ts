import { formatCell } from '../edit/kinds.ts';
import type { GridColumn } from '../types.ts';

const cache = new WeakMap<object, Map<unknown, string>>();

/**
 * A cell's text as the row itself has it, remembered with the row: scrolling across draws the same rows over and over, and
 * formatting figures would be a third of that. A row that changes is another object.
 */
export const rowText = <Row>(column: GridColumn<Row>, value: unknown, row: Row): string => {
  if (typeof row !== 'object' || row === null) return formatCell(column, value, row);
  let texts = cache.get(row);
  if (!texts) cache.set(row, (texts = new Map<unknown, string>()));
  let text = texts.get(column);
  if (text === undefined) texts.set(column, (text = formatCell(column, value, row)));
  return text;
};
