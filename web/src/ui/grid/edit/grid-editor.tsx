import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import classes from '../body/grid-body.module.css';
import type { Place } from './range.ts';
import type { EditedCell, Editing } from './use-editing.ts';

interface GridEditorProps<Row> {
  cell: EditedCell<Row>;
  editing: Editing<Row>;
  /** The cell was left by a key; the direction to move. */
  onLeave: (step: Place | 'next' | 'back' | null) => void;
}

const ARROWS: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The typed text has its own state, so that typing is not delayed by dependent figures. */
export const GridEditor = <Row,>({ cell, editing, onLeave }: GridEditorProps<Row>) => {
  const [text, setText] = useState(cell.initial);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  const leave = (event: KeyboardEvent, step: Parameters<typeof onLeave>[0]) => {
    event.preventDefault();
    editing.commit();
    onLeave(step);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const arrow = ARROWS[event.key];
    if (event.key === 'Enter') leave(event, { row: event.shiftKey ? -1 : 1, column: 0 });
    else if (event.key === 'Tab') leave(event, event.shiftKey ? 'back' : 'next');
    else if (event.key === 'Escape') {
      event.preventDefault();
      editing.cancel();
      onLeave(null);
    }
    // As in a spreadsheet: after typing over a cell, arrows leave it; in an opened cell they move the cursor.
    else if (arrow && cell.mode === 'typed' && !event.shiftKey) leave(event, arrow);
  };
  return (
    <input
      ref={input}
      className={classes.editor}
      aria-label={cell.column.label}
      inputMode={cell.column.kind === 'text' || cell.column.kind === 'custom' ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        editing.type(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => editing.commit()}
    />
  );
};
