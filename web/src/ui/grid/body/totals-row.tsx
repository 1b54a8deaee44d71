import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import type { Columns, Placed, Span } from './geometry.ts';
import classes from './grid-body.module.css';
import { alignOf } from './cells/grid-cell.tsx';
import { formatCell } from '../edit/kinds.ts';
import { SELECT_KEY } from '../head/select-column.ts';
import type { GridColumn, NotedTotal } from '../types.ts';

interface TotalsRowProps<Row> {
  columns: Columns<Row>;
  span: Span;
  totals: Readonly<Record<string, unknown>>;
  label: string;
  /** Number of rows summed. */
  count: number;
  outOf?: number | undefined;
  height: number;
  rowIndex: number;
  active: number;
  activeId: string;
}

export const isNoted = (value: unknown): value is NotedTotal =>
  typeof value === 'object' && value !== null && 'note' in value;

/** The totals have no row: `format`, which may need one, is not called, and texts are shown unchanged. */
const totalText = <Row,>({ format: _format, ...column }: GridColumn<Row>, value: unknown): string => {
  if (value === undefined || typeof value === 'string') return value ?? '';
  if (isNoted(value)) return value.text;
  return formatCell(column, value, null as Row);
};

const Totals = <Row,>({
  columns,
  span,
  totals,
  label,
  count,
  outOf = count,
  height,
  rowIndex,
  active,
  activeId,
}: TotalsRowProps<Row>) => {
  const labelled = columns.all.findIndex(({ column }) => column.key !== SELECT_KEY);
  const cell = ({ column, index, width, startsGroup }: Placed<Row>) => {
    const value = totals[column.key];
    const text = totalText(column, value);
    return (
      <div
        key={column.key}
        role="gridcell"
        id={index === active ? activeId : undefined}
        aria-colindex={index + 1}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA has it for grid cells.
        aria-readonly="true"
        title={(isNoted(value) ? value.note : text) || undefined}
        className={`${classes.cell} ${classes[alignOf(column)] ?? ''} ${startsGroup ? classes.startsGroup : ''} ${index === active ? classes.active : ''}`}
        style={{ width }}
      >
        {index === labelled ? (
          <>
            {label}{' '}
            <span className={classes.totalCount}>
              {outOf === count ? formatCount(count) : `${formatCount(count)} of ${formatCount(outOf)}`}
            </span>
          </>
        ) : (
          text
        )}
        {isNoted(value) && <VisuallyHidden> {value.note}</VisuallyHidden>}
      </div>
    );
  };
  return (
    <div role="rowgroup" className={classes.totals} style={{ height, width: columns.width }}>
      <div role="row" aria-rowindex={rowIndex} className={classes.totalsRow}>
        <div role="presentation" className={classes.pins} style={{ width: columns.pinnedWidth }}>
          {columns.all.slice(0, columns.pinned).map(cell)}
        </div>
        <div role="presentation" className={classes.cells} style={{ left: columns.all[span.from]?.left }}>
          {columns.all.slice(span.from, span.to).map(cell)}
        </div>
      </div>
    </div>
  );
};

export const TotalsRow = memo(Totals) as typeof Totals;
