import { CellButton } from '../../ui/cell-button.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import {
  BILLED_STATUSES,
  type ChosenDifferences,
  LEAD_STATUSES,
  RECONCILIATION_LIMITS,
  RECONCILIATION_STATES,
  type ReconciliationDecision,
  type ReconciliationKind,
  type ReconciliationRow,
  reconciliationSearch,
} from '@paceline/contract';
import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { formatCount, formatDollars } from '../../lib/text/format.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListView } from '../../shared/list/list-view.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import {
  canDecide,
  decisionText,
  fits,
  lastComment,
  rowTitle,
  STATE_TONES,
  unequal,
} from './prepare-reconciliation.ts';

// Loaded on a click or key.
const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog.tsx')).DecideDialog }));
const RowDrawer = lazy(async () => ({ default: (await import('./row-drawer.tsx')).RowDrawer }));

interface RunTableProps {
  ownerKey: number;
  runKey: number;
  month: string;
  kind: ReconciliationKind;
  /** Number of unresolved rows of the kind. */
  open: number;
  /** A file replaced by a newer one is read-only. */
  isOver: boolean;
  timeZone: string;
}

const marked = (text: string, isUnequal: boolean) =>
  isUnequal ? (
    <Text span inherit py={0} px={4} c="var(--mantine-color-text)" fw={600} bg="rgb(250 176 5 / 24%)" bdrs={3}>
      ≠ {text}
    </Text>
  ) : (
    text
  );

const cellsOf = (open: (row: ReconciliationRow) => void): ListCells<ReconciliationRow> => ({
  leadId: {
    width: 190,
    value: rowTitle,
    render: ({ row, text, tabIndex }) => (
      <CellButton tabIndex={tabIndex} onClick={() => open(row)}>
        {text}
      </CellButton>
    ),
  },
  ourStatus: { width: 100, value: ({ ourStatus }) => (ourStatus === null ? null : LEAD_STATUSES[ourStatus].label) },
  ourAmount: { width: 92 },
  theirId: { width: 150 },
  theirStatus: {
    width: 104,
    value: ({ theirStatus }) => (theirStatus === null ? null : BILLED_STATUSES[theirStatus]),
    render: ({ row, text }) => marked(text, unequal(row).status),
  },
  theirAmount: { width: 104, render: ({ row, text }) => marked(text, unequal(row).amount) },
  difference: { width: 92, format: (value) => formatDollars(value as number) },
  reasonText: { width: 260 },
  state: {
    width: 100,
    value: ({ state }) => RECONCILIATION_STATES[state],
    render: ({ row, text }) => <StatusMark tone={STATE_TONES[row.state]}>{text}</StatusMark>,
  },
  suggestion: { width: 158, value: ({ suggestion }) => decisionText(suggestion) },
  comments: { width: 200, value: lastComment },
});

/** Leaves out columns that rows of the kind never fill. */
const columnsOf = (kind: ReconciliationKind): string[] => {
  const left: Partial<Record<ReconciliationKind, readonly string[]>> = {
    MATCHED: ['difference', 'suggestion', 'state'],
    OURS: ['theirId', 'theirStatus', 'theirAmount'],
    PRICE: ['theirStatus'],
  };
  return Object.keys(reconciliationSearch.list.columns).filter((column) => !(left[kind] ?? []).includes(column));
};

interface Deciding {
  chosen: ChosenDifferences;
  decision: ReconciliationDecision;
  onDone: () => void;
}

const ALL_WORDS = { ACCEPT: 'Accept all suggested', AGREE: 'Agree to all', DISPUTE: 'Dispute all suggested' } as const;

