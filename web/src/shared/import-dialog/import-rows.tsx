import { TableHead } from '../../ui/table-head.tsx';
import { Box, Flex, Group, Text } from '@mantine/core';
import type { BulkImportResult, BulkRowAnswer, BulkRowState } from '@paceline/contract';
import { LIMITS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { importRowsQuery, toApiError } from './import-api.ts';
import classes from './import-rows.module.css';
import { type ImportWords, prepareFilters } from './prepare-import.ts';

const STATE_LABELS = {
  error: 'Error',
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
} as const satisfies Record<BulkRowState, string>;

const EMPTY = 'empty';

const Changes = ({ changes }: Pick<BulkRowAnswer, 'changes'>) => (
  <ul className={classes.changes}>
    {changes.map(({ column, before, after }) => (
      <li key={column}>
        <Text span inherit c="dimmed">
          {column}
        </Text>{' '}
        <del data-empty={before === null || undefined}>{before ?? EMPTY}</del> <span aria-hidden="true">→</span>{' '}
        <ins data-empty={after === null || undefined}>{after ?? EMPTY}</ins>
      </li>
    ))}
  </ul>
);

const Remarks = ({ errors, warnings }: Pick<BulkRowAnswer, 'errors' | 'warnings'>) => (
  <ul className={classes.remarks}>
    {errors.map(({ message }) => (
      <li key={message} data-tone="error">
        {message}
      </li>
    ))}
    {warnings.map(({ message }) => (
      <li key={message} data-tone="warning">
        {message}
      </li>
    ))}
  </ul>
);

const stateText = ({ state, outcome }: BulkRowAnswer, { done }: ImportWords): string => {
  if (outcome === 'applied') return done.charAt(0).toUpperCase() + done.slice(1);
  return outcome === 'undone' ? 'Undone' : STATE_LABELS[state];
};

const Row = ({ row, words }: { row: BulkRowAnswer; words: ImportWords }) => (
  <tr>
    <td className={classes.number}>{row.row}</td>
    <th scope="row" className={classes.record}>
      {row.label || row.key || `Row ${row.row}`}
      {row.label && row.key && row.label !== row.key && (
        <Text span size="xs" display="block" c="dimmed">
          {row.key.replaceAll('|', ' · ')}
        </Text>
      )}
    </th>
    <td>
      <span className={classes.state} data-state={row.state}>
        {stateText(row, words)}
      </span>
    </td>
    <td>
      {row.changes.length > 0 && <Changes changes={row.changes} />}
      {row.errors.length + row.warnings.length > 0 && <Remarks errors={row.errors} warnings={row.warnings} />}
    </td>
  </tr>
);

/** A file's rows by outcome, each cell before and after. */
export const ImportRows = ({ owner, file, words }: { owner: number; file: BulkImportResult; words: ImportWords }) => {
  const [state, setState] = useState<BulkRowState | 'all'>('all');
  const [page, setPage] = useState(1);
  const isFirst = state === 'all' && page === 1;
  const { data, error, isFetching, refetch } = useQuery({
    ...importRowsQuery(owner, file.importKey, state, page),
    // The first page came with the upload.
    enabled: !isFirst,
  });
  const shown = isFirst ? file : data;
  return (
    <Flex aria-label="Rows of the file" component="section" direction="column" gap={10} mih={0}>
      <Group gap={6} role="group" aria-label="Show">
        {prepareFilters(file.counts).map((filter) => (
          <button
            key={filter.state}
            type="button"
            className={classes.filter}
            data-state={filter.state}
            aria-pressed={filter.state === state}
            onClick={() => {
              setState(filter.state);
              setPage(1);
            }}
          >
            {filter.label} <span className={classes.count}>{formatCount(filter.count)}</span>
          </button>
        ))}
      </Group>
      {error && (
        <RetryPanel message={error.message} requestId={toApiError(error).requestId} onRetry={() => void refetch()} />
      )}
      {/* The scroll area must be reachable by keyboard. */}
      <Box
        mah="max(180px, calc(100dvh - 560px))"
        bd="1px solid var(--pl-line)"
        bdrs="sm"
        style={{ overflow: 'auto' }}
        aria-busy={isFetching}
        tabIndex={0}
        role="region"
        aria-label="Table of rows"
      >
        <table className={classes.table}>
          <TableHead of={['Row', 'Record', 'State', 'Before → after, remarks']} />
          <tbody>
            {shown?.rows.map((row) => (
              <Row key={row.row} row={row} words={words} />
            ))}
          </tbody>
        </table>
      </Box>
      <Pager page={page} total={shown?.rowsTotal ?? 0} pageSize={LIMITS.bulkPageRows} onTurn={setPage} />
    </Flex>
  );
};
