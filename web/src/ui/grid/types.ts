import type { ReactNode } from 'react';

export type RowKey = string | number;
/** A dollar, a count and a percent are numbers (a percent a fraction: 0.125), a date is a day of the wire (2026-03-09). */
export type GridKind = 'text' | 'dollar' | 'count' | 'percent' | 'date' | 'flag' | 'custom';
export type Parsed = { value: unknown } | { error: string };

export interface CellView<Row> {
  row: Row;
  value: unknown;
  /** As `format` shows it. */
  text: string;
  /** For links and buttons in the cell: the grid is one tab stop, Enter reaches what is in the active cell. */
  tabIndex: -1;
}

export interface GridColumn<Row> {
  key: string;
  label: string;
  /** The parent header. Neighbours of one group share it. */
  group?: string;
  kind: GridKind;
  /** By default figures at the end, flags in the middle, the rest at the start. */
  align?: 'start' | 'center' | 'end';
  /** True unless said otherwise. */
  sortable?: boolean;
  /** False: no box in the filter row. `values` offers what there is to tick; by default few different texts do so. */
  filter?: 'text' | 'values' | false;
  editable?: boolean | ((row: Row) => boolean);
  /** Why a cell that looks as if it could be edited cannot: on hover, and while it is the active one. */
  lock?: (row: Row) => string | null;
  /** Takes numbers below 0: a typed `-5` is the number, and no change of what is there. */
  signed?: boolean;
  /** What `+10%` is counted from where the cell is empty: what holds then. */
  base?: (row: Row) => number | null;
  /** Identity columns: stay at the left. Below 600 px only the first does. */
  frozen?: boolean;
  /** Always shown, and not in the column chooser. */
  excludeFromMenu?: boolean;
  /** The header's tooltip: what the figure means. */
  description?: string;
  width?: number;
  /** Takes the room that the others leave, within these bounds, until a user gives it a width. */
  grow?: { least: number; most: number };
  decimals?: number;
  blankWhenZero?: boolean;
  /** Where it is not simply `row[key]`. */
  value?: (row: Row) => unknown;
  /** What is shown, searched, filtered as text, and copied from a custom column. */
  format?: (value: unknown, row: Row) => string;
  /** What a user typed or pasted; an empty text means that the cell was cleared. */
  parse?: (text: string, row: Row) => Parsed;
  render?: (cell: CellView<Row>) => ReactNode;
}

export interface GridSort {
  column: string;
  direction: 'asc' | 'desc';
}
export type Density = 'compact' | 'standard' | 'comfortable';
/** What was typed into the box, or the values that were ticked. */
export type GridFilter = string | readonly string[];

/** Plain JSON, so that it can be kept. */
export interface GridLayout {
  /** Every column in its place; one that is missing stands where the default has it. */
  order: readonly string[];
  hidden: readonly string[];
  widths: Readonly<Record<string, number>>;
  sort: readonly GridSort[];
  filters: Readonly<Record<string, GridFilter>>;
  filtersOpen: boolean;
  density: Density;
}

/** One cell that a user changed. `null` is an empty cell; what could not be read is an `InvalidEntry`. */
export interface CellChange {
  rowKey: RowKey;
  columnKey: string;
  value: unknown;
}
type CellPlace = Pick<CellChange, 'rowKey' | 'columnKey'>;
/** Row → column → value: what is not saved yet. */
export type Edits = ReadonlyMap<RowKey, ReadonlyMap<string, unknown>>;

export interface Remark {
  level: 'error' | 'conflict' | 'warning' | 'info';
  message: string;
  /** Offered while the cell is the active one, such as both sides of a conflict. */
  actions?: readonly { label: string; onAct: () => void }[];
}

/** A total whose reader would else take it for another: what it is of, on hover and while it is the active cell. */
export interface NotedTotal {
  text: string;
  note: string;
}

/** What is selected: the rows and the columns of the block. */
export interface Selected<Row> {
  rows: readonly Row[];
  columnKeys: readonly string[];
}

