import type { CampaignRow } from '@paceline/contract';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo } from 'react';
import { Grid } from '../../../../ui/grid/grid.tsx';
import type { GridLayout, GridProps, Remark, RowKey } from '../../../../ui/grid/types.ts';
import type { GridTable } from './campaign-columns.ts';
import { campaignKeyOf, campaignNameOf } from './prepare-campaign-rows.ts';
import { campaignTotalTexts } from '../prepare-totals.ts';
import classes from '../month-view.module.css';
import type { Campaigns } from './use-campaigns.ts';
import type { CellRef } from '../../sheet/sheet-rows.ts';
import type { Sheet } from '../../sheet/use-sheet.ts';

interface CampaignGridProps {
  table: GridTable<CampaignRow>;
  layout: GridLayout;
  /** The stored layout, restored by "Reset". */
  standard: GridLayout;
  tools: ReactNode;
  onLayout: (layout: GridLayout) => void;
  campaigns: Campaigns;
  sheet: Sheet<CampaignRow>;
  /** The rows that pass the address's filters. */
  rows: readonly CampaignRow[];
  remarks: (rowKey: RowKey, columnKey: string) => Remark | null;
  goTo: CellRef | null;
  empty: ReactNode;
  actions: ReactNode;
  onActive: (cell: CellRef | null) => void;
  onView: (keys: readonly RowKey[]) => void;
  onHistory: () => void;
  onSelected: NonNullable<GridProps<CampaignRow>['onSelected']>;
  onTable: (element: HTMLDivElement | null) => void;
  menu: NonNullable<GridProps<CampaignRow>['menu']>;
  facts: NonNullable<GridProps<CampaignRow>['facts']>;
  /** Why nothing can be edited, if so. */
  readOnly: string;
}

const toneOf = ({ subStatus }: CampaignRow) =>
  subStatus === 'ENDED' || subStatus === 'DRAFT' ? ('muted' as const) : undefined;

export const CampaignGrid = (props: CampaignGridProps) => {
  const { table, layout, campaigns, sheet, rows, onHistory, onTable } = props;
  const { edits } = sheet;
  const totals = useCallback(
    (leaves: readonly CampaignRow[]) => {
      const hidden = new Set(layout.hidden);
      const shown = table.layout.columns.filter(({ key }) => !hidden.has(key));
      return campaignTotalTexts(shown, leaves);
    },
    [table, layout.hidden],
  );
  const hasEditable = useMemo(() => table.columns.some(({ editable }) => editable), [table]);
  // Handled before the grid's own F2.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F2' || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onHistory();
  };
  return (
    <div ref={onTable} className={classes.table} role="presentation" onKeyDownCapture={onKeyDown}>
      <Grid
        label="Campaigns"
        columns={table.columns}
        rows={rows}
        rowKey={campaignKeyOf}
        rowLabel={campaignNameOf}
        layout={layout}
        defaultLayout={props.standard}
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
        menu={props.menu}
        facts={props.facts}
        readOnly={props.readOnly}
        totals={totals}
        rowTone={toneOf}
        loading={campaigns.isReading}
        arriving={campaigns.arriving}
        error={campaigns.error}
        onRetry={campaigns.reload}
        empty={props.empty}
        tools={props.tools}
        actions={props.actions}
        goTo={props.goTo}
        onActive={props.onActive}
        onSelected={props.onSelected}
        onView={props.onView}
        maxHeight="none"
      />
    </div>
  );
};
