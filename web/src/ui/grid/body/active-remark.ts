import { InvalidEntry } from '../edit/cell-value.ts';
import type { Place } from '../edit/range.ts';
import type { GridProps, Remark } from '../types.ts';
import type { GridView } from '../view/use-view.ts';

/** What there is to say about the active cell. */
export const activeRemark = <Row>(
  view: GridView<Row>,
  { row, column }: Place,
  remarks: GridProps<Row>['remarks'],
): Remark | null => {
  const at = view.rowAt(row);
  const key = view.columns[column]?.key;
  if (!at || key === undefined) return null;
  const value = at.edits?.get(key);
  if (value instanceof InvalidEntry) return { level: 'error', message: value.error };
  return remarks?.(at.key, key) ?? null;
};
