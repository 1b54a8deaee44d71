import { useRef } from 'react';
import type { Placed } from '../geometry.ts';
import type { GridProps, Remark, RowKey } from '../../types.ts';

type RowRemarks = Readonly<Record<string, Remark>>;

const isSame = (a: RowRemarks, b: RowRemarks): boolean => {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => a[key]?.level === b[key]?.level && a[key]?.message === b[key]?.message)
  );
};

/**
 * The remarks of the drawn rows. A page's `remarks` is usually a new function on every key press, so its results are compared, and a row
 * with unchanged remarks gets the same object.
 */
export const useRowRemarks = <Row>(remarks: GridProps<Row>['remarks']) => {
  const remarksByRow = useRef(new Map<RowKey, RowRemarks>());
  return (key: RowKey, drawn: readonly Placed<Row>[]): RowRemarks | null => {
    if (!remarks) return null;
    const rowRemarks: Record<string, Remark> = {};
    for (const { column } of drawn) {
      const remark = remarks(key, column.key);
      if (remark) rowRemarks[column.key] = remark;
    }
    const before = remarksByRow.current.get(key);
    if (Object.keys(rowRemarks).length === 0) {
      if (before) remarksByRow.current.delete(key);
      return null;
    }
    if (before && isSame(before, rowRemarks)) return before;
    remarksByRow.current.set(key, rowRemarks);
    return rowRemarks;
  };
};
