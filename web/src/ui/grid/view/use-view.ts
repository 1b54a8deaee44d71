import { useMemo, useState } from 'react';
import type { Sheet } from '../edit/fill.ts';
import { NO_EDITS } from '../edit/edit-history.ts';
import { fitLayout, shownColumns } from './layout.ts';
import { SELECT_COLUMN } from '../head/select-column.ts';
import type { GridColumn, GridLayout, GridProps } from '../types.ts';
import { useSettledRows } from './use-settled-rows.ts';
import { buildView, rowOf, type View } from './view.ts';

export interface GridView<Row> extends Sheet<Row> {
  layout: GridLayout;
  columns: readonly GridColumn<Row>[];
  view: View<Row>;
  totals: Readonly<Record<string, unknown>> | null;
}

/** Rows already sorted and filtered by the server. */
const AS_GIVEN: Pick<GridLayout, 'sort' | 'filters'> = { sort: [], filters: {} };

/** The grid's content by place: columns in order, and the filtered, sorted rows. */
export const useView = <Row>(props: GridProps<Row>, search: string): GridView<Row> => {
  const { rows, edits = NO_EDITS, tree, totals, defaultLayout } = props;
  // Usually an inline function that never really changes: it must not count as a change.
  const [rowKey] = useState(() => props.rowKey);
  const children = tree?.children;
  const expanded = tree?.expanded;
  const layout = useMemo(
    () => fitLayout(props.layout, props.columns, defaultLayout),
    [props.layout, props.columns, defaultLayout],
  );
  const { order, hidden } = layout;
  const { sort, filters } = props.server ? AS_GIVEN : layout;
  const hasSelection = props.selection !== undefined;
  const columns = useMemo(() => {
    const shown = shownColumns(props.columns, { order, hidden });
    return hasSelection ? [SELECT_COLUMN as GridColumn<Row>, ...shown] : shown;
  }, [props.columns, order, hidden, hasSelection]);
  const searched = useMemo(
    () => [...columns, ...props.columns.filter((column) => column.searched === true && !columns.includes(column))],
    [columns, props.columns],
  );
  const settled = useSettledRows(rows, edits, rowKey, children, [sort, filters, search]);
  const view = useMemo(
    () =>
      buildView({
        ...settled,
        columns: props.columns,
        layout: { sort, filters },
        search,
        searched,
        rowKey,
        children,
        expanded,
      }),
    [settled, props.columns, sort, filters, search, searched, rowKey, children, expanded],
  );
  const totalled = useMemo(() => {
    if (!totals) return null;
    const rowsOfLines = (lines: View<Row>['leaves']) =>
      lines.flatMap((line) => rowOf(line, rows, children) ?? []) as readonly Row[];
    return totals(rowsOfLines(view.leaves), rowsOfLines(view.roots));
  }, [totals, view, rows, children]);
  return useMemo(
    () => ({
      layout,
      columns,
      view,
      totals: totalled,
      rowCount: view.lines.length,
      rowAt: (index) => {
        const line = view.lines[index];
        const row = line && rowOf(line, rows, children);
        return line && row !== undefined ? { key: line.key, row, edits: edits.get(line.key) } : undefined;
      },
    }),
    [layout, columns, view, totalled, rows, children, edits],
  );
};
