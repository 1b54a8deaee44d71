import { useEffect } from 'react';
import type { Place } from './range.ts';
import type { GridProps } from './types.ts';
import { useStable } from './use-stable.ts';
import type { GridView } from './use-view.ts';
import type { Line } from './view.ts';

/** Tells the page which cell is the active one and which rows remain: for what the page does with them outside of the grid. */
export const useReports = <Row>(props: GridProps<Row>, view: GridView<Row>, { row, column }: Place): void => {
  const rowKey = view.view.lines[row]?.key;
  const columnKey = view.columns[column]?.key;
  const onActive = useStable((cell: Parameters<NonNullable<typeof props.onActive>>[0]) => props.onActive?.(cell));
  const onView = useStable((leaves: readonly Line[]) => props.onView?.(leaves.map(({ key }) => key)));
  useEffect(() => {
    onActive(rowKey === undefined || columnKey === undefined ? null : { rowKey, columnKey });
  }, [onActive, rowKey, columnKey]);
  useEffect(() => onView(view.view.leaves), [onView, view.view.leaves]);
};
