import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { CellChange, Edits, RowKey } from '../../../ui/grid/types.ts';

/** A row that is edited in a grid and saved by the version that it was read with. */
export interface SheetRow {
  /** Null: nothing is stored for it yet. */
  rowVersion: number | null;
  [column: string]: unknown;
}
export type Cells = ReadonlyMap<string, unknown>;
export type CellMap<Value> = ReadonlyMap<RowKey, ReadonlyMap<string, Value>>;
export type CellRef = Pick<CellChange, 'rowKey' | 'columnKey'>;

export const rowsByKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => RowKey): ReadonlyMap<RowKey, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));

/**
 * The rows as they come anew. A row with edits that somebody else has changed since stays as it was read: its edits are
 * saved against that version, so that the server finds the conflict and tells who made it.
 */
export const mergeRows = <Row extends SheetRow>(
  old: ReadonlyMap<RowKey, Row>,
  fresh: readonly Row[],
  keyOf: (row: Row) => RowKey,
  edits: Edits,
): readonly Row[] => {
  if (edits.size === 0) return fresh;
  return fresh.map((row) => {
    const before = edits.has(keyOf(row)) ? old.get(keyOf(row)) : undefined;
    return before && before.rowVersion !== row.rowVersion ? before : row;
  });
};

export type Patches = ReadonlyMap<RowKey, Readonly<Record<string, unknown>>>;

/** The rows with other values and versions, and what follows from the values. */
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

/** A row with what was typed into it; what could not be read is left out. */
export const typedRow = <Row extends SheetRow>(row: Row, cells: Cells): Row => ({
  ...row,
  ...Object.fromEntries([...cells].filter(([, value]) => !(value instanceof InvalidEntry))),
});

/** Only the rows with edits become others, so that only they are drawn anew. */
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

/** The edits of one row as they are sent. */
export interface SentRow {
  rowKey: RowKey;
  rowVersion: number;
  changes: Record<string, number | null>;
}

/** Changes by row and column, as edits are. */
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

/** What was sent and has not been typed over since: that is saved now, and no edit any more. */
export const settledCells = (sent: readonly SentRow[], now: Edits): CellRef[] =>
  cellsOf(sent)
    .filter(({ rowKey, columnKey, value }) => Object.is(now.get(rowKey)?.get(columnKey), value))
    .map(({ rowKey, columnKey }) => ({ rowKey, columnKey }));

/** What the rows are once a save went through. */
export const savedPatches = (sent: readonly SentRow[], versions: ReadonlyMap<RowKey, number>): Patches =>
  new Map(
    sent.map(({ rowKey, rowVersion, changes }) => [
      rowKey,
      { ...changes, rowVersion: versions.get(rowKey) ?? rowVersion },
    ]),
  );

/** What stood in the cells before: the way back after a save. */
export const formerCells = (sent: readonly SentRow[], rows: ReadonlyMap<RowKey, SheetRow>): CellChange[] =>
  cellsOf(sent).map(({ rowKey, columnKey }) => ({ rowKey, columnKey, value: rows.get(rowKey)?.[columnKey] ?? null }));
