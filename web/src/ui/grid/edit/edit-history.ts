import type { CellChange, Edits, RowKey } from '../types.ts';

interface Step {
  rowKey: RowKey;
  columnKey: string;
  /** Undefined: no edit. */
  before: unknown;
  after: unknown;
}
interface Act {
  name: string;
  steps: readonly Step[];
}
export interface EditHistory {
  edits: Edits;
  past: readonly Act[];
  future: readonly Act[];
}
export type SavedValue = (rowKey: RowKey, columnKey: string) => unknown;
export type HistoryEvent =
  | { type: 'edit'; changes: readonly CellChange[]; name: string; saved: SavedValue }
  | { type: 'undo' }
  | { type: 'redo' }
  /** Removes edits that were saved or discarded; without cells, all. */
  | { type: 'forget'; cells?: readonly Pick<CellChange, 'rowKey' | 'columnKey'>[] };

export const NO_EDITS: Edits = new Map();
export const EMPTY_HISTORY: EditHistory = { edits: NO_EDITS, past: [], future: [] };
const MAX_ACTS = 200;

/** Only changed rows get a new map, so that only they are redrawn. */
export const withCells = (edits: Edits, cells: readonly CellChange[]): Edits => {
  const next = new Map(edits);
  const fresh = new Map<RowKey, Map<string, unknown>>();
  for (const { rowKey, columnKey, value } of cells) {
    const row = fresh.get(rowKey) ?? new Map(next.get(rowKey));
    fresh.set(rowKey, row);
    if (value === undefined) row.delete(columnKey);
    else row.set(columnKey, value);
  }
  for (const [rowKey, row] of fresh) {
    if (row.size > 0) next.set(rowKey, row);
    else next.delete(rowKey);
  }
  return next;
};

/** A cell set to its saved value is no edit. Null and empty text are equal. */
export const editOf = (value: unknown, saved: unknown): unknown =>
  Object.is(value, saved) || ((value === null || value === '') && (saved == null || saved === '')) ? undefined : value;

const stepsOf = (edits: Edits, changes: readonly CellChange[], saved: SavedValue): Step[] =>
  changes.flatMap(({ rowKey, columnKey, value }) => {
    const before = edits.get(rowKey)?.get(columnKey);
    const after = editOf(value, saved(rowKey, columnKey));
    return Object.is(before, after) ? [] : [{ rowKey, columnKey, before, after }];
  });

const replay = (edits: Edits, { steps }: Act, side: 'before' | 'after'): Edits =>
  withCells(
    edits,
    steps.map(({ rowKey, columnKey, [side]: value }) => ({ rowKey, columnKey, value })),
  );

export const editHistory = (history: EditHistory, event: HistoryEvent): EditHistory => {
  const { edits, past, future } = history;
  switch (event.type) {
    case 'edit': {
      const act = { name: event.name, steps: stepsOf(edits, event.changes, event.saved) };
      if (act.steps.length === 0) return history;
      return { edits: replay(edits, act, 'after'), past: [...past, act].slice(-MAX_ACTS), future: [] };
    }
    case 'undo': {
      const act = past.at(-1);
      if (!act) return history;
      return { edits: replay(edits, act, 'before'), past: past.slice(0, -1), future: [...future, act] };
    }
    case 'redo': {
      const act = future.at(-1);
      if (!act) return history;
      return { edits: replay(edits, act, 'after'), past: [...past, act], future: future.slice(0, -1) };
    }
    case 'forget': {
      // Clears the undo history: it refers to values from before the save or discard.
      if (!event.cells) return EMPTY_HISTORY;
      const gone = event.cells.map((cell) => ({ ...cell, value: undefined }));
      return { edits: withCells(edits, gone), past: [], future: [] };
    }
  }
};
