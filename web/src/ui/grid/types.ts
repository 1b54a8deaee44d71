import type { ReactNode } from 'react';

export type RowKey = string | number;
/** Dollars, counts and percentages are numbers (0.125 is 12.5%); a date is a calendar day of the API (2026-03-09). */
export type GridKind = 'text' | 'dollar' | 'count' | 'percent' | 'date' | 'flag' | 'custom';
export type Parsed = { value: unknown } | { error: string };

export interface CellView<Row> {
  row: Row;
  value: unknown;
  /** The value as text, from `format`. */
  text: string;
  /** For links and buttons in the cell: the grid is one tab stop, and Enter reaches the active cell's control. */
  tabIndex: -1;
}

export interface GridColumn<Row> {
  key: string;
  label: string;
  /** The parent header, shared by adjacent columns of a group. */
  group?: string;
  kind: GridKind;
  /** Default: figures at the end, flags centred, everything else at the start. */
  align?: 'start' | 'center' | 'end';
  /** Default: true. */
  sortable?: boolean;
  /** False: no filter. `values` offers checkboxes, which is also the default for columns with few distinct texts. */
  filter?: 'text' | 'values' | false;
  editable?: boolean | ((row: Row) => boolean);
  /** Why a seemingly editable cell is locked; shown on hover and while it is active. */
  lock?: (row: Row) => string | null;
  /** Found by the quick search even where the column is hidden. */
  searched?: true;
  /** Accepts negative numbers: a typed `-5` is the value, not a change of the current one. */
  signed?: boolean;
  /** The inherited value of an empty cell, from which `+10%` is computed. */
  base?: (row: Row) => number | null;
  /** Identity column, pinned at the left. Below 600 px only the first is. */
  frozen?: boolean;
  /** Always shown, and not in the column chooser. */
  excludeFromMenu?: boolean;
  /** The header's tooltip: what the figure means. */
  description?: string;
  width?: number;
  /** Takes the remaining width within these bounds, until the user sets one. */
  grow?: { least: number; most: number };
  decimals?: number;
  blankWhenZero?: boolean;
  /** Default: `row[key]`. */
  value?: (row: Row) => unknown;
  /** The text that is shown, searched, filtered, and copied from a custom column. */
  format?: (value: unknown, row: Row) => string;
  /** Parses typed or pasted text; empty text clears the cell. */
  parse?: (text: string, row: Row) => Parsed;
  render?: (cell: CellView<Row>) => ReactNode;
}

export interface GridSort {
  column: string;
  direction: 'asc' | 'desc';
}
export type Density = 'compact' | 'standard' | 'comfortable';
/** The text in the filter, or the ticked values. */
export type GridFilter = string | readonly string[];

/** Plain JSON, so that it can be stored. */
export interface GridLayout {
  /** Column order; missing columns take their default place. */
  order: readonly string[];
  hidden: readonly string[];
  widths: Readonly<Record<string, number>>;
  sort: readonly GridSort[];
  filters: Readonly<Record<string, GridFilter>>;
  filtersOpen: boolean;
  density: Density;
}

/** An edited cell. `null` is an empty cell; unreadable input is an `InvalidEntry`. */
export interface CellChange {
  rowKey: RowKey;
  columnKey: string;
  value: unknown;
}
type CellPlace = Pick<CellChange, 'rowKey' | 'columnKey'>;
/** Unsaved edits: row → column → value. */
export type Edits = ReadonlyMap<RowKey, ReadonlyMap<string, unknown>>;

export interface Remark {
  level: 'error' | 'conflict' | 'warning' | 'info';
  message: string;
  /** Of whom it tells, in place of the icon. */
  initials?: string;
  /** Actions offered while the cell is active, such as both sides of a conflict. */
  actions?: readonly { label: string; onAct: () => void }[];
}

/** A total that could be misread, with a note shown on hover and while its cell is active. */
export interface NotedTotal {
  text: string;
  note: string;
}

/** The rows and columns of the selection. */
export interface Selected<Row> {
  rows: readonly Row[];
  columnKeys: readonly string[];
}

