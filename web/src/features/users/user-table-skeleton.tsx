import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './user-table.module.css';

const ROWS = 8;
const WIDTHS = ['70%', '85%', '50%', '65%', '54px', '80%'];

/** The table's own shape while its rows are on their way. */
export const UserTableSkeleton = () => (
  <div role="status">
    <VisuallyHidden>Loading the users</VisuallyHidden>
    <table className={classes.table} aria-hidden="true">
      <tbody>
        {Array.from({ length: ROWS }, (_, row) => (
          <tr key={row}>
            {WIDTHS.map((width) => (
              <td key={width}>
                <Skeleton height={12} my={9} width={width} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
