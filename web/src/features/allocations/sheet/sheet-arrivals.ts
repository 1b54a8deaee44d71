import { isPriceField } from '@paceline/contract';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { Edits, RowKey } from '../../../ui/grid/types.ts';
import { type CellConflict, putCell } from './sheet-refusal.ts';
import type { CellMap, CellRef, Patches, SheetRow } from './sheet-rows.ts';

/** A cell that was saved elsewhere while the sheet is open. */
export interface Arrival extends CellRef {
  before: number | null;
  after: number | null;
  rowVersion: number;
  by: string;
  at: string;
  /** Saved by the same user in another window. */
  isOwn: boolean;
}

interface Arrived {
  /** Values and versions for cells that nobody edits here. */
  patches: Patches;
  /** Cells with an unsaved edit that differs: the user has to decide. */
  contested: CellMap<CellConflict>;
  /** Cells with an unsaved edit to the same value: nothing to save. */
  agreed: CellRef[];
  /** What others saved, for the marks. */
  marks: CellMap<Arrival>;
  /** A row's cell is being typed: the row keeps its version, so that saving it finds the conflict. */
  isHeld: boolean;
}

/** What changes in the sheet when others save, oldest first. Rows that are newer already are left alone. */
export const readArrivals = (
  arrivals: readonly Arrival[],
  rows: ReadonlyMap<RowKey, SheetRow>,
  entered: Edits,
  typing: CellRef | null,
): Arrived => {
  const patches = new Map<RowKey, Record<string, unknown>>();
  const contested = new Map<RowKey, Map<string, CellConflict>>();
  const marks = new Map<RowKey, Map<string, Arrival>>();
  const agreed: CellRef[] = [];
  const heldRows = new Set<RowKey>();
  for (const arrival of arrivals) {
    const { rowKey, columnKey, after, rowVersion, by, at } = arrival;
    const row = rows.get(rowKey);
    if (!row || rowVersion <= (row.rowVersion ?? 0)) continue;
    const patch = { ...patches.get(rowKey), rowVersion };
    patches.set(rowKey, patch);
    // A price that is not set for the month has no value of its own.
    if (after === null && isPriceField(columnKey)) continue;
    if (!arrival.isOwn) putCell(marks, rowKey, columnKey, arrival);
    const mine = entered.get(rowKey)?.get(columnKey);
    const isTyped = typing?.rowKey === rowKey && typing.columnKey === columnKey;
    if (isTyped || mine instanceof InvalidEntry) {
      heldRows.add(rowKey);
      continue;
    }
    patches.set(rowKey, { ...patch, [columnKey]: after });
    if (!entered.get(rowKey)?.has(columnKey)) continue;
    contested.get(rowKey)?.delete(columnKey);
    if (mine === after) agreed.push({ rowKey, columnKey });
    else putCell(contested, rowKey, columnKey, { theirs: after, mine: mine as number | null, by, at, rowVersion });
  }
  for (const rowKey of heldRows) {
    const { rowVersion: _, ...values } = patches.get(rowKey) ?? {};
    patches.set(rowKey, values);
  }
  return { patches, contested, agreed, marks, isHeld: heldRows.size > 0 };
};

/** Later cells in place of earlier ones. */
export const mergeCells = <Value>(former: CellMap<Value>, later: CellMap<Value>): CellMap<Value> => {
  if (later.size === 0) return former;
  const merged = new Map(former);
  for (const [rowKey, cells] of later) merged.set(rowKey, new Map([...(merged.get(rowKey) ?? []), ...cells]));
  return merged;
};
