import type { RefObject } from 'react';
import { cellValue, isEditable } from './cell-value.ts';
import { clampWidth, type Columns } from '../body/geometry.ts';
import type { Place } from './range.ts';
import { SELECT_KEY } from '../head/select-column.ts';
import { sortBy } from '../view/sort-by.ts';
import type { GridProps, RowKey } from '../types.ts';
import type { GridView } from '../view/use-view.ts';

/** Actions of keys and clicks on a cell, other than typing. */
export interface GridActs {
  sort: (key: string, isAdded: boolean) => void;
  resizeTo: (key: string, width: number | null) => void;
  resize: (column: number, by: number) => void;
  expand: (row: number) => boolean;
  /** Right arrow opens a row, left arrow closes it. False if there is nothing to open or close. */
  openOrClose: (place: Place, wanted: 'open' | 'closed') => boolean;
  select: (row: number, isSpan: boolean) => void;
  selectAll: () => void;
  toggleFlag: (place: Place) => boolean;
  /** Presses the cell's control, or sorts by the header; false if there is nothing to press. */
  activate: (place: Place, key: { isEnter: boolean; isShift: boolean }) => boolean;
  enterRemark: () => void;
  /** Scrolls to the start: a pinned first column is always visible and would not scroll by itself. */
  showStart: () => void;
}

interface ActsInput<Row> {
  props: GridProps<Row>;
  onLayout: GridProps<Row>['onLayout'];
  view: GridView<Row>;
  columns: Columns<Row>;
  treeColumn: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** The last selected row: the start of a shift-click range. */
  lastTicked: RefObject<number | null>;
  gridId: string;
}

export const useGridActs = <Row>(input: ActsInput<Row>): GridActs => {
  const { props, onLayout, view, columns, treeColumn, scroller, lastTicked, gridId } = input;
  const { layout } = view;
  const { tree, selection, onEdit } = props;

  const resizeTo: GridActs['resizeTo'] = (key, width) => {
    const { [key]: _old, ...others } = layout.widths;
    onLayout({ ...layout, widths: width === null ? others : { ...others, [key]: clampWidth(width) } });
  };
  const expand: GridActs['expand'] = (row) => {
    const line = view.view.lines[row];
    if (!tree || !line?.isParent) return false;
    const expanded = new Set(tree.expanded);
    if (line.isExpanded) expanded.delete(line.key);
    else expanded.add(line.key);
    tree.onExpanded(expanded);
    return true;
  };
  const keysBetween = (from: number, to: number): RowKey[] =>
    view.view.lines.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ key }) => key);
  const tick = (keys: readonly RowKey[], isTicked: boolean) => {
    if (!selection) return;
    const selected = new Set(selection.selected);
    for (const key of keys) {
      if (isTicked) selected.add(key);
      else selected.delete(key);
    }
    selection.onSelected(selected);
  };
  const select: GridActs['select'] = (row, isSpan) => {
    const line = view.view.lines[row];
    if (!line || !selection) return;
    const from = isSpan ? (lastTicked.current ?? row) : row;
    tick(keysBetween(from, row), !selection.selected.has(line.key));
    lastTicked.current = row;
  };
  const selectAll = () => {
    const keys = view.view.lines.map(({ key }) => key);
    tick(keys, !keys.every((key) => selection?.selected.has(key)));
  };
  const sort: GridActs['sort'] = (key, isAdded) => onLayout({ ...layout, sort: sortBy(layout.sort, key, isAdded) });

  return {
    sort,
    resizeTo,
    resize: (column, by) => {
      const placed = columns.all[column];
      if (placed) resizeTo(placed.column.key, placed.width + by);
    },
    expand,
    openOrClose: ({ row, column }, wanted) => {
      const line = view.view.lines[row];
      return column === treeColumn && line?.isExpanded === (wanted === 'closed') && expand(row);
    },
    select,
    selectAll,
    toggleFlag: ({ row, column: index }) => {
      const at = view.rowAt(row);
      const column = view.columns[index];
      if (!at || !onEdit || column?.kind !== 'flag' || !isEditable(column, at.row)) return false;
      const value = cellValue(column, at.row, at.edits) !== true;
      onEdit([{ rowKey: at.key, columnKey: column.key, value }], `edit of ${column.label}`);
      return true;
    },
    activate: ({ row, column: index }, { isEnter, isShift }) => {
      const column = view.columns[index];
      if (!column) return false;
      if (row < 0) {
        if (column.key === SELECT_KEY) selectAll();
        else if (column.sortable !== false) sort(column.key, isShift);
        return true;
      }
      if (column.key === SELECT_KEY) {
        select(row, false);
        return true;
      }
      if (index === treeColumn && expand(row)) return true;
      const control = scroller.current?.querySelector<HTMLElement>(
        `#${CSS.escape(`${gridId}-active`)} :is(a[href], button:not([data-act]))`,
      );
      if (isEnter && control) control.click();
      return Boolean(isEnter && control);
    },
    showStart: () => {
      if (scroller.current) scroller.current.scrollLeft = 0;
    },
    enterRemark: () => scroller.current?.parentElement?.querySelector<HTMLElement>('[data-remark] button')?.focus(),
  };
};
