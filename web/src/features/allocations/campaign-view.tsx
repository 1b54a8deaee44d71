import { useDisclosure } from '@mantine/hooks';
import { type CampaignRow, editableFields, type OwnerVariant } from '@paceline/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useMay } from '../../lib/permissions.ts';
import { useGridLayout } from '../../shared/use-grid-layout.ts';
import { revealColumn } from './prepare-columns.ts';
import type { RowKey } from '../../ui/grid/types.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast-store.ts';
import { fetchSheetAt, type MonthOf } from './api.ts';
import { blockedCampaignCells } from './blocked-cells.ts';
import { type CampaignPart, campaignTable } from './campaign-columns.ts';
import { CampaignDrawer, type Looked } from './campaign-drawer.tsx';
import { CampaignGrid } from './campaign-grid.tsx';
import { CampaignImport } from './campaign-import.tsx';
import { ExportQuestion } from './export-question.tsx';
import { proposedChanges } from './prepare-sheet-at.ts';
import { openRequests, RequestsDrawer } from './requests-drawer.tsx';
import { SheetAtDialog } from './sheet-at-dialog.tsx';
import { ConflictNotice, ProblemNotice } from './sheet-notices.tsx';
import { refsOf } from './sheet-refusal.ts';
import type { CellRef } from './sheet-rows.ts';
import { TableActions } from './table-actions.tsx';
import { useCampaignRemarks } from './use-campaign-remarks.ts';
import { screenColumns, useExport } from './use-export.ts';
import type { Month } from './use-month.ts';
import { useWalk } from './use-walk.ts';

export interface TableViewProps<Row> {
  of: MonthOf & { variant: OwnerVariant };
  state: Month;
  rows: readonly Row[];
  /** How often saving did not go through. */
  attempts: number;
}

/** The campaigns of a month, with all that can be done to them. */
export const CampaignView = ({ of, state, rows, attempts }: TableViewProps<CampaignRow>) => {
  const { group, month, ownerKey, variant } = of;
  const { sheet, campaigns, requests, timeZone, mayEdit } = state;
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isAt, at] = useDisclosure(false);
  const [isImport, importing] = useDisclosure(false);
  const [isRequests, requesting] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const mayImport = useMay('allocations:Import');
  const mayApprove = useMay('allocations:Approve');
  const active = useRef<CellRef | null>(null);
  const shown = useRef<readonly RowKey[]>([]);
  const { mutate: exportScreen, isPending: isExporting } = useExport(of);

  const open = useCallback(
    (row: CampaignRow, part: CampaignPart) => setLooked({ campaignKey: row.campaignKey, part, field: null }),
    [],
  );
  const table = useMemo(
    () => campaignTable({ group, month, variant, timeZone, mayEdit, open }),
    [group, month, variant, timeZone, mayEdit, open],
  );
  const [layout, setLayout] = useGridLayout(`allocations.${group}.${month}.campaigns`, table.standard);
  const editable = useMemo<readonly string[]>(
    () => (mayEdit ? editableFields(group, month) : []),
    [mayEdit, group, month],
  );
  const remarks = useCampaignRemarks({ sheet, requests: requests.data, group, labels: variant.labels, timeZone });
  const conflicts = useMemo(() => refsOf(sheet.conflicts), [sheet.conflicts]);
  const blocked = useMemo(() => blockedCampaignCells(sheet), [sheet]);
  const walk = useWalk({ conflicts, blocked, attempts, reveal: (key) => setLayout(revealColumn(layout, key)) });

  const openHistory = () => {
    if (!active.current) return;
    const { rowKey, columnKey } = active.current;
    setLooked({ campaignKey: Number(rowKey), part: 'history', field: columnKey });
  };
  const putBack = (row: CampaignRow, field: string, value: number | null) => {
    sheet.edits.edit([{ rowKey: row.campaignKey, columnKey: field, value }], 'putting a value back');
    setLooked(null);
  };
  const propose = async (moment: Date) => {
    const then = await fetchSheetAt(Number(ownerKey), month, moment.toISOString());
    if (!then) return;
    const changes = proposedChanges(then, sheet.byKey, editable);
    if (changes.length > 0) sheet.edits.edit(changes, 'the sheet of an earlier moment');
    toast.info(
      changes.length === 0
        ? 'Nothing was different then.'
        : `${changes.length} cells were different then. They are marked as changes: review and save them.`,
    );
  };
  const download = () => exportScreen({ columns: screenColumns(table, layout), campaignKeys: shown.current });
  const isOneOwner = ownerKey !== null;
  const row = looked ? (sheet.byKey.get(looked.campaignKey) ?? null) : null;

  const actions = (
    <TableActions
      requests={group === 'cl' ? undefined : { open: openRequests(requests.data).length, onOpen: requesting.open }}
      onHistory={openHistory}
      onSheetAt={group !== 'mp' && editable.length > 0 ? at.open : undefined}
      onImport={mayImport && editable.length > 0 ? importing.open : undefined}
      importLock={isOneOwner ? null : 'Choose a school group first: a file belongs to one'}
      onExport={() => (sheet.edits.count > 0 ? asking.open() : download())}
      isExporting={isExporting}
    />
  );
  return (
    <>
      <ConflictNotice
        cells={conflicts}
        onKeep={() => sheet.keepMine(conflicts)}
        onTake={() => sheet.takeTheirs(conflicts)}
        onNext={walk.nextConflict}
      />
      {attempts > 0 && <ProblemNotice cells={blocked} onNext={walk.nextBlocked} />}
      <CampaignGrid
        {...{ table, layout, campaigns, sheet, rows, remarks, actions }}
        goTo={walk.goTo}
        onLayout={setLayout}
        onActive={(cell) => {
          active.current = cell;
        }}
        onView={(keys) => {
          shown.current = keys;
        }}
        onHistory={openHistory}
        empty={
          <EmptyState title={sheet.rows.length > 0 ? 'No campaign fits these filters' : 'No campaigns in this month'}>
            {sheet.rows.length > 0
              ? 'Change or clear the filters above.'
              : 'A campaign is listed here once its dates reach into the month.'}
          </EmptyState>
        }
      />
      <CampaignDrawer
        {...{ row, looked, month, group, timeZone }}
        labels={variant.labels}
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
