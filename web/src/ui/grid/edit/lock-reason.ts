import { isEditable } from './cell-value.ts';
import type { Place } from './range.ts';
import type { GridProps } from '../types.ts';
import type { GridView } from '../view/use-view.ts';

/** Why a cell cannot be edited, for whoever tries; null where it can, or where there is no cell. */
export const lockReason = <Row>(
  props: Pick<GridProps<Row>, 'onEdit' | 'readOnly'>,
  view: GridView<Row>,
  { row, column: index }: Place,
): string | null => {
  const at = view.rowAt(row);
  const column = view.columns[index];
  if (!at || !column) return null;
  if (!props.onEdit) return props.readOnly ?? null;
  if (isEditable(column, at.row)) return null;
  return column.lock?.(at.row) ?? `${column.label} cannot be edited here.`;
};
