import { type KeyboardEvent, useRef } from 'react';
import { actName, clearBlock, doneWords, type Filled, fillDown } from './fill.ts';
import type { GridActs } from './use-grid-acts.ts';
import { type Intent, nextCell, readKey } from './keyboard.ts';
import { atPlace, blockOf, type Bounds, extendTo, type Place, type Range } from './range.ts';
import type { GridProps } from '../types.ts';
import type { Editing } from './use-editing.ts';
import type { GridView } from '../view/use-view.ts';

interface KeysInput<Row> {
  props: GridProps<Row>;
  view: GridView<Row>;
  range: Range;
  bounds: Bounds;
  editing: Editing<Row>;
  acts: GridActs;
  page: () => number;
  onRange: (range: Range) => void;
  /** Called for Tab: Enter then returns to the column where tabbing began. */
  onTab: (range: Range) => void;
  /** Moves to the next row, as Enter does. */
  onNextRow: () => void;
  onMenu: () => void;
  /** Called on an attempt to edit a locked cell. */
  onRefused: (place: Place) => void;
  onMessage: (message: string, canUndo?: boolean) => void;
}

/** As in every tree; a row that cannot open or close leaves the key to cell navigation. */
const TREE_KEYS: Record<string, 'open' | 'closed'> = { ArrowRight: 'open', ArrowLeft: 'closed' };

export const useGridKeys = <Row>(input: KeysInput<Row>) => {
  const { props, view, range, bounds, editing, acts, page, onRange, onMessage } = input;
  const { onEdit } = props;
  /**
   * Whether Tab moves between cells: only after the grid was used and until Escape, so that tabbing through the page is not trapped in ten
   * thousand rows.
   */
  const isEngaged = useRef(false);
  const last = { row: bounds.rows - 1, column: bounds.columns - 1 };

  const give = (action: string, done: string, filled: Filled | null) => {
    if (!filled || !onEdit) return;
    if (filled.changes.length > 0) onEdit(filled.changes, actName(action, filled));
    onMessage(doneWords(done, filled), filled.changes.length > 0);
  };
  const edit = (mode: 'typed' | 'whole'): boolean => editing.begin(range.anchor, mode);
  /** Enter and Space press or open the cell's content; otherwise Enter moves to the next row. */
  const press = (intent: Extract<Intent, { type: 'press' }>) => {
    const { anchor } = range;
    if (acts.toggleFlag(anchor) || acts.activate(anchor, intent)) return;
    if (edit('whole') || !intent.isEnter) return;
    input.onNextRow();
  };

  /** Returns false to leave the key to the browser. */
  const obey = (intent: Intent): boolean => {
    const { anchor } = range;
    const isOnRows = anchor.row >= 0 && anchor.row < bounds.rows;
    switch (intent.type) {
      case 'move':
        onRange(intent.extends ? extendTo(range, intent.to, bounds) : atPlace(intent.to));
        return true;
      case 'edit':
        // The default is kept, so that the letter is typed into the editor.
        if (!edit(intent.mode)) input.onRefused(anchor);
        return intent.mode === 'whole';
      case 'press':
        press(intent);
        return true;
      case 'clear':
        if (isOnRows) give('clearing', 'Cleared', clearBlock(view, blockOf(range)));
        return true;
      case 'fillDown':
        if (isOnRows) give('fill', 'Filled', fillDown(view, blockOf(range)));
        return true;
      case 'undo':
        props.onUndo?.();
        if (props.onUndo) onMessage(props.undoable ? `Undone: ${props.undoable}.` : 'Nothing to undo.');
        return true;
      case 'redo':
        props.onRedo?.();
        if (props.onRedo) onMessage(props.redoable ? `Redone: ${props.redoable}.` : 'Nothing to redo.');
        return true;
      case 'all':
        onRange({ anchor: { row: 0, column: 0 }, head: last });
        return true;
      case 'row':
        onRange({ anchor: { row: anchor.row, column: 0 }, head: { row: range.head.row, column: last.column } });
        return true;
      case 'column':
        onRange({ anchor: { row: 0, column: anchor.column }, head: { row: last.row, column: range.head.column } });
        return true;
      case 'collapse':
        isEngaged.current = false;
        onRange(atPlace(anchor));
        return true;
      case 'resize':
        acts.resize(anchor.column, intent.by);
        return true;
      case 'remark':
        acts.enterRemark();
        return true;
      case 'menu':
        if (isOnRows) input.onMenu();
        return true;
    }
  };

  const onTab = (event: KeyboardEvent) => {
    const next = isEngaged.current ? nextCell(range.anchor, event.shiftKey, bounds) : null;
    if (!next) return;
    event.preventDefault();
    input.onTab(atPlace(next));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // The editor, filters and controls in cells handle their own keys.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Tab') {
      onTab(event);
      return;
    }
    const key = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
    const wanted = key.ctrl || key.shift || key.alt ? undefined : TREE_KEYS[key.key];
    if (wanted && acts.openOrClose(range.anchor, wanted)) {
      isEngaged.current = true;
      event.preventDefault();
      return;
    }
    const intent = readKey(key, range, bounds, page());
    if (!intent) return;
    isEngaged.current = true;
    if (obey(intent)) event.preventDefault();
    if (event.key === 'Home') acts.showStart();
  };
  return {
    onKeyDown,
    engage: () => (isEngaged.current = true),
    fillDown: () => give('fill', 'Filled', fillDown(view, blockOf(range))),
    clear: () => give('clearing', 'Cleared', clearBlock(view, blockOf(range))),
    give,
  };
};
