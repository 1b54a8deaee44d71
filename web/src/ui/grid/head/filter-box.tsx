import { readFilter } from '../view/filter.ts';
import classes from './grid-head.module.css';
import { isNumeric } from '../edit/kinds.ts';
import type { GridColumn } from '../types.ts';
import { useTypedText } from '../../forms/use-typed-text.ts';

const TYPING_MS = 180;
const HINTS = {
  number: 'A number, >100, 10..20, empty or not empty',
  date: 'A day, month or year, >2026-03, 2026-03..2026-05, empty or not empty',
  text: 'Part of the text, =exactly, !without, empty or not empty',
};

interface FilterBoxProps<Row> {
  column: GridColumn<Row>;
  typed: string;
  onTyped: (typed: string) => void;
}

export const FilterBox = <Row,>({ column, typed, onTyped }: FilterBoxProps<Row>) => {
  // Filters shortly after typing stops: there may be ten thousand rows.
  const { typed: text, type } = useTypedText(typed, onTyped, TYPING_MS);
  const hint = HINTS[isNumeric(column.kind) ? 'number' : column.kind === 'date' ? 'date' : 'text'];
  const isUnreadable = readFilter(column, text) === 'unreadable';
  return (
    <input
      className={classes.filterBox}
      aria-label={`Filter ${column.label}`}
      aria-invalid={isUnreadable || undefined}
      placeholder="Filter"
      title={isUnreadable ? `Not a valid filter yet. ${hint}` : hint}
      autoComplete="off"
      spellCheck={false}
      data-filled={text !== '' || undefined}
      value={text}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.currentTarget.closest<HTMLElement>('[role="grid"], [role="treegrid"]')?.focus();
      }}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
};
