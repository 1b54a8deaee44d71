import { Button, Drawer, Group } from '@mantine/core';
import {
  type Statement,
  STATEMENT_KINDS,
  statementLineText,
  type StatementRow,
  statementStateText,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { formatCount, formatDollars } from '../../../lib/text/format.ts';
import { Facts } from '../../../ui/lists/facts.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { statementQuery, useStatementFile } from './api.ts';
import { StatementDisputes } from './statement-disputes.tsx';
import { StatementSending, useSeen } from './statement-sending.tsx';
import { StatementPayments } from './statement-payments.tsx';
import { factsOf, STATE_TONES } from './prepare-statements.ts';
import classes from '../billing.module.css';

const Sum = ({ label, amount }: { label: string; amount: number }) => (
  <tr className={classes.total}>
    <th scope="row" colSpan={4}>
      {label}
    </th>
    <td className={classes.number} data-label={label}>
      {formatDollars(amount)}
    </td>
  </tr>
);

const Lines = ({ statement: { lines, amount, tax, total } }: { statement: Statement }) => (
  <table className={table.table} aria-label="Lines">
    <TableHead of={['Campaign', 'For', 'Quantity', 'Unit price', 'Amount']} />
    <tbody>
      {lines.map((line) => (
        <tr key={line.line}>
          <th scope="row">
            {line.campaignName}
            <span className={table.detail}>{line.campaignCode}</span>
          </th>
          <td data-label="For">{statementLineText(line)}</td>
          <td className={classes.number} data-label="Quantity">
            {formatCount(line.quantity)}
          </td>
          <td className={classes.number} data-label="Unit price">
            {formatDollars(line.unitPrice)}
          </td>
          <td className={classes.number} data-label="Amount">
            {formatDollars(line.amount)}
          </td>
        </tr>
      ))}
      {tax !== null && <Sum label="Subtotal" amount={amount} />}
      {tax !== null && <Sum label={`${tax.label} ${tax.rate}%`} amount={tax.amount} />}
      <Sum label="Total" amount={total} />
    </tbody>
  </table>
);

/** One statement as it was issued, with its files. */
export const StatementDrawer = ({ row, onClose }: { row: StatementRow; onClose: () => void }) => {
  const query = useQuery(statementQuery(row));
  const isAgency = groupOfSession() === 'ag';
  useSeen(query.data);
  const file = useStatementFile(row);
  const download = (format: 'pdf' | 'xlsx', label: string) => (
    <Button
      variant="default"
      size="xs"
      loading={file.isPending && file.variables === format}
      onClick={() => file.mutate(format)}
    >
      {label}
    </Button>
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={720}
      title={<strong>{`${STATEMENT_KINDS[row.kind]} ${row.number}`}</strong>}
    >
      <Group gap={12} mb={10}>
        <StatusMark tone={STATE_TONES[row.state]}>{statementStateText(row)}</StatusMark>
        <Group gap={8}>
          {download('pdf', 'Download PDF')}
          {download('xlsx', 'Download Excel')}
        </Group>
      </Group>
      <Loaded query={query} what="statement">
        {(statement) => (
          <>
            <Facts facts={factsOf(statement)} mb={12} />
            <Lines statement={statement} />
            <StatementDisputes key={statement.statementKey} statement={statement} />
            {isAgency && <StatementSending statement={statement} />}
            <StatementPayments statement={statement} />
          </>
        )}
      </Loaded>
    </Drawer>
  );
};
