import { type Columns, FILTER_HEIGHT, type Placed, type Span } from '../body/geometry.ts';
import { FilterBox } from './filter-box.tsx';
import { FilterValues } from './filter-values.tsx';
import classes from './grid-head.module.css';
import { HeadPins } from './head-pins.tsx';
import type { GridColumn, GridFilter } from '../types.ts';

export interface FilterRowProps<Row> {
  columns: Columns<Row>;
  span: Span;
  rowIndex: number;
  filters: Readonly<Record<string, GridFilter>>;
  /** The offered values; null for a text filter. */
  choices: (column: GridColumn<Row>) => readonly string[] | null;
  onFilter: (key: string, filter: GridFilter) => void;
}

export const FilterRow = <Row,>({ columns, span, rowIndex, filters, choices, onFilter }: FilterRowProps<Row>) => {
  const cell = ({ column, index, left, width, startsGroup }: Placed<Row>) => {
    const filter = filters[column.key];
    const values = column.filter === false ? null : choices(column);
    const set = (next: GridFilter) => onFilter(column.key, next);
    return (
      <div
        key={column.key}
        role="gridcell"
        aria-colindex={index + 1}
        className={classes.filter}
        data-group-start={startsGroup || undefined}
        style={{ left, width }}
      >
        {column.filter === false ? null : values ? (
          <FilterValues
            label={column.label}
            values={values}
            chosen={Array.isArray(filter) ? filter : []}
            onChosen={set}
          />
        ) : (
          <FilterBox column={column} typed={typeof filter === 'string' ? filter : ''} onTyped={set} />
        )}
      </div>
    );
  };
  return (
    <div role="row" data-inert aria-rowindex={rowIndex} className={classes.filters} style={{ height: FILTER_HEIGHT }}>
      <HeadPins width={columns.pinnedWidth}>{columns.all.slice(0, columns.pinned).map(cell)}</HeadPins>
      {columns.all.slice(span.from, span.to).map(cell)}
    </div>
  );
};
