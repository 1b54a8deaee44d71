import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type CampaignRow, editableFields, labelsOf, type OwnerVariant } from '@paceline/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMay } from '../../../../lib/session/permissions.ts';
import { revealColumn } from '../columns/prepare-columns.ts';
import type { RowKey, Selected } from '../../../../ui/grid/types.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { toast } from '../../../../ui/toast/toast-store.ts';
import { fetchSheetAt, type MonthOf } from '../../api.ts';
import { AttentionNotice } from '../../layouts/attention-notice.tsx';
import { ATTENTION } from '../../layouts/built-in.ts';
import { AttentionButton } from '../../layouts/attention-button.tsx';
import { useAttention } from '../../layouts/use-attention.ts';
import { STANDARD } from '../../layouts/built-in.ts';
import { LayoutMenu } from '../../layouts/layout-menu.tsx';
import { useLayouts } from '../../layouts/use-layouts.ts';
import { BulkMenu } from '../../bulk/bulk-menu.tsx';
import { useBulk } from '../../bulk/use-bulk.tsx';
import { blockedCampaignCells } from '../columns/blocked-cells.ts';
import { type CampaignPart, campaignTable } from './campaign-columns.ts';
import type { Looked } from '../../panels/campaign-drawer.tsx';
import { READ_ONLY } from '../columns/column-locks.ts';
import { CampaignGrid } from './campaign-grid.tsx';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';
import { proposedChanges, proposedWords } from '../../panels/prepare-sheet-at.ts';
import { openRequests, RequestsDrawer } from '../../panels/requests-drawer.tsx';
import { SheetAtDialog } from '../../panels/sheet-at-dialog.tsx';
import { ArrivalNotice, ConflictNotice, ProblemNotice } from '../../sheet/sheet-notices.tsx';
import { refsOf } from '../../sheet/sheet-refusal.ts';
import type { CellRef } from '../../sheet/sheet-rows.ts';
import { Notice } from '../notice.tsx';
import { groupedPrefixes, sharedPrefix } from '../../../../ui/lists/shared-beginnings.ts';
import { useRowSheet } from '../../row-sheet/use-row-sheet.tsx';
import { TableActions } from '../table-actions.tsx';
import { useCampaignRemarks } from '../../panels/use-campaign-remarks.ts';
import { screenColumns, useExport } from '../../files/use-export.ts';
import type { Month } from '../use-month.ts';
import { useWalk } from '../use-walk.ts';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx';
import { changesIn } from '../../sheet/save-bar.tsx';

interface ExportQuestionProps {
  isOpen: boolean;
  count: number;
  onClose: () => void;
  onExport: () => void;
}

/** Warns about unsaved changes: the file contains saved values only. */
const ExportQuestion = ({ isOpen, count, onClose, onExport }: ExportQuestionProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    title="Export without your changes?"
    text={`${changesIn(count)} ${count === 1 ? 'is' : 'are'} not saved and will not be in the file. Save first to include ${count === 1 ? 'it' : 'them'}.`}
    action="Export saved values"
    onConfirm={() => {
      onClose();
      onExport();
    }}
    onClose={onClose}
  />
);

const CampaignDrawer = lazyDialog(async () => (await import('../../panels/campaign-drawer.tsx')).CampaignDrawer);
const ProposalDrawer = lazyDialog(async () => (await import('../../proposal/proposal-drawer.tsx')).ProposalDrawer);
const BulkHistory = lazyDialog(async () => (await import('../../../../shared/history/bulk-history.tsx')).BulkHistory);
const CampaignImport = lazyDialog(async () => (await import('../../files/campaign-import.tsx')).CampaignImport);

export interface TableViewProps<Row> {
  of: MonthOf & { variant: OwnerVariant };
  state: Month;
  rows: readonly Row[];
  /** Number of failed saves. */
  attempts: number;
}

interface CampaignViewProps extends TableViewProps<CampaignRow> {
  /** The slot in the page's head for the layout menu; null until the head is rendered. */
  slot: HTMLElement | null;
}

