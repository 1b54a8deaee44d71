import { useState } from 'react';
import type { Edits, GridTree, RowKey } from '../types.ts';

interface Settled<Row> {
  rows: readonly Row[];
  edits: Edits;
}

const sameKeys = <Row>(
  a: readonly Row[],
  b: readonly Row[],
  rowKey: (row: Row) => RowKey,
  children?: GridTree<Row>['children'],
): boolean => {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (const [index, row] of a.entries()) {
    const other = b[index] as Row;
    if (row === other) continue;
    if (rowKey(row) !== rowKey(other)) return false;
    if (children && !sameKeys(children(row) ?? [], children(other) ?? [], rowKey, children)) return false;
  }
  return true;
};

/**
 * The rows used for sorting and filtering: taken when the sort or filter last changed, or other rows came. An edit must not make the row
 * move away while it is being edited.
 */
export const useSettledRows = <Row>(
  rows: readonly Row[],
  edits: Edits,
  rowKey: (row: Row) => RowKey,
  children: GridTree<Row>['children'] | undefined,
  /** When one of these changes, the current rows are used. */
  by: readonly unknown[],
): Settled<Row> => {
  const [last, setLast] = useState(() => ({ rows, edits, by, settled: { rows, edits } }));
  const isAsked = by.some((one, index) => one !== last.by[index]);
  if (!isAsked && rows === last.rows && edits === last.edits) return last.settled;
  const isEdit = edits !== last.edits && sameKeys(last.rows, rows, rowKey, children);
  const stays = !isAsked && (isEdit || rows === last.rows);
  const settled = stays ? last.settled : { rows, edits };
  setLast({ rows, edits, by, settled });
  return settled;
};
