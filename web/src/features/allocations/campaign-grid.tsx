import { type CampaignRow, campaignTotals } from '@paceline/contract';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridLayout, Remark, RowKey } from '../../ui/grid/types.ts';
import type { GridTable } from './campaign-columns.ts';
import { campaignKeyOf, campaignNameOf } from './prepare-campaign-rows.ts';
import { writeTotals } from './prepare-columns.ts';
import classes from './month-view.module.css';
import type { Campaigns } from './use-campaigns.ts';
import type { CellRef } from './sheet-rows.ts';
import type { Sheet } from './use-sheet.ts';

interface CampaignGridProps {
  table: GridTable<CampaignRow>;
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  campaigns: Campaigns;
  sheet: Sheet<CampaignRow>;
  /** What the filters of the address leave. */
  rows: readonly CampaignRow[];
  remarks: (rowKey: RowKey, columnKey: string) => Remark | null;
  goTo: CellRef | null;
  empty: ReactNode;
  actions: ReactNode;
  onActive: (cell: CellRef | null) => void;
  onView: (keys: readonly RowKey[]) => void;
  onHistory: () => void;
}

const toneOf = ({ subStatus }: CampaignRow) =>
  subStatus === 'ENDED' || subStatus === 'DRAFT' ? ('muted' as const) : undefined;

export const CampaignGrid = (props: CampaignGridProps) => {
  const { table, layout, campaigns, sheet, rows, onHistory } = props;
  const { edits } = sheet;
  const totals = useCallback(
    (leaves: readonly CampaignRow[]) => {
      const hidden = new Set(layout.hidden);
      const shown = table.layout.columns.filter(({ key }) => !hidden.has(key));
      return writeTotals(shown, campaignTotals(shown, leaves));
    },
    [table, layout.hidden],
  );
  const hasEditable = useMemo(() => table.columns.some(({ editable }) => editable), [table]);
  // Before the grid takes it for its F2.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F2' || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onHistory();
  };
  return (
    <div className={classes.table} role="presentation" onKeyDownCapture={onKeyDown}>
      <Grid
        label="Campaigns"
        columns={table.columns}
        rows={rows}
        rowKey={campaignKeyOf}
        rowLabel={campaignNameOf}
        layout={layout}
        defaultLayout={table.standard}
        onLayout={props.onLayout}
        {...(hasEditable && {
          edits: edits.edits,
          onEdit: edits.edit,
          onDraft: edits.draft,
          onUndo: sheet.undo,
          onRedo: edits.redo,
          undoable: sheet.undoable,
          redoable: edits.redoable,
        })}
        remarks={props.remarks}
        totals={totals}
        rowTone={toneOf}
        loading={campaigns.isReading}
        arriving={campaigns.arriving}
        error={campaigns.error}
        onRetry={campaigns.reload}
        empty={props.empty}
        actions={props.actions}
        goTo={props.goTo}
        onActive={props.onActive}
        onView={props.onView}
        maxHeight="none"
      />
    </div>
  );
};
