import { useCallback, useMemo, useReducer, useState } from 'react';
import { countEdits } from './cell-value.ts';
import { editHistory, editOf, EMPTY_HISTORY, type SavedValue, withCells } from './edit-history.ts';
import type { CellChange, Edits } from '../types.ts';

export interface GridEdits {
  /** With what is being typed right now: for the grid and for figures that follow. */
  edits: Edits;
  /** Without it: for saving. */
  entered: Edits;
  /** "14 changes". */
  count: number;
  undoable: string | null;
  redoable: string | null;
  edit: (changes: readonly CellChange[], act: string) => void;
  draft: (change: CellChange | null) => void;
  undo: () => void;
  redo: () => void;
  /** After saving, or to discard: all, or these cells. */
  forget: (cells?: readonly Pick<CellChange, 'rowKey' | 'columnKey'>[]) => void;
}

/** The edits of one grid, with undo and redo over user acts. `saved` says what a cell holds on the server. */
export const useEditHistory = (saved: SavedValue): GridEdits => {
  const [history, dispatch] = useReducer(editHistory, EMPTY_HISTORY);
  const [typed, setTyped] = useState<CellChange | null>(null);
  const edits = useMemo(
    () =>
      typed
        ? withCells(history.edits, [{ ...typed, value: editOf(typed.value, saved(typed.rowKey, typed.columnKey)) }])
        : history.edits,
    [history.edits, typed, saved],
  );
  const edit = useCallback(
    (changes: readonly CellChange[], name: string) => {
      setTyped(null);
      dispatch({ type: 'edit', changes, name, saved });
    },
    [saved],
  );
  const undo = useCallback(() => dispatch({ type: 'undo' }), []);
  const redo = useCallback(() => dispatch({ type: 'redo' }), []);
  const forget = useCallback<GridEdits['forget']>(
    (cells) => dispatch(cells ? { type: 'forget', cells } : { type: 'forget' }),
    [],
  );
  return {
    edits,
    entered: history.edits,
    count: useMemo(() => countEdits(history.edits), [history.edits]),
    undoable: history.past.at(-1)?.name ?? null,
    redoable: history.future.at(-1)?.name ?? null,
    edit,
    draft: setTyped,
    undo,
    redo,
    forget,
  };
};
