import {
  MAX_SENT_STATEMENTS,
  PAYMENTS_KIND,
  STATEMENT_KINDS,
  statementPaymentImport,
  type StatementRow,
  statementSearch,
  statementStateText,
} from '@paceline/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { groupOfSession, useActiveOwnerKey } from '../../../lib/session/session-store.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { useFilterOptions } from '../../../shared/filter-bar/use-filters.ts';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';
import { toOptions } from '../../../shared/lead-filters.ts';
import type { ListCells } from '../../../shared/list/list-columns.tsx';
import { ListView } from '../../../shared/list/list-view.tsx';
import listClasses from '../../../shared/list/list.module.css';
import { CellButton } from '../../../ui/cell-button.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { monthOptions, monthText } from '../prepare-billing.ts';
import { useSendStatements, useStatementsAgain } from './api.ts';
import { AGE_OPTIONS, DESCRIPTIONS, EMPTY, SIDE_OPTIONS, STATE_OPTIONS, STATE_TONES } from './prepare-statements.ts';

const StatementDrawer = lazy(async () => ({ default: (await import('./statement-drawer.tsx')).StatementDrawer }));

const cellsOf = (open: (row: StatementRow) => void): ListCells<StatementRow> => ({
  number: {
    width: 150,
    render: ({ row, text, tabIndex }) => (
      <CellButton tabIndex={tabIndex} onClick={() => open(row)}>
        {text}
      </CellButton>
    ),
  },
  kind: { width: 150, value: ({ kind }) => STATEMENT_KINDS[kind] },
  partyName: { width: 180 },
  month: { width: 140, value: ({ month }) => monthText(month) },
  state: {
    width: 120,
    value: statementStateText,
    render: ({ row, text }) => <StatusMark tone={STATE_TONES[row.state]}>{text}</StatusMark>,
  },
});

/** Sends those of the selected ones that were not sent yet. */
const SendChosen = (props: { ownerKey: number; rows: readonly StatementRow[]; onDone: () => void }) => {
  const { ownerKey, rows, onDone } = props;
  const { mutate, isPending } = useSendStatements(ownerKey, onDone);
  const statementKeys = rows.map(({ statementKey }) => statementKey);
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isPending}
      onClick={() => mutate({ statementKeys, by: 'mail', again: false })}
    >
      Send by mail
    </Button>
  );
};

const bulkOf = (ownerKey: number) => (rows: readonly StatementRow[], clear: () => void) => (
  <SendChosen ownerKey={ownerKey} rows={rows} onDone={clear} />
);

/** Statements of closed months: the agency's both ways, a client's invoices, a media partner's payables. */
export const StatementsPage = () => {
  const ownerKey = useActiveOwnerKey();
  const group = groupOfSession() ?? 'cl';
  const seesBoth = useMay('reports:Margin') && group === 'ag';
  const options = useFilterOptions().data;
  const [isImporting, setImporting] = useState(false);
  const again = useStatementsAgain();
  const [opened, setOpened] = useState<StatementRow | null>(null);
  const [today] = useState(() => todayIn(localZone(), new Date()));
  const cells = useMemo(() => cellsOf(setOpened), []);
  const fixed = useMemo(() => (ownerKey === null ? {} : { ownerKey }), [ownerKey]);
  return (
    <div className={listClasses.page} data-fill>
      <HeadParts
        description={DESCRIPTIONS[group]}
        action={
          group === 'ag' && ownerKey !== null && <Button onClick={() => setImporting(true)}>Upload payments</Button>
        }
      />
      <ListView<typeof statementSearch>
        list={statementSearch}
        noun="statements"
        fixed={fixed}
        cells={cells}
        filters={{
          ...(seesBoth && { side: { label: 'Direction', all: 'Both directions', options: SIDE_OPTIONS } }),
          month: {
            label: 'Month',
            all: 'All months',
            options: monthOptions(today).map(({ value, label }) => ({ value: value.slice(0, 7), label })),
          },
          state: { label: 'State', options: STATE_OPTIONS },
          ...(group === 'ag' && { client: { label: 'Client', options: toOptions(options?.clients) } }),
          ...(seesBoth && { partner: { label: 'Media partner', options: toOptions(options?.partners) } }),
          number: { label: 'Number' },
          age: { label: 'Late by', options: AGE_OPTIONS },
        }}
        {...(group === 'ag' &&
          ownerKey !== null && {
            mostChosen: MAX_SENT_STATEMENTS,
            bulk: bulkOf(ownerKey),
          })}
        rowLabel={({ number }) => number}
        renderBeside={(rows) =>
          opened !== null && (
            <Suspense fallback={null}>
              <StatementDrawer
                row={rows.find(({ statementKey }) => statementKey === opened.statementKey) ?? opened}
                onClose={() => setOpened(null)}
              />
            </Suspense>
          )
        }
        empty={{ title: 'No statements yet', text: EMPTY[group] }}
      />
      {group === 'ag' && ownerKey !== null && (
        <ImportDialog
          isOpen={isImporting}
          onClose={() => setImporting(false)}
          title="Upload payments"
          kind={PAYMENTS_KIND}
          owner={ownerKey}
          call={statementPaymentImport}
          args={{ params: { owner: ownerKey } }}
          note="Columns: Number (such as INV-2026-0042), Date (YYYY-MM-DD), Amount and Reference. A payment with the same number and reference is noted once."
          onApplied={again}
        />
      )}
    </div>
  );
};
