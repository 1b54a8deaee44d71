import { UnstyledButton } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { EndedText } from '../../../ui/marks/ended-text.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import classes from './explore.module.css';
import type { Board, BoardRow } from './prepare-leaderboard.ts';

export interface BoardActs {
  onToggle: (dimension: string, value: string | null) => void;
  onExclude: (dimension: string, value: string | null) => void;
  onDrill: (dimension: string, value: string | null) => void;
  onSwitch: (dimension: string, to: string) => void;
  onRemove: (dimension: string) => void;
}

/** Arrow keys go through the rows, which are one tab stop. */
const goThrough = (event: KeyboardEvent<HTMLUListElement>): void => {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  const at = rows.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = to === undefined ? undefined : rows[to];
  if (to === undefined) return;
  event.preventDefault();
  for (const one of rows) one.tabIndex = one === (row ?? rows[at]) ? 0 : -1;
  row?.focus();
};

interface RowProps extends Pick<BoardActs, 'onToggle' | 'onExclude' | 'onDrill'> {
  row: BoardRow;
  width: number;
  dimension: string;
  isFirst: boolean;
}

const Row = ({ row, width, dimension, isFirst, onToggle, onExclude, onDrill }: RowProps) => {
  const { value, label, text, share, change, tone, length, young, state, canFilter } = row;
  const choose = ({ shiftKey, detail }: MouseEvent): void => {
    // The second click of a double click is part of it.
    if (!canFilter || detail > 1) return;
    if (shiftKey) onExclude(dimension, value);
    else onToggle(dimension, value);
  };
  return (
    <li>
      <UnstyledButton
        className={classes.row}
        tabIndex={isFirst ? 0 : -1}
        data-state={state}
        aria-pressed={state === 'included'}
        aria-disabled={!canFilter || undefined}
        title={young ?? undefined}
        onClick={choose}
        onDoubleClick={() => canFilter && onDrill(dimension, value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canFilter) return;
          event.preventDefault();
          event.stopPropagation();
          onDrill(dimension, value);
        }}
      >
        <span className={classes.name}>
          <span
            className={classes.bar}
            data-young={young !== null || undefined}
            style={{ width: `${length * 100}%` }}
          />
          <span className={classes.label}>
            <EndedText text={label} />
            {state === 'excluded' && <span className={classes.hidden}>, excluded</span>}
          </span>
        </span>
        <span className={classes.value} style={{ width: `${width}ch` }}>
          {text}
        </span>
        {share !== null && <span className={classes.share}>{share}</span>}
        {change !== null && (
          <span className={`${classes.share} ${classes.change}`} data-tone={tone}>
            {change}
          </span>
        )}
      </UnstyledButton>
    </li>
  );
};

/** The rows of a leaderboard under their heads. */
export const LeaderboardRows = ({
  board,
  dimension,
  label,
  ...acts
}: Omit<RowProps, 'row' | 'isFirst' | 'width'> & { board: Board; label: string }) => {
  const { rows, whole, isCompared, column, width } = board;
  return (
    <>
      <div className={classes.heads} aria-hidden="true">
        <span>{column.label}</span>
        {whole !== null && <span className={classes.share}>Share</span>}
        {isCompared && <span className={`${classes.share} ${classes.change}`}>Change</span>}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The rows' keys, caught once. */}
      <ul className={classes.rows} aria-label={`${label} by ${column.label}`} onKeyDown={goThrough}>
        {rows.map((row, index) => (
          <Row key={row.key} {...acts} row={row} width={width} dimension={dimension} isFirst={index === 0} />
        ))}
      </ul>
      {rows.length === 0 && (
        <Note size="xs" my={8}>
          Nothing matches.
        </Note>
      )}
    </>
  );
};
