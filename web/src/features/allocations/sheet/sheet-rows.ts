import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { CellChange, Edits, RowKey } from '../../../ui/grid/types.ts';

/** A row edited in a grid and saved with the version it was read at. */
export interface SheetRow {
  /** Null: nothing stored yet. */
  rowVersion: number | null;
  [column: string]: unknown;
}
export type Cells = ReadonlyMap<string, unknown>;
export type CellMap<Value> = ReadonlyMap<RowKey, ReadonlyMap<string, Value>>;
export type CellRef = Pick<CellChange, 'rowKey' | 'columnKey'>;

export const rowsByKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => RowKey): ReadonlyMap<RowKey, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/**
 * Merges newly read rows. An edited row that somebody else has changed stays as it was first read: it is saved against that version, so
 * that the server reports the conflict and who caused it.
 */
export const mergeRows = <Row extends SheetRow>(
  old: ReadonlyMap<RowKey, Row>,
  fresh: readonly Row[],
  keyOf: (row: Row) => RowKey,
  edits: Edits,
  typing: CellRef | null = null,
): readonly Row[] => {
  if (edits.size === 0 && typing === null) return fresh;
  return fresh.map((row) => {
    const isEdited = edits.has(keyOf(row)) || typing?.rowKey === keyOf(row);
    const before = isEdited ? old.get(keyOf(row)) : undefined;
    return before && before.rowVersion !== row.rowVersion ? before : row;
  });
};

export type Patches = ReadonlyMap<RowKey, Readonly<Record<string, unknown>>>;

/** Rows with new values and versions, and the figures derived from them. */
export const patchRows = <Row extends SheetRow>(
  rows: readonly Row[],
  patches: Patches,
  keyOf: (row: Row) => RowKey,
  follow: (row: Row, cells: Cells) => Row,
): readonly Row[] => {
  if (patches.size === 0) return rows;
  return rows.map((row) => {
    const patch = patches.get(keyOf(row));
    if (!patch) return row;
    const { rowVersion = row.rowVersion, ...values } = patch;
    return { ...follow(row, new Map(Object.entries(values))), rowVersion };
  });
};

/** A row with its typed values; unreadable ones are skipped. */
export const typedRow = <Row extends SheetRow>(row: Row, cells: Cells): Row => ({
  ...row,
  ...Object.fromEntries([...cells].filter(([, value]) => !(value instanceof InvalidEntry))),
});

/** Recomputes edited rows only, so that only they are redrawn. */
export const followEdits = <Row extends SheetRow>(
  rows: readonly Row[],
  edits: Edits,
  keyOf: (row: Row) => RowKey,
  follow: (row: Row, cells: Cells) => Row,
): readonly Row[] => {
  if (edits.size === 0) return rows;
  return rows.map((row) => {
    const cells = edits.get(keyOf(row));
    return cells ? follow(row, cells) : row;
  });
};

/** One row's edits as sent to the server. */
export interface SentRow {
  rowKey: RowKey;
  rowVersion: number;
  changes: Record<string, number | null>;
}

/** Groups changes by row and column. */
export const editsOf = (changes: readonly CellChange[]): Edits => {
  const rows = new Map<RowKey, Map<string, unknown>>();
  for (const { rowKey, columnKey, value } of changes)
    rows.set(rowKey, (rows.get(rowKey) ?? new Map<string, unknown>()).set(columnKey, value));
  return rows;
};

export const rowsToSend = (edits: Edits, rows: ReadonlyMap<RowKey, SheetRow>): SentRow[] =>
  [...edits].flatMap(([rowKey, cells]) => {
    const row = rows.get(rowKey);
    return row
      ? [{ rowKey, rowVersion: row.rowVersion ?? 0, changes: Object.fromEntries(cells) as SentRow['changes'] }]
      : [];
  });

const cellsOf = (rows: readonly SentRow[]): CellChange[] =>
  rows.flatMap(({ rowKey, changes }) =>
    Object.entries(changes).map(([columnKey, value]) => ({ rowKey, columnKey, value })),
  );

/** Cells sent and not edited since: they are saved now. */
export const settledCells = (sent: readonly SentRow[], now: Edits): CellRef[] =>
  cellsOf(sent)
    .filter(({ rowKey, columnKey, value }) => Object.is(now.get(rowKey)?.get(columnKey), value))
    .map(({ rowKey, columnKey }) => ({ rowKey, columnKey }));

/** The rows' values and versions after a successful save. */
export const savedPatches = (sent: readonly SentRow[], versions: ReadonlyMap<RowKey, number>): Patches =>
  new Map(
    sent.map(({ rowKey, rowVersion, changes }) => [
      rowKey,
      { ...changes, rowVersion: versions.get(rowKey) ?? rowVersion },
    ]),
  );

/** The cells' values before a save, for undo. */
export const formerCells = (sent: readonly SentRow[], rows: ReadonlyMap<RowKey, SheetRow>): CellChange[] =>
  cellsOf(sent).map(({ rowKey, columnKey }) => ({ rowKey, columnKey, value: rows.get(rowKey)?.[columnKey] ?? null }));
