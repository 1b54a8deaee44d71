import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { clampWidth, type Placed } from '../body/geometry.ts';
import { alignOf } from '../body/cells/grid-cell.tsx';
import classes from './grid-head.module.css';
import { SELECT_KEY } from './select-column.ts';
import type { GridSort } from '../types.ts';

interface HeaderCellProps<Row> {
  placed: Placed<Row>;
  sort: readonly GridSort[];
  isActive: boolean;
  activeId: string;
  /** State of the header's checkbox; null if there is none. */
  allSelected: boolean | 'some' | null;
  onSort: (key: string, isAdded: boolean) => void;
  onResize: (key: string, width: number | null) => void;
  onSelectAll: () => void;
}

/** Follows the pointer until release and reports the width at each move. */
const dragWidth = (event: ReactPointerEvent, width: number, onWidth: (width: number) => void) => {
  event.preventDefault();
  event.stopPropagation();
  const start = event.clientX;
  const move = ({ clientX }: PointerEvent) => onWidth(clampWidth(width + clientX - start));
  const stop = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', stop);
    window.removeEventListener('pointercancel', stop);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', stop);
  window.addEventListener('pointercancel', stop);
};

export const HeaderCell = <Row,>(props: HeaderCellProps<Row>) => {
  const { placed, sort, isActive, allSelected, onSort, onResize } = props;
  const { column, index, left, width, startsGroup } = placed;
  const canSort = column.sortable !== false;
  const place = sort.findIndex((one) => one.column === column.key);
  const direction = sort[place]?.direction;
  const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const isSelect = column.key === SELECT_KEY;
  return (
    // The grid is one tab stop and handles its keys itself; see use-grid-keys.ts.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="columnheader"
      id={isActive ? props.activeId : undefined}
      aria-colindex={index + 1}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      title={column.description ?? (column.label.length > 14 ? column.label : undefined)}
      className={`${classes.header} ${classes[alignOf(column)]}`}
      data-active={isActive || undefined}
      data-sortable={canSort || undefined}
      data-group-start={startsGroup || undefined}
      style={{ left, width }}
      onClick={(event) => canSort && onSort(column.key, event.shiftKey)}
    >
      {isSelect && allSelected !== null ? (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.box}
          aria-label="Select all rows"
          ref={(box) => {
            if (box) box.indeterminate = allSelected === 'some';
          }}
          checked={allSelected === true}
          onChange={props.onSelectAll}
        />
      ) : (
        <span className={classes.label}>{column.label}</span>
      )}
      {direction && (
        <span className={classes.sort}>
          <Arrow size={13} stroke={2.4} aria-hidden="true" />
          {sort.length > 1 && place + 1}
        </span>
      )}
      {!isSelect && (
        <span
          aria-hidden="true"
          className={classes.resize}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={() => onResize(column.key, null)}
          onPointerDown={(event) => dragWidth(event, width, (wide) => onResize(column.key, wide))}
        />
      )}
    </div>
  );
};