/** A month's campaigns, with everything that can be done to them. */
export const CampaignView = ({ of, state, rows, attempts, slot }: CampaignViewProps) => {
  const { group, month, ownerKey, variant } = of;
  const { sheet, live, campaigns, requests, timeZone, mayEdit } = state;
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isAt, at] = useDisclosure(false);
  const [isImport, importing] = useDisclosure(false);
  const [isRequests, requesting] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const [isProposal, proposing] = useDisclosure(false);
  const [isBulkHistory, bulkHistory] = useDisclosure(false);
  const mayImport = useMay('allocations:Import');
  const mayApprove = useMay('allocations:Approve');
  const tableElement = useRef<HTMLDivElement | null>(null);
  const active = useRef<CellRef | null>(null);
  const shown = useRef<readonly RowKey[]>([]);
  const selected = useRef<() => Selected<CampaignRow>>(() => ({ rows: [], columnKeys: [] }));
  const noteSelected = useCallback((read: () => Selected<CampaignRow>) => {
    selected.current = read;
  }, []);
  const { mutate: exportScreen, isPending: isExporting } = useExport(of);

  const open = useCallback(
    (row: CampaignRow, part: CampaignPart) => setLooked({ campaignKey: row.campaignKey, part, field: null }),
    [],
  );
  // Computed when all rows are loaded: it would change with each batch.
  const prefix = useMemo(
    () => ({
      names: groupedPrefixes(
        campaigns.isWhole ? campaigns.rows.map(({ name, clientKey }) => ({ name, group: clientKey })) : [],
      ),
      code: campaigns.isWhole
        ? sharedPrefix(
            campaigns.rows.map(({ campaignCode }) => campaignCode),
            '-',
          )
        : '',
    }),
    [campaigns.isWhole, campaigns.rows],
  );
  const attention = useAttention(of);
  const matching = useMemo(
    () =>
      rows.length === sheet.rows.length
        ? null
        : rows.filter(({ campaignKey }) => attention.byKey.has(campaignKey)).length,
    [rows, sheet.rows.length, attention.byKey],
  );
  const rowSheet = useRowSheet(sheet, shown);
  const { isNarrow, show: showRow } = rowSheet;
  const table = useMemo(() => {
    const edit = isNarrow ? ({ campaignKey }: CampaignRow) => showRow(campaignKey) : undefined;
    return campaignTable({ group, month, variant, timeZone, mayEdit, prefix, open, edit, attention: attention.byKey });
  }, [group, month, variant, timeZone, mayEdit, prefix, open, attention.byKey, isNarrow, showRow]);
  const layouts = useLayouts(of, table);
  const { layout, setLayout } = layouts;
  const editable = useMemo<readonly string[]>(
    () => (mayEdit ? editableFields(group, month) : []),
    [mayEdit, group, month],
  );
  const remarks = useCampaignRemarks({
    sheet,
    arrivals: live.arrivals,
    requests: requests.data,
    group,
    labels: labelsOf(variant),
    timeZone,
  });
  const conflicts = useMemo(() => refsOf(sheet.conflicts), [sheet.conflicts]);
  const blocked = useMemo(() => blockedCampaignCells(sheet), [sheet]);
  const arrived = useMemo(() => refsOf(live.arrivals), [live.arrivals]);
  const walk = useWalk({
    conflicts,
    blocked,
    arrived,
    attempts,
    reveal: (key) => setLayout(revealColumn(layout, key)),
  });

  const bulk = useBulk({
    of,
    sheet,
    goals: state.goalRows,
    columns: table.columns,
    editable,
    focusTable: () => tableElement.current?.querySelector<HTMLElement>('[role="grid"]')?.focus(),
    look: ({ campaignKey }, part, field) => setLooked({ campaignKey, part, field }),
  });
  const openHistory = () => {
    if (!active.current) return;
    const { rowKey, columnKey } = active.current;
    setLooked({ campaignKey: Number(rowKey), part: 'history', field: columnKey });
  };
  const putBack = (row: CampaignRow, field: string, value: number | null) => {
    sheet.edits.edit([{ rowKey: row.campaignKey, columnKey: field, value }], 'restoring a value');
    setLooked(null);
  };
  const propose = async (moment: Date) => {
    const then = await fetchSheetAt(Number(ownerKey), month, moment.toISOString());
    if (!then) return;
    const proposed = proposedChanges(then, sheet.byKey, editable, {
      rowKeys: shown.current,
      columnKeys: screenColumns(table, rowSheet.narrowed(layout)),
    });
    if (proposed.changes.length > 0) sheet.edits.edit(proposed.changes, 'values of an earlier time');
    toast.info(proposedWords(proposed));
  };
  const download = () => exportScreen({ columns: screenColumns(table, layout), campaignKeys: shown.current });
  const isOneOwner = ownerKey !== null;
  const row = looked ? (sheet.byKey.get(looked.campaignKey) ?? null) : null;

  const actions = (
    <TableActions
      requests={group === 'cl' ? undefined : { open: openRequests(requests.data).length, onOpen: requesting.open }}
      onHistory={openHistory}
      onSheetAt={group !== 'mp' && editable.length > 0 ? at.open : undefined}
      onBulkHistory={group === 'ag' && isOneOwner ? bulkHistory.open : undefined}
      onImport={mayImport && editable.length > 0 ? importing.open : undefined}
      importLock={isOneOwner ? null : 'Choose a school group first. A file is for one school group.'}
      onExport={() => (sheet.edits.count > 0 ? asking.open() : download())}
      isExporting={isExporting}
    />
  );
  return (
    <>
      {slot && createPortal(<LayoutMenu layouts={layouts} />, slot)}
      {layouts.missing !== null && (
        <Notice tone="offer" text={`The layout “${layouts.missing}” was deleted or is not shared with you.`}>
          <Button size="compact-xs" variant="default" onClick={() => layouts.choose(STANDARD)}>
            Use Standard
          </Button>
        </Notice>
      )}
      <ConflictNotice
        cells={conflicts}
        onKeep={() => sheet.keepMine(conflicts)}
        onTake={() => sheet.takeTheirs(conflicts)}
        onNext={walk.nextConflict}
      />
      <ArrivalNotice arrivals={live.arrivals} onNext={walk.nextArrived} onDismiss={live.dismiss} />
      {layouts.name === ATTENTION && <AttentionNotice summary={attention.summary} matching={matching} />}
      {attempts > 0 && <ProblemNotice cells={blocked} onNext={walk.nextBlocked} />}
      <CampaignGrid
        {...{ table, campaigns, sheet, rows, remarks, actions }}
        layout={rowSheet.narrowed(layout)}
        standard={layouts.stored}
        onTable={(element) => {
          tableElement.current = element;
        }}
        tools={
          <>
            {attention.summary && <AttentionButton summary={attention.summary} {...{ layouts, matching }} />}
            {group === 'ag' && isOneOwner && editable.length > 0 && (
              <Button
                size="xs"
                variant="default"
                disabled={sheet.edits.count > 0}
                title={sheet.edits.count > 0 ? 'Save or discard your changes first' : 'Moves units to better campaigns'}
                onClick={proposing.open}
              >
                Propose moves
              </Button>
            )}
            {editable.length > 0 && <BulkMenu selected={() => selected.current()} itemsOf={bulk.changesOf} />}
          </>
        }
        onSelected={noteSelected}
        goTo={walk.goTo}
        menu={bulk.menu}
        facts={bulk.facts}
        readOnly={mayEdit ? READ_ONLY.client : READ_ONLY.right}
        onLayout={(next) => {
          const { order, hidden, density } = layout;
          setLayout(isNarrow ? { ...next, order, hidden, density } : next);
        }}
        onActive={(cell) => {
          active.current = cell;
        }}
        onView={(keys) => {
          shown.current = keys;
        }}
        onHistory={openHistory}
        empty={
          <EmptyState title={sheet.rows.length > 0 ? 'No campaigns match these filters' : 'No campaigns in this month'}>
            {sheet.rows.length > 0
              ? 'Change or clear the filters above.'
              : 'Campaigns are listed here when their dates include this month.'}
          </EmptyState>
        }
      />
      {bulk.dialog}
      {rowSheet.element(table.columns)}
      <CampaignDrawer
        isOpen={looked !== null && row !== null}
        {...{ row, looked, month, group, timeZone }}
        labels={labelsOf(variant)}
        onLook={setLooked}
        canPutBack={(field) => editable.includes(field)}
        onPutBack={putBack}
      />
      {group !== 'cl' && (
        <RequestsDrawer
          isOpen={isRequests}
          onClose={requesting.close}
          query={requests}
          mayAnswer={group === 'ag' && mayApprove}
          timeZone={timeZone}
          onAnswered={state.refresh}
        />
      )}
      <SheetAtDialog isOpen={isAt} timeZone={timeZone} onClose={at.close} onChoose={propose} />
      {isOneOwner && (
        <ProposalDrawer
          isOpen={isProposal}
          onClose={proposing.close}
          ownerKey={ownerKey}
          month={month}
          rows={sheet.saved}
          onSaved={state.refresh}
        />
      )}
      {isOneOwner && (
        <BulkHistory
          isOpen={isBulkHistory}
          onClose={bulkHistory.close}
          ownerKey={ownerKey}
          timeZone={timeZone}
          onUndone={state.refresh}
        />
      )}
      {isOneOwner && (
        <CampaignImport
          isOpen={isImport}
          onClose={importing.close}
          month={month}
          ownerKey={ownerKey}
          onApplied={state.refresh}
        />
      )}
      <ExportQuestion isOpen={isAsking} count={sheet.edits.count} onClose={asking.close} onExport={download} />
    </>
  );
};
