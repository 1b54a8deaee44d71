import { type GoalRow, goalTotals, type MonthCalendar } from '@paceline/contract';
import { type ReactNode, useCallback, useMemo } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridLayout, Remark, RowKey } from '../../../ui/grid/types.ts';
import type { GridTable } from '../month/campaigns/campaign-columns.ts';
import classes from '../month/month-view.module.css';
import { writeTotals } from '../month/columns/prepare-columns.ts';
import { goalKeyOf, goalLabelOf, plannedTotal } from './prepare-goal-rows.ts';
import type { CellRef } from '../sheet/sheet-rows.ts';
import type { Month } from '../month/use-month.ts';

interface GoalGridProps {
  table: GridTable<GoalRow>;
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  month: Month;
  calendar: MonthCalendar | null;
  rows: readonly GoalRow[];
  remarks: (rowKey: RowKey, columnKey: string) => Remark | null;
  goTo: CellRef | null;
  empty: ReactNode;
  actions: ReactNode;
}

export const GoalGrid = (props: GoalGridProps) => {
  const { table, layout, month, calendar } = props;
  const { goals, targets } = month;
  const { edits } = targets;
  const fromToday = calendar?.daysFromToday ?? 0;
  const totals = useCallback(
    (leaves: readonly GoalRow[]) => ({
      ...writeTotals(table.layout.columns, goalTotals(table.layout.columns, leaves, fromToday)),
      plannedSpend: plannedTotal(leaves),
    }),
    [table, fromToday],
  );
  const hasEditable = useMemo(() => table.columns.some(({ editable }) => editable), [table]);
  const { error } = goals;
  return (
    <div className={classes.table}>
      <Grid
        label="Line items"
        columns={table.columns}
        rows={props.rows}
        rowKey={goalKeyOf}
        rowLabel={goalLabelOf}
        layout={layout}
        defaultLayout={table.standard}
        onLayout={props.onLayout}
        {...(hasEditable && {
          edits: edits.edits,
          onEdit: edits.edit,
          onDraft: edits.draft,
          onUndo: targets.undo,
          onRedo: edits.redo,
          undoable: targets.undoable,
          redoable: edits.redoable,
        })}
        remarks={props.remarks}
        totals={totals}
        loading={goals.isFetching}
        error={error && { message: error.message, requestId: error instanceof ApiError ? error.requestId : null }}
        onRetry={() => void goals.refetch()}
        empty={props.empty}
        actions={props.actions}
        goTo={props.goTo}
        maxHeight="none"
      />
    </div>
  );
};
