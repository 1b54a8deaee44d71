import { useCallback, useMemo, useReducer, useState } from 'react';
import { countEdits } from './cell-value.ts';
import { editHistory, editOf, EMPTY_HISTORY, type SavedValue, withCells } from './edit-history.ts';
import type { CellChange, Edits } from '../types.ts';

export interface GridEdits {
  /** Including the value being typed, for the grid and dependent figures. */
  edits: Edits;
  /** Without the value being typed, for saving. */
  entered: Edits;
  /** "14 changes". */
  count: number;
  undoable: string | null;
  redoable: string | null;
  edit: (changes: readonly CellChange[], act: string) => void;
  draft: (change: CellChange | null) => void;
  /** The cell whose editor is open, even before anything is typed. */
  typing: Pick<CellChange, 'rowKey' | 'columnKey'> | null;
  undo: () => void;
  redo: () => void;
  /** Removes edits after saving or to discard them: all, or these cells. */
  forget: (cells?: readonly Pick<CellChange, 'rowKey' | 'columnKey'>[]) => void;
}

/** The edits of one grid, with undo and redo by user act. `saved` returns a cell's value on the server. */
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
    typing: typed,
    undo,
    redo,
    forget,
  };
};
