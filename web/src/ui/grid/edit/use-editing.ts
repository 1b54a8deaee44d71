import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cellValue, isEditable } from './cell-value.ts';
import type { Sheet } from './fill.ts';
import { editText, readTyped } from './kinds.ts';
import type { Place } from './range.ts';
import type { CellChange, GridColumn, GridProps } from '../types.ts';

export interface EditedCell<Row> {
  place: Place;
  rowKey: CellChange['rowKey'];
  row: Row;
  column: GridColumn<Row>;
  /** The editor's initial text; empty when a typed letter opened it. */
  initial: string;
  /** The cell's value, for input such as `+10%` that changes it. */
  current: unknown;
  mode: 'typed' | 'whole';
}
export interface Editing<Row> {
  cell: EditedCell<Row> | null;
  /** The result or the error of a calculation being typed. */
  hint: string | null;
  /** Returns false if the cell cannot be edited. */
  begin: (place: Place, mode: EditedCell<Row>['mode']) => boolean;
  type: (text: string) => void;
  commit: () => void;
  cancel: () => void;
}

export const useEditing = <Row>(
  sheet: Sheet<Row>,
  { onEdit, onDraft }: Pick<GridProps<Row>, 'onEdit' | 'onDraft'>,
): Editing<Row> => {
  const [cell, setCell] = useState<EditedCell<Row> | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  // A ref beside the state, because leaving a cell commits the typed text in the same tick.
  const open = useRef<{ cell: EditedCell<Row>; text: string } | null>(null);

  const read = (): { change: CellChange; hint: string | null } | null => {
    if (!open.current) return null;
    const { cell: at, text } = open.current;
    const typed = readTyped(at.column, text, at.row, at.current);
    return { change: { rowKey: at.rowKey, columnKey: at.column.key, value: typed.value }, hint: typed.hint };
  };
  const close = () => {
    open.current = null;
    setCell(null);
    setHint(null);
  };
  return {
    cell,
    hint,
    begin: (place, mode) => {
      const at = sheet.rowAt(place.row);
      const column = sheet.columns[place.column];
      if (!onEdit || !at || !column || !isEditable(column, at.row)) return false;
      const current = cellValue(column, at.row, at.edits);
      const initial = mode === 'typed' ? '' : editText(column, current, at.row);
      const next = { place, rowKey: at.key, row: at.row, column, current, initial, mode };
      open.current = { cell: next, text: initial };
      // Synchronously, so that the letter that opens the editor is typed into it.
      flushSync(() => setCell(next));
      onDraft?.({ rowKey: at.key, columnKey: column.key, value: current });
      return true;
    },
    type: (text) => {
      if (!open.current) return;
      open.current.text = text;
      const typed = read();
      setHint(typed?.hint ?? null);
      onDraft?.(typed?.change ?? null);
    },
    commit: () => {
      const entered = read();
      if (!open.current || !entered) return;
      const { cell: at, text } = open.current;
      close();
      if (text === at.initial) onDraft?.(null);
      else onEdit?.([entered.change], `edit of ${at.column.label}`);
    },
    cancel: () => {
      if (open.current) onDraft?.(null);
      close();
    },
  };
};
