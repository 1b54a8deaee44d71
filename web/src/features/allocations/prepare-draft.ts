import { InvalidEntry } from '../../ui/grid/cell-value.ts';
import type { CellChange, Edits, RowKey } from '../../ui/grid/types.ts';
import type { Patches, SheetRow } from './sheet-rows.ts';

/** An edit as it waits in the browser, with what it was made from. */
interface KeptCell {
  rowKey: RowKey;
  columnKey: string;
  value: number | null | { text: string; error: string };
  before: unknown;
  rowVersion: number | null;
}
export type KeptCells = KeptCell[];

export const keepEdits = (edits: Edits, rows: ReadonlyMap<RowKey, SheetRow>): KeptCells =>
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

/** What can be brought back: storage can hold anything, and rows may have gone. */
export const readKept = (values: unknown, rows: ReadonlyMap<RowKey, SheetRow>): KeptCells =>
  Array.isArray(values)
    ? (values as Partial<KeptCell>[]).filter(
        (cell): cell is KeptCell =>
          cell.rowKey !== undefined && typeof cell.columnKey === 'string' && rows.has(cell.rowKey),
      )
    : [];

export const keptChanges = (cells: KeptCells): CellChange[] =>
  cells.map(({ rowKey, columnKey, value }) => ({
    rowKey,
    columnKey,
    value: value !== null && typeof value === 'object' ? new InvalidEntry(value.text, value.error) : value,
  }));

/** Rows that others changed since go back to what the draft was made from: saving it then finds who changed them. */
export const keptPatches = (cells: KeptCells, rows: ReadonlyMap<RowKey, SheetRow>): Patches => {
  const patches = new Map<RowKey, Record<string, unknown>>();
  for (const { rowKey, columnKey, before, rowVersion } of cells) {
    if (rows.get(rowKey)?.rowVersion === rowVersion) continue;
    patches.set(rowKey, { ...patches.get(rowKey), [columnKey]: before, rowVersion });
  }
  return patches;
};