/** An entry of the menu of the selected cells. */
export interface GridMenuItem {
  label: string;
  /** The keys that do the same. */
  keys?: string;
  /** Why it cannot be done here. */
  locked?: string | null;
  /** A line above it. */
  begins?: boolean;
  onAct: () => void;
}

export interface GridTree<Row> {
  /** Undefined or empty where nothing is below the row. */
  children: (row: Row) => readonly Row[] | undefined;
  expanded: ReadonlySet<RowKey>;
  onExpanded: (expanded: ReadonlySet<RowKey>) => void;
}

export interface GridSelection {
  selected: ReadonlySet<RowKey>;
  onSelected: (selected: ReadonlySet<RowKey>) => void;
}

export interface GridProps<Row> {
  /** The grid's name for screen readers. */
  label: string;
  /** Keep them in a `useMemo` or outside of the component: new columns draw everything anew. */
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** What a row is called where it is spoken of: its box to tick, its toggle. */
  rowLabel?: (row: Row) => string;
  layout: GridLayout;
  /** What "Reset" goes back to. */
  defaultLayout: GridLayout;
  onLayout: (layout: GridLayout) => void;

  edits?: Edits;
  /** One call per user act: a typed cell, a pasted block, a fill, a clearing. `act` names it: "paste of 12 cells". */
  onEdit?: (changes: readonly CellChange[], act: string) => void;
  /** While typing, so that dependent figures follow; null when the cell was left. */
  onDraft?: (change: CellChange | null) => void;
  onUndo?: () => void;
  onRedo?: () => void;
  /** Why nothing can be edited, where `onEdit` is missing: told to whoever tries. */
  readOnly?: string;
  /** What the page adds to the menu of the selected cells. */
  menu?: (selected: Selected<Row>) => readonly GridMenuItem[];
  /** What the page tells of the selected rows beside their sum and average. */
  facts?: (rows: readonly Row[]) => readonly { label: string; text: string }[];
  /** Hands out a reader of what is selected, at each change of it. */
  onSelected?: (read: () => Selected<Row>) => void;
  /** The names of the acts that these would take back or bring back; null for none. */
  undoable?: string | null;
  redoable?: string | null;
  remarks?: (rowKey: RowKey, columnKey: string) => Remark | null;

  /** The totals of what remains after filtering, by column. In a tree: the rows with nothing below them, and the top rows. */
  totals?: (leaves: readonly Row[], roots: readonly Row[]) => Readonly<Record<string, unknown>>;
  totalsLabel?: string;
  /** How many rows there are in all: the totals say of how many of them they are. */
  outOf?: number;

  loading?: boolean;
  /** How many rows have come while a stream fills the grid; null once it is whole. */
  arriving?: number | null;
  error?: { message: string; requestId?: string | null } | null;
  onRetry?: () => void;
  /** In place of the rows when there are none at all. */
  empty?: ReactNode;

  selection?: GridSelection;
  tree?: GridTree<Row>;
  /** Rows that stand back (paused) or out (a group's sum). */
  rowTone?: (row: Row) => 'muted' | 'strong' | undefined;

  /** A cell to go to; each new object is gone to once. */
  goTo?: CellPlace | null;
  /** The active cell; null on the header, on the totals and in an empty grid. */
  onActive?: (cell: CellPlace | null) => void;
  /** The rows that remain after filtering, in their order; in a tree those with nothing below them. */
  onView?: (keys: readonly RowKey[]) => void;

  /** The quick search, where the page keeps it (in the address); otherwise the grid does. */
  search?: string;
  onSearch?: (search: string) => void;
  /**
   * The server searches, filters and sorts, and the grid does none of it again: a click on a header hands the wanted order
   * back by `onLayout`, and the rows come in it. `count` tells how many there are, of which not all may be here.
   */
  server?: { count: string; hasSearch: boolean };
  /** There are further rows; they are asked for when the last ones come into view. */
  more?: { onMore: () => void } | null;
  /** At the toolbar's start and end. */
  tools?: ReactNode;
  actions?: ReactNode;
  /** A CSS length; by default what the window leaves below the page's head. */
  maxHeight?: string;
}
