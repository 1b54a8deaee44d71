import { memo } from 'react';
import { type Columns, FILTER_HEIGHT, GROUP_HEIGHT, HEADER_HEIGHT, type Placed, type Span } from '../body/geometry.ts';
import { FilterRow, type FilterRowProps } from './filter-row.tsx';
import classes from './grid-head.module.css';
import { headGroups, type HeadGroup } from './head-groups.ts';
import { HeadPins } from './head-pins.tsx';
import { HeaderCell } from './header-cell.tsx';
import type { GridSort } from '../types.ts';

export interface GridHeadProps<Row> {
  columns: Columns<Row>;
  span: Span;
  sort: readonly GridSort[];
  /** The active column while the header row is active; -1 otherwise. */
  active: number;
  activeId: string;
  allSelected: boolean | 'some' | null;
  onSort: (key: string, isAdded: boolean) => void;
  onResize: (key: string, width: number | null) => void;
  onSelectAll: () => void;
  /** Null while the filter row is closed. */
  filters: Omit<FilterRowProps<Row>, 'columns' | 'span' | 'rowIndex'> | null;
}

/** The head's height, and its number of rows for screen readers. */
export const headSize = (hasGroups: boolean, hasFilters: boolean): { height: number; rows: number } => ({
  height: (hasGroups ? GROUP_HEIGHT : 0) + HEADER_HEIGHT + (hasFilters ? FILTER_HEIGHT : 0),
  rows: (hasGroups ? 1 : 0) + 1 + (hasFilters ? 1 : 0),
});

const Group = ({ group, pinnedWidth }: { group: HeadGroup; pinnedWidth: number }) => (
  <div
    role="columnheader"
    aria-colindex={group.index + 1}
    aria-colspan={group.span}
    className={classes.group}
    style={{ left: group.left, width: group.width }}
  >
    <span className={classes.groupLabel} style={{ left: group.isPinned ? 0 : pinnedWidth + 8 }}>
      {group.label}
    </span>
  </div>
);

const Head = <Row,>(props: GridHeadProps<Row>) => {
  const { columns, span, sort, active, activeId, allSelected, onSort, onResize, onSelectAll, filters } = props;
  const { all, pinned, pinnedWidth } = columns;
  const groups = columns.hasGroups ? headGroups(columns) : [];
  const visible = groups.filter(
    ({ isPinned, index, span: wide }) => !isPinned && index < span.to && index + wide > span.from,
  );
  const cell = (placed: Placed<Row>) => (
    <HeaderCell
      key={placed.column.key}
      {...{ placed, sort, activeId, allSelected, onSort, onResize, onSelectAll }}
      isActive={placed.index === active}
    />
  );
  return (
    <div role="rowgroup" className={classes.head}>
      {columns.hasGroups && (
        <div role="row" aria-rowindex={1} className={classes.groups} style={{ height: GROUP_HEIGHT }}>
          <HeadPins width={pinnedWidth}>
            {groups
              .filter(({ isPinned }) => isPinned)
              .map((group) => (
                <Group key={group.index} group={group} pinnedWidth={pinnedWidth} />
              ))}
          </HeadPins>
          {visible.map((group) => (
            <Group key={group.index} group={group} pinnedWidth={pinnedWidth} />
          ))}
        </div>
      )}
      <div
        role="row"
        aria-rowindex={columns.hasGroups ? 2 : 1}
        className={classes.headers}
        style={{ height: HEADER_HEIGHT }}
      >
        <HeadPins width={pinnedWidth}>{all.slice(0, pinned).map(cell)}</HeadPins>
        {all.slice(span.from, span.to).map(cell)}
      </div>
      {filters && <FilterRow {...filters} columns={columns} span={span} rowIndex={columns.hasGroups ? 3 : 2} />}
    </div>
  );
};

export const GridHead = memo(Head) as typeof Head;
