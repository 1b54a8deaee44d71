import { VisuallyHidden } from '@mantine/core';
import { GROUP_HEIGHT, HEADER_HEIGHT, placeColumns, ROW_HEIGHTS } from './geometry.ts';
import { alignOf } from './cells/grid-cell.tsx';
import classes from './grid-skeleton.module.css';
import { SELECT_KEY } from '../head/select-column.ts';
import type { Density, GridColumn } from '../types.ts';

interface GridSkeletonProps<Row> {
  label: string;
  columns: readonly GridColumn<Row>[];
  widths: Readonly<Record<string, number>>;
  density: Density;
}

const ROWS = 18;
const SHARES = [0.7, 0.5, 0.85, 0.6, 0.75];

/** Placeholder in the table's shape while its rows load: headers, widths and row height. */
export const GridSkeleton = <Row,>({ label, columns, widths, density }: GridSkeletonProps<Row>) => {
  const { all, hasGroups } = placeColumns(columns.slice(0, 24), widths, 0);
  const height = ROW_HEIGHTS[density];
  return (
    <div role="status" className={classes.skeleton}>
      <VisuallyHidden>Loading {label}</VisuallyHidden>
      <div
        aria-hidden="true"
        className={classes.head}
        style={{ height: HEADER_HEIGHT + (hasGroups ? GROUP_HEIGHT : 0) }}
      >
        {all.map(({ column, width }) => (
          <span key={column.key} className={classes.header} data-align={alignOf(column)} style={{ width }}>
            {column.key !== SELECT_KEY && column.label}
          </span>
        ))}
      </div>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} aria-hidden="true" className={classes.row} style={{ height }}>
          {all.map(({ column, width, index }) => (
            <span key={column.key} className={classes.cell} data-align={alignOf(column)} style={{ width }}>
              <span
                className={classes.bone}
                style={{ width: width * 0.75 * (SHARES[(row + index) % SHARES.length] ?? 1) }}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
};
