import { type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { GridBody } from './grid-body.tsx';
import { columnSpan, placeColumns, ROW_HEIGHTS, rowSpan } from './geometry.ts';
import { useGridActs } from '../edit/use-grid-acts.ts';
import { GridHead, type GridHeadProps, headSize } from '../head/grid-head.tsx';
import classes from '../grid.module.css';
import { nextCell } from '../edit/keyboard.ts';
import {
  atPlace,
  blockOf,
  clampPlace,
  clampRange,
  extendTo,
  type Place,
  type Range,
  samePlace,
} from '../edit/range.ts';
import { RemarkCard } from './cells/remark-card.tsx';
import { rowsPerPage, scrollToCell } from './scroll-to.ts';
import { SELECT_KEY } from '../head/select-column.ts';
import { TotalsRow } from './totals-row.tsx';
import type { GridFilter, GridLayout, GridProps, GridSelection, Remark } from '../types.ts';
import { selectedIn, useCellMenu } from './cells/use-cell-menu.tsx';
import { useClipboard } from '../edit/use-clipboard.ts';
import { useEditing } from '../edit/use-editing.ts';
import { useFill } from '../edit/use-fill.ts';
import { useGoTo } from '../view/use-go-to.ts';
import { useGridKeys } from '../edit/use-grid-keys.ts';
import { usePointer } from './use-pointer.ts';
import { useStable } from '../use-stable.ts';
import type { GridView } from '../view/use-view.ts';
import { useViewport } from './use-viewport.ts';
import { InvalidEntry, isEditable } from '../edit/cell-value.ts';
import { makeChoices } from '../head/filter-choices.ts';
import type { Line } from '../view/view.ts';

/** Reports the active cell and the remaining rows to the page, for use outside the grid. */
const useReports = <Row,>(props: GridProps<Row>, view: GridView<Row>, range: Range): void => {
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

/** State of the header's checkbox; null when rows cannot be selected. */
const useSelectAll = (selection: GridSelection | undefined, lines: readonly Line[]): boolean | 'some' | null => {
  const selected = selection?.selected;
  return useMemo(() => {
    if (!selected) return null;
    const count = selected.size === 0 ? 0 : lines.filter(({ key }) => selected.has(key)).length;
    return count === 0 ? false : count === lines.length ? true : 'some';
  }, [selected, lines]);
};

/** Props of the filter row; null while it is closed. */
const useFilterRow = <Row,>(
  props: GridProps<Row>,
  { layout, view }: GridView<Row>,
  onLayout: GridProps<Row>['onLayout'],
): GridHeadProps<Row>['filters'] => {
  const onFilter = useStable((key: string, filter: GridFilter) => {
    const { [key]: _old, ...others } = layout.filters;
    onLayout({ ...layout, filters: filter.length === 0 ? others : { ...others, [key]: filter } });
  });
  const children = props.tree?.children;
  const { rows } = view;
  const choices = useMemo(() => makeChoices(rows, children), [rows, children]);
  const { filtersOpen, filters } = layout;
  return useMemo(
    () => (filtersOpen ? { filters, choices, onFilter } : null),
    [filtersOpen, filters, choices, onFilter],
  );
};

/** Why a cell cannot be edited; null if it can, or if there is no cell. */
const lockReason = <Row,>(
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

interface MoreInput {
  more: { onMore: () => void } | null | undefined;
  isLoading: boolean;
  /** End (exclusive) of the drawn rows. */
  drawnTo: number;
  rowCount: number;
}

/** Loads more rows when the last loaded ones are drawn, by scrolling or by keyboard. */
const useMoreRows = ({ more, isLoading, drawnTo, rowCount }: MoreInput): void => {
  const ask = useStable(() => more?.onMore());
  const dueAt = more != null && !isLoading && drawnTo >= rowCount ? rowCount : -1;
  useEffect(() => {
    if (dueAt >= 0) ask();
  }, [dueAt, ask]);
};

/** The remark of the active cell. */
const activeRemark = <Row,>(
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

interface GridSurfaceProps<Row> {
  props: GridProps<Row>;
  view: GridView<Row>;
  range: Range;
  onRange: (range: Range) => void;
  onLayout: (layout: GridLayout) => void;
  onMessage: (message: string, canUndo?: boolean) => void;
}

/** The scrolling part: head, rows and totals. It is one tab stop; aria-activedescendant names the active cell. */
export const GridSurface = <Row,>({
  props,
  view,
  range: wanted,
  onRange,
  onLayout,
  onMessage,
}: GridSurfaceProps<Row>) => {
  const { layout, rowCount } = view;
  const gridId = useId();
  const activeId = `${gridId}-active`;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTicked = useRef<number | null>(null);
  const rowHeight = ROW_HEIGHTS[layout.density];
  const viewport = useViewport(scroller, rowHeight);
  const columns = useMemo(
    () => placeColumns(view.columns, layout.widths, viewport.width),
    [view.columns, layout.widths, viewport.width],
  );
  const head = headSize(columns.hasGroups, layout.filtersOpen);
  const hasTotals = view.totals !== null && rowCount > 0;
  const footHeight = hasTotals ? rowHeight + 2 : 0;
  const frame = { columns, rowHeight, rowCount, headHeight: head.height, footHeight };
  const bounds = { rows: rowCount, columns: columns.all.length, hasTotals };
  const range = clampRange(wanted, bounds);
  const treeColumn = props.tree ? view.columns.findIndex(({ key }) => key !== SELECT_KEY) : -1;

  // As in a spreadsheet: after Tab, Enter returns to the column where tabbing began, in the next row.
  const tabbedFrom = useRef<number | null>(null);
  const [refused, setRefused] = useState<{ place: Place; reason: string } | null>(null);
  const move = (next: Range) => {
    setRefused(null);
    onRange(next);
    if (scroller.current) scrollToCell(scroller.current, next.head, frame);
  };
  const go = (next: Range) => {
    tabbedFrom.current = null;
    move(next);
  };
  const goByTab = (next: Range) => {
    tabbedFrom.current ??= range.anchor.column;
    move(next);
  };
  const goDown = (by: number) => {
    const { row, column } = range.anchor;
    const line = Math.max(0, Math.min(row + by, rowCount - 1));
    go(atPlace({ row: line, column: tabbedFrom.current ?? column }));
  };
  const refuse = (place: Place) => {
    const reason = lockReason(props, view, place);
    setRefused(reason === null ? null : { place, reason });
  };
  const focus = () => scroller.current?.focus({ preventScroll: true });
  const editing = useEditing(view, props);
  useReports(props, view, range);
  useGoTo(props, view, (place) => {
    go(atPlace(place));
    focus();
  });
  const acts = useGridActs({ props, onLayout, view, columns, treeColumn, scroller, lastTicked, gridId });
  const page = () => (scroller.current ? rowsPerPage(scroller.current, frame) : 1);
  const keys = useGridKeys({
    props,
    view,
    range,
    bounds,
    editing,
    acts,
    page,
    onMessage,
    onRange: go,
    onTab: goByTab,
    onNextRow: () => goDown(1),
    onMenu: () => cellMenu.openAtCell(),
    onRefused: refuse,
  });
  const clipboard = useClipboard({ scroller, sheet: view, range, onEdit: props.onEdit, onRange: go, onMessage });
  const onPlace = (place: Place, isExtended: boolean) => {
    editing.commit();
    keys.engage();
    tabbedFrom.current = null;
    setRefused(null);
    const next = isExtended ? extendTo(range, place, bounds) : atPlace(clampPlace(place, bounds));
    if (!samePlace(next.head, range.head) || !samePlace(next.anchor, range.anchor)) onRange(next);
  };
  const fill = useFill({
    sheet: view,
    range,
    bounds,
    canEdit: props.onEdit !== undefined,
    give: keys.give,
    onRange: go,
  });
  const onPointerDown = usePointer({ scroller, frame, onPlace, onFill: fill.drag });
  const cellMenu = useCellMenu({
    props,
    view,
    range,
    frame,
    scroller,
    clipboard,
    onMessage,
    acts: keys,
    onPlace: (place) => onPlace(place, false),
    onClosed: focus,
  });
  const leaveEditor = (step: Place | 'next' | 'back' | null) => {
    focus();
    const { anchor } = range;
    if (step === null) return;
    if (typeof step === 'string') {
      const next = nextCell(anchor, step === 'back', bounds);
      if (next) goByTab(atPlace(next));
    } else if (step.column === 0) goDown(step.row);
    else go(atPlace(clampPlace({ row: anchor.row, column: anchor.column + step.column }, bounds)));
  };
  const onClick = (event: MouseEvent) => {
    const act = (event.target as Element).closest('[data-act]')?.getAttribute('data-act');
    if (act === 'expand') acts.expand(range.anchor.row);
    if (act === 'select') acts.select(range.anchor.row, event.shiftKey);
    if (act) focus();
  };
  const span = columnSpan(viewport, columns);
  const rows = rowSpan({ ...viewport, height: viewport.height - head.height - footHeight }, rowHeight, rowCount);
  useMoreRows({ more: props.more, isLoading: props.loading === true, drawnTo: rows.to, rowCount });
  const filters = useFilterRow(props, view, onLayout);
  const sort = useStable(acts.sort);
  const resizeTo = useStable(acts.resizeTo);
  const selectAll = useStable(acts.selectAll);
  const allSelected = useSelectAll(props.selection, view.view.lines);
  const remark = activeRemark(view, range.anchor, props.remarks);
  const noted = editing.hint ?? (refused && samePlace(refused.place, range.anchor) ? refused.reason : null);
  const note = noted === null ? null : { level: 'info' as const, message: noted };
  const hasActive = rowCount > 0 && columns.all.length > 0;
  return (
    <div className={classes.surface}>
      {/* One set of handlers for all cells: a thousand cells with own handlers would slow every frame. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is grid or treegrid. */}
      <div
        ref={scroller}
        role={props.tree ? 'treegrid' : 'grid'}
        tabIndex={0}
        className={classes.scroller}
        aria-label={props.label}
        aria-describedby={`${gridId}-keys`}
        aria-rowcount={head.rows + rowCount + (hasTotals ? 1 : 0)}
        aria-colcount={columns.all.length}
        aria-multiselectable="true"
        aria-busy={props.loading === true || typeof props.arriving === 'number'}
        aria-activedescendant={hasActive ? activeId : undefined}
        data-density={layout.density}
        style={{ maxHeight: props.maxHeight }}
        onKeyDown={keys.onKeyDown}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onContextMenu={cellMenu.onContextMenu}
        onDoubleClick={(event) => {
          const target = event.target as Element;
          if (target.closest('[data-fill-handle]')) fill.toEnd();
          else if (target.closest('[role="gridcell"]:not([data-inert])') && !editing.begin(range.anchor, 'whole'))
            refuse(range.anchor);
        }}
      >
        <span id={`${gridId}-keys`} hidden>
          Arrow keys move, Enter or typing edits, Shift selects, Escape then Tab leaves the table.
        </span>
        <span id={`${gridId}-edited`} hidden>
          Edited, not saved
        </span>
        <div role="presentation" style={{ width: columns.width }}>
          <GridHead
            {...{ columns, span, activeId, allSelected, filters }}
            sort={layout.sort}
            active={range.anchor.row < 0 ? range.anchor.column : -1}
            onSort={sort}
            onResize={resizeTo}
            onSelectAll={selectAll}
          />
          <GridBody
            {...{ props, view, gridId, columns, range, rows, span, rowHeight, treeColumn, editing, leaveEditor, fill }}
            firstIndex={head.rows + 1}
          />
          {hasTotals && view.totals && (
            <TotalsRow
              {...{ columns, span, activeId }}
              totals={view.totals}
              label={props.totalsLabel ?? 'Total'}
              outOf={props.outOf}
              count={view.view.leaves.length}
              height={footHeight}
              rowIndex={head.rows + rowCount + 1}
              active={range.anchor.row === rowCount ? range.anchor.column : -1}
            />
          )}
        </div>
      </div>
      {remark && !editing.cell && !note && (
        <RemarkCard {...{ remark, frame, scroller }} place={range.anchor} onLeave={focus} />
      )}
      {note && <RemarkCard remark={note} {...{ frame, scroller }} place={range.anchor} onLeave={focus} isPlain />}
      {cellMenu.menu}
    </div>
  );
};
