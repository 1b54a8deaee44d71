import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { CellChange, Edits, RowKey } from '../../../ui/grid/types.ts';
import type { Patches, SheetRow } from './sheet-rows.ts';

/** An edit stored in the browser, with the value it was based on. */
interface StoredCell {
  rowKey: RowKey;
  columnKey: string;
  value: number | null | { text: string; error: string };
  before: unknown;
  rowVersion: number | null;
}
type StoredCells = StoredCell[];

export const storeEdits = (edits: Edits, rows: ReadonlyMap<RowKey, SheetRow>): StoredCells =>
  [...edits].flatMap(([rowKey, cells]) => {
    const row = rows.get(rowKey);
    return [...cells].map(([columnKey, value]) => ({
      rowKey,
      columnKey,
      value: value instanceof InvalidEntry ? { text: value.text, error: value.error } : (value as number | null),
      before: row?.[columnKey] ?? null,
      rowVersion: row?.rowVersion ?? null,
    }));
  });

/** The stored edits that can be restored: storage can hold anything, and rows may be gone. */
export const readStored = (values: unknown, rows: ReadonlyMap<RowKey, SheetRow>): StoredCells =>
  Array.isArray(values)
    ? (values as Partial<StoredCell>[]).filter(
        (cell): cell is StoredCell =>
          cell.rowKey !== undefined && typeof cell.columnKey === 'string' && rows.has(cell.rowKey),
      )
    : [];

export const storedChanges = (cells: StoredCells): CellChange[] =>
  cells.map(({ rowKey, columnKey, value }) => ({
    rowKey,
    columnKey,
    value: value !== null && typeof value === 'object' ? new InvalidEntry(value.text, value.error) : value,
  }));

/** Resets rows others have changed since to the draft's base version, so that saving finds the conflict. */
export const storedPatches = (cells: StoredCells, rows: ReadonlyMap<RowKey, SheetRow>): Patches => {
  const patches = new Map<RowKey, Record<string, unknown>>();
  for (const { rowKey, columnKey, before, rowVersion } of cells) {
    if (rows.get(rowKey)?.rowVersion === rowVersion) continue;
    patches.set(rowKey, { ...patches.get(rowKey), [columnKey]: before, rowVersion });
  }
  return patches;
};
