import { Anchor, Button, Drawer } from '@mantine/core';
import {
  type BillingSide,
  STATEMENT_KINDS,
  type StatementRow,
  statementSearch,
  statementStateText,
} from '@paceline/contract';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { pathTo } from '../../../lib/address/paths.ts';
import { formatDay, formatDollars } from '../../../lib/text/format.ts';
import { useList } from '../../../shared/list/use-list.ts';
import table from '../../../ui/lists/plain-table.module.css';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import classes from '../billing.module.css';
import { STATE_TONES } from '../statements/prepare-statements.ts';
import { figureTitle, type OpenedFigure, statementsBehind } from './prepare-aging.ts';

interface BehindDrawerProps {
  figure: OpenedFigure;
  side: BillingSide;
  ownerKey: number | null;
  onClose: () => void;
}

const NO_PARAMS = {};

const Statements = ({ rows }: { rows: readonly StatementRow[] }) => (
  <table className={table.table} aria-label="Statements">
    <TableHead of={['Number', 'Party', 'Due', 'Open', 'State']} />
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.ownerKey} ${row.statementKey}`}>
          <th scope="row">
            <Anchor
              component={Link}
              to={pathTo('statements')}
              search={{ owner: row.ownerKey, number: row.number } as never}
              inherit
            >
              {row.number}
            </Anchor>
            <span className={table.detail}>{STATEMENT_KINDS[row.kind]}</span>
          </th>
          <td data-label="Party">
            {row.partyName}
            <span className={table.detail}>{row.ownerName}</span>
          </td>
          <td data-label="Due">{formatDay(row.dueOn)}</td>
          <td className={classes.number} data-label="Open">
            {formatDollars(row.open)}
          </td>
          <td data-label="State">
            <StatusMark tone={STATE_TONES[row.state]}>{statementStateText(row)}</StatusMark>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The statements that a figure is made of, those due first on top. */
export const BehindDrawer = ({ figure, side, ownerKey, onClose }: BehindDrawerProps) => {
  const question = useMemo(() => statementsBehind(figure, side, ownerKey), [figure, side, ownerKey]);
  const { rows, isLoading, error, hasMore, onMore, onRetry } = useList({
    list: statementSearch,
    params: NO_PARAMS,
    question,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size={680} title={<strong>{figureTitle(figure)}</strong>}>
      {error !== null && <RetryPanel {...error} onRetry={onRetry} />}
      {isLoading && error === null ? (
        <LoadingSkeleton label="Loading the statements" lines={4} />
      ) : (
        <Statements rows={rows} />
      )}
      {hasMore && (
        <Button variant="default" size="xs" mt={12} onClick={onMore}>
          Show more
        </Button>
      )}
    </Drawer>
  );
};
