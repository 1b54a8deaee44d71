import {
  type AgedAmounts,
  type AgingRow,
  STATEMENT_AGE_CODES,
  STATEMENT_AGES,
  type StatementAge,
  totalOfAging,
} from '@paceline/contract';
import { formatDollars, NONE } from '../../../lib/text/format.ts';
import { CellButton } from '../../../ui/cell-button.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { TableHead } from '../../../ui/table-head.tsx';
import classes from '../billing.module.css';
import type { OpenedFigure } from './prepare-aging.ts';

type Figure = StatementAge | 'total';
const FIGURES: readonly Figure[] = [...STATEMENT_AGE_CODES, 'total'];
const LABELS: Readonly<Record<Figure, string>> = { ...STATEMENT_AGES, total: 'Open' };

interface AgingTableProps {
  title: string;
  /** What a row is: "Client". */
  party: string;
  rows: readonly AgingRow[];
  onOpen: (figure: OpenedFigure) => void;
}

/** Open amounts of one direction. Each figure opens the statements that it is made of. */
export const AgingTable = ({ title, party, rows, onOpen }: AgingTableProps) => {
  const figures = (open: AgedAmounts, row: AgingRow | null) =>
    FIGURES.map((figure) => (
      <td key={figure} className={classes.number} data-label={LABELS[figure]}>
        {open[figure] === 0 ? (
          NONE
        ) : (
          <CellButton
            aria-label={`${row === null ? 'All' : `${row.partyName}, ${row.ownerName}`}, ${LABELS[figure]}: ${formatDollars(open[figure])}`}
            onClick={() => onOpen({ row, age: figure === 'total' ? null : figure })}
          >
            {formatDollars(open[figure])}
          </CellButton>
        )}
      </td>
    ));
  return (
    <table className={table.table} aria-label={title}>
      <TableHead of={[party, 'School group']}>
        {FIGURES.map((figure) => (
          <th key={figure} scope="col" className={classes.number}>
            {LABELS[figure]}
          </th>
        ))}
      </TableHead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.ownerKey} ${row.partyKey}`}>
            <th scope="row">{row.partyName}</th>
            <td data-label="School group">{row.ownerName}</td>
            {figures(row.open, row)}
          </tr>
        ))}
        <tr className={classes.total}>
          <th scope="row" colSpan={2}>
            Total
          </th>
          {figures(totalOfAging(rows), null)}
        </tr>
      </tbody>
    </table>
  );
};
