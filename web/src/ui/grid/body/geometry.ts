import { SELECT_KEY } from '../head/select-column.ts';
import type { Density, GridColumn, GridKind } from '../types.ts';

export const ROW_HEIGHTS: Record<Density, number> = { compact: 24, standard: 29, comfortable: 38 };
export const GROUP_HEIGHT = 24;
export const HEADER_HEIGHT = 40;
export const FILTER_HEIGHT = 34;
/** Below this width only the first identity column is pinned. */
const NARROW = 600;
const OVERSCAN_ROWS = 5;
const COLUMN_STEP = 3;
/** How far the view may scroll before it is measured again; see use-viewport.ts. */
const SPARE_WIDTH = 24;
const MIN_WIDTH = 36;
const MAX_WIDTH = 640;

const WIDTHS: Record<GridKind, number> = {
  text: 160,
  dollar: 108,
  count: 84,
  percent: 80,
  date: 104,
  flag: 72,
  custom: 120,
};

export const clampWidth = (width: number): number => Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));

/** A column with its position. */
export interface Placed<Row> {
  column: GridColumn<Row>;
  index: number;
  left: number;
  width: number;
  isPinned: boolean;
  /** The first column of its group. */
  startsGroup: boolean;
}
export interface Columns<Row> {
  all: readonly Placed<Row>[];
  pinned: number;
  pinnedWidth: number;
  width: number;
  hasGroups: boolean;
}

/** Width of the growing column; undefined if there is none, or before the grid is measured. */
const grownWidth = <Row>(
  shown: readonly GridColumn<Row>[],
  widthOf: (column: GridColumn<Row>) => number,
  viewWidth: number,
): number | undefined => {
  const grown = shown.find(({ grow }) => grow);
  if (!grown?.grow || viewWidth <= 0) return undefined;
  const others = shown.reduce((sum, column) => (column === grown ? sum : sum + widthOf(column)), 0);
  return Math.max(grown.grow.least, Math.min(grown.grow.most, viewWidth - others));
};

export const placeColumns = <Row>(
  shown: readonly GridColumn<Row>[],
  widths: Readonly<Record<string, number>>,
  viewWidth: number,
): Columns<Row> => {
  const isNarrow = viewWidth > 0 && viewWidth < NARROW;
  const frozen = shown.filter((column) => column.frozen).length;
  // The checkbox column is no identity column: it stays with the first one.
  const least = shown[0]?.key === SELECT_KEY ? 2 : 1;
  const pinned = isNarrow ? Math.min(least, frozen) : frozen;
  const widthOf = (column: GridColumn<Row>) => clampWidth(widths[column.key] ?? column.width ?? WIDTHS[column.kind]);
  const grown = grownWidth(shown, widthOf, viewWidth);
  let left = 0;
  const all = shown.map((column, index): Placed<Row> => {
    const wanted = column.grow && widths[column.key] === undefined ? (grown ?? widthOf(column)) : widthOf(column);
    const isPinned = index < pinned;
    // Pinned columns must leave room for the scrolling ones.
    const width = isPinned && isNarrow ? Math.min(wanted, Math.round(viewWidth * 0.42)) : wanted;
    const placed = {
      column,
      index,
      left,
      width,
      isPinned,
      startsGroup: index > 0 && column.group !== shown[index - 1]?.group,
    };
    left += width;
    return placed;
  });
  return {
    all,
    pinned,
    pinnedWidth: all[pinned]?.left ?? (pinned > 0 ? left : 0),
    width: left,
    hasGroups: shown.some(({ group }) => group !== undefined),
  };
};

/** The column at a distance from the start of the first. */
export const columnAt = <Row>({ all }: Columns<Row>, x: number): number => {
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((all[middle]?.left ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
};

/** Scroll position and visible size. */
export interface Viewport {
  top: number;
  left: number;
  width: number;
  height: number;
}
export interface Span {
  from: number;
  to: number;
}

export const rowSpan = ({ top, height }: Viewport, rowHeight: number, count: number): Span => ({
  from: Math.max(0, Math.floor(top / rowHeight) - OVERSCAN_ROWS),
  to: Math.min(count, Math.ceil((top + height) / rowHeight) + OVERSCAN_ROWS),
});

/** The scrolling columns to draw, in steps: every row is redrawn when another column comes in. */
export const columnSpan = <Row>({ left, width }: Viewport, columns: Columns<Row>): Span => {
  const first = columnAt(columns, left + columns.pinnedWidth);
  const last = columnAt(columns, left + width + SPARE_WIDTH);
  return {
    from: Math.max(columns.pinned, Math.floor(first / COLUMN_STEP) * COLUMN_STEP),
    to: Math.min(columns.all.length, (Math.floor(last / COLUMN_STEP) + 1) * COLUMN_STEP),
  };
};