/** The rows of one kind. On the active row, `a` accepts or agrees, `d` disputes, `u` undoes, `Enter` opens. */
export const RunTable = ({ ownerKey, runKey, month, kind, open, isOver, timeZone }: RunTableProps) => {
  const isAgency = groupOfSession() === 'ag';
  const yes: 'ACCEPT' | 'AGREE' = isAgency ? 'ACCEPT' : 'AGREE';
  const decisions: readonly ReconciliationDecision[] = isOver || kind === 'MATCHED' ? [] : [yes, 'DISPUTE', 'UNDO'];
  const [opened, setOpened] = useState<ReconciliationRow | null>(null);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const active = useRef<number | null>(null);
  const listed = useRef<readonly ReconciliationRow[]>([]);
  const cells = useMemo(() => cellsOf(setOpened), []);
  const params = useMemo(() => ({ owner: ownerKey }), [ownerKey]);
  const fixed = useMemo(() => ({ runKey, kind }), [runKey, kind]);
  const only = useMemo(() => columnsOf(kind), [kind]);

  const decide = (
    rows: readonly ReconciliationRow[],
    decision: ReconciliationDecision,
    onDone = () => undefined as void,
  ) => {
    const rowKeys = rows.filter((row) => fits(row, decision, isAgency)).map(({ rowKey }) => rowKey);
    if (rowKeys.length > 0) setDeciding({ chosen: { rowKeys }, decision, onDone });
  };
  const onKey = (event: KeyboardEvent) => {
    const isOnGrid = (event.target as HTMLElement).getAttribute('role') === 'grid';
    if (!isOnGrid || event.ctrlKey || event.metaKey || event.altKey || decisions.length === 0) return;
    const decision = { a: yes, d: 'DISPUTE' as const, u: 'UNDO' as const }[event.key.toLowerCase()];
    const row = listed.current.find(({ rowKey }) => rowKey === active.current);
    if (decision === undefined || row === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    decide([row], decision);
  };

  return (
    <Stack gap={0} flex={1} mih={0} onKeyDownCapture={onKey}>
      {decisions.length > 0 && open > 0 && (
        <Group gap="6px 12px" mb={8}>
          {([yes, 'DISPUTE'] as const).map((decision) => (
            <Button
              key={decision}
              size="xs"
              variant="default"
              onClick={() => setDeciding({ chosen: { kind }, decision, onDone: () => undefined })}
            >
              {ALL_WORDS[decision]}
            </Button>
          ))}
          <Text span size="sm" c="dimmed">
            {formatCount(open)} undecided. {isAgency && 'Accepts all suggested decisions; you decide the rest.'}
          </Text>
          <Text span size="sm" c="dimmed">
            In the table: <kbd>a</kbd> {isAgency ? 'accepts' : 'agrees'}, <kbd>d</kbd> disputes, <kbd>u</kbd> undoes,{' '}
            <kbd>Enter</kbd> opens a row.
          </Text>
        </Group>
      )}
      <ListView<typeof reconciliationSearch>
        list={reconciliationSearch}
        noun="leads"
        params={params}
        fixed={fixed}
        only={only}
        layoutName={`${reconciliationSearch.id}-${kind}`}
        timeZone={timeZone}
        cells={cells}
        filters={{
          state: {
            label: 'State',
            options: Object.entries(RECONCILIATION_STATES).map(([value, label]) => ({ value, label })),
          },
          id: { label: 'Id' },
        }}
        rowLabel={rowTitle}
        rowTone={(row) => (kind !== 'MATCHED' && !canDecide(row) ? 'muted' : undefined)}
        onActiveRow={(rowKey) => (active.current = rowKey === null ? null : Number(rowKey))}
        mostChosen={RECONCILIATION_LIMITS.decided}
        {...(decisions.length > 0 && {
          bulk: (rows, clear) =>
            decisions.map((decision) => (
              <Button
                key={decision}
                size="xs"
                variant={decision === yes ? 'filled' : 'default'}
                disabled={!rows.some((row) => fits(row, decision, isAgency))}
                onClick={() => decide(rows, decision, clear)}
              >
                {decisionText(decision)}
              </Button>
            )),
        })}
        renderBeside={(rows) => {
          listed.current = rows;
          return (
            opened !== null && (
              <Suspense fallback={null}>
                <RowDrawer
                  ownerKey={ownerKey}
                  runKey={runKey}
                  row={rows.find(({ rowKey }) => rowKey === opened.rowKey) ?? opened}
                  timeZone={timeZone}
                  decisions={decisions}
                  onDecide={(decision) => decide([opened], decision)}
                  onClose={() => setOpened(null)}
                  isOver={isOver}
                />
              </Suspense>
            )
          );
        }}
        empty={{ title: 'Nothing here', text: 'No leads here.' }}
      />
      {deciding !== null && (
        <Suspense fallback={null}>
          <DecideDialog
            ownerKey={ownerKey}
            runKey={runKey}
            month={month}
            chosen={deciding.chosen}
            decision={deciding.decision}
            onClose={() => setDeciding(null)}
            onDone={deciding.onDone}
          />
        </Suspense>
      )}
    </Stack>
  );
};