/** A menu entry for the selected cells. */
export interface GridMenuItem {
  label: string;
  /** Keyboard shortcut. */
  keys?: string;
  /** Why it is disabled. */
  locked?: string | null;
  /** Starts a new section of the menu. */
  begins?: boolean;
  onAct: () => void;
}

export interface GridTree<Row> {
  /** Undefined or empty for a row without children. */
  children: (row: Row) => readonly Row[] | undefined;
  expanded: ReadonlySet<RowKey>;
  onExpanded: (expanded: ReadonlySet<RowKey>) => void;
}

export interface GridSelection {
  selected: ReadonlySet<RowKey>;
  onSelected: (selected: ReadonlySet<RowKey>) => void;
}

export interface GridProps<Row> {
  /** The grid's accessible name. */
  label: string;
  /** Keep them in a `useMemo` or outside the component: new columns redraw everything. */
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  /** A row's name, for its checkbox and toggle. */
  rowLabel?: (row: Row) => string;
  layout: GridLayout;
  /** The layout "Reset" restores. */
  defaultLayout: GridLayout;
  onLayout: (layout: GridLayout) => void;

  edits?: Edits;
  /** One call per user act: a typed cell, a paste, a fill or a clear. `act` names it: "paste of 12 cells". */
  onEdit?: (changes: readonly CellChange[], act: string) => void;
  /** Called when an editor opens and while typing, so that dependent figures follow; null when the cell is left. */
  onDraft?: (change: CellChange | null) => void;
  onUndo?: () => void;
  onRedo?: () => void;
  /** Why nothing can be edited when `onEdit` is missing; shown on an attempt. */
  readOnly?: string;
  /** The page's entries in the menu of the selected cells. */
  menu?: (selected: Selected<Row>) => readonly GridMenuItem[];
  /** The page's figures for the selected rows, beside sum and average. */
  facts?: (rows: readonly Row[]) => readonly { label: string; text: string }[];
  /** Passes a function that reads the selection, at each change of it. */
  onSelected?: (read: () => Selected<Row>) => void;
  /** Names of the acts to undo and redo; null for none. */
  undoable?: string | null;
  redoable?: string | null;
  remarks?: (rowKey: RowKey, columnKey: string) => Remark | null;

  /** Totals of the filtered rows, by column. In a tree: from the leaf rows and the top rows. */
  totals?: (leaves: readonly Row[], roots: readonly Row[]) => Readonly<Record<string, unknown>>;
  totalsLabel?: string;
  /** Total number of rows, so that the totals can say how many of them they cover. */
  outOf?: number;

  loading?: boolean;
  /** Number of rows received while a stream fills the grid; null when complete. */
  arriving?: number | null;
  error?: { message: string; requestId?: string | null } | null;
  onRetry?: () => void;
  /** Shown when there are no rows at all. */
  empty?: ReactNode;

  selection?: GridSelection;
  tree?: GridTree<Row>;
  /** De-emphasised rows (paused) or emphasised rows (a group's sum). */
  rowTone?: (row: Row) => 'muted' | 'strong' | undefined;

  /** A cell to go to; each new object is followed once. */
  goTo?: CellPlace | null;
  /** The active cell; null on the header, on the totals and in an empty grid. */
  onActive?: (cell: CellPlace | null) => void;
  /** The filtered rows in order; in a tree, the leaf rows. */
  onView?: (keys: readonly RowKey[]) => void;

  /** The quick search, if the page stores it (in the address); otherwise the grid does. */
  search?: string;
  onSearch?: (search: string) => void;
  /**
   * Searching, filtering and sorting are done by the server: a click on a header reports the wanted order by `onLayout`, and the rows
   * arrive in it. `count` describes the total, of which not all rows may be loaded.
   */
  server?: { count: string; hasSearch: boolean };
  /** Loads more rows when the last ones come into view. */
  more?: { onMore: () => void } | null;
  /** At the toolbar's start and end. */
  tools?: ReactNode;
  actions?: ReactNode;
  /** A CSS length; by default the rest of the window below the page's head. */
  maxHeight?: string;
}
