import { useEffect } from 'react';
import { selectedIn } from '../body/use-cell-menu.tsx';
import { blockOf, type Range } from '../edit/range.ts';
import type { GridProps } from '../types.ts';
import { useStable } from '../use-stable.ts';
import type { GridView } from './use-view.ts';
import type { Line } from './view.ts';

/** Tells the page which cell is the active one and which rows remain: for what the page does with them outside of the grid. */
export const useReports = <Row>(props: GridProps<Row>, view: GridView<Row>, range: Range): void => {
  const { row, column } = range.anchor;
  const rowKey = view.view.lines[row]?.key;
  const columnKey = view.columns[column]?.key;
  const onActive = useStable((cell: Parameters<NonNullable<typeof props.onActive>>[0]) => props.onActive?.(cell));
  const onView = useStable((leaves: readonly Line[]) => props.onView?.(leaves.map(({ key }) => key)));
  useEffect(() => {
    onActive(rowKey === undefined || columnKey === undefined ? null : { rowKey, columnKey });
  }, [onActive, rowKey, columnKey]);
  const read = useStable(() => selectedIn(view, blockOf(range)));
  const { onSelected } = props;
  useEffect(() => onSelected?.(read), [onSelected, read]);
  useEffect(() => onView(view.view.leaves), [onView, view.view.leaves]);
};
