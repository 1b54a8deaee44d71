import { cellValue, InvalidEntry, isEmptyValue } from '../edit/cell-value.ts';
import type { Sheet } from '../edit/fill.ts';
import { formatCell, isNumeric } from '../edit/kinds.ts';
import type { Block } from '../edit/range.ts';
import type { GridColumn } from '../types.ts';

interface Summary {
  /** Number of non-empty cells. */
  count: number;
  figures: { label: string; text: string }[];
}

/** A summary of the selected cells, as in a spreadsheet. Figures of different kinds are not summed: dollars and clicks do not add up. */
export const summarise = <Row>({ columns, rowAt }: Sheet<Row>, block: Block): Summary => {
  const chosen = columns.slice(block.left, block.right + 1);
  const numeric = chosen.filter(({ kind }) => isNumeric(kind));
  const [first] = numeric;
  const isOneKind = first !== undefined && numeric.every(({ kind }) => kind === first.kind);
  let [count, numbers, sum] = [0, 0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = block.top; index <= block.bottom; index += 1) {
    const at = rowAt(index);
    if (!at) continue;
    for (const column of chosen) {
      const own = cellValue(column, at.row, at.edits);
      // An empty cell shows its inherited value.
      const value = isEmptyValue(own) ? (column.base?.(at.row) ?? null) : own;
      if (isEmptyValue(value)) continue;
      count += 1;
      if (!isOneKind || !isNumeric(column.kind) || value instanceof InvalidEntry) continue;
      const number = Number(value);
      numbers += 1;
      sum += number;
      least = Math.min(least, number);
      most = Math.max(most, number);
    }
  }
  if (!first || !isOneKind || numbers === 0) return { count, figures: [] };
  const bare = { kind: first.kind, ...(first.decimals !== undefined && { decimals: first.decimals }) };
  const show = (value: number, change: Partial<GridColumn<unknown>> = {}) =>
    formatCell({ key: '', label: '', ...bare, ...change }, value, null);
  const average = show(sum / numbers, first.kind === 'count' ? { decimals: 1 } : {});
  const figures = [
    // Rates are not summed.
    ...(first.kind === 'percent' ? [] : [{ label: 'Sum', text: show(sum) }]),
    { label: 'Average', text: average },
    { label: 'Min', text: show(least) },
    { label: 'Max', text: show(most) },
  ];
  return { count, figures };
};
