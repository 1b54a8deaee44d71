import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type GoalRow, goalTargetExport, TARGET_LABELS, type TargetField } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useGridLayout } from '../../../shared/use-grid-layout.ts';
import { revealColumn } from '../month/columns/prepare-columns.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { Remark, RowKey } from '../../../ui/grid/types.ts';
import { tellFailure } from '../api.ts';
import { blockedCells } from '../month/columns/blocked-cells.ts';
import type { TableViewProps } from '../month/campaigns/campaign-view.tsx';
import { goalTable } from './goal-columns.tsx';
import { GoalGrid } from './goal-grid.tsx';
import { goalText } from './prepare-goal-rows.ts';
import { conflictWords } from '../panels/prepare-remarks.ts';
import { ConflictNotice, ProblemNotice } from '../sheet/sheet-notices.tsx';
import { refsOf } from '../sheet/sheet-refusal.ts';
import { TableActions } from '../month/table-actions.tsx';
import { useWalk } from '../month/use-walk.ts';

const GoalImport = lazyDialog(async () => (await import('../files/goal-import.tsx')).GoalImport);

/** A month's line items, whose targets the agency edits in place. */
export const GoalView = ({ of, state, rows, attempts }: TableViewProps<GoalRow>) => {
  const { group, month, ownerKey, variant } = of;
  const { targets, timeZone, calendar, maySetTargets } = state;
  const early = calendar?.early ?? false;
  const table = useMemo(
    () => goalTable({ group, month, variant, early, mayEdit: maySetTargets }),
    [group, month, variant, early, maySetTargets],
  );
  const [layout, setLayout] = useGridLayout(`allocations.${group}.${month}.lineitems`, table.standard);
  const conflicts = useMemo(() => refsOf(targets.conflicts), [targets.conflicts]);
  const blocked = useMemo(() => blockedCells(targets), [targets]);
  const [isImport, importing] = useDisclosure(false);
  const mayImport = useMay('goals:Import');
  const walk = useWalk({ conflicts, blocked, attempts, reveal: (key) => setLayout(revealColumn(layout, key)) });
  const { conflicts: contested, problems, keepMine, takeTheirs } = targets;
  const remarks = useCallback(
    (rowKey: RowKey, columnKey: string): Remark | null => {
      const conflict = contested.get(rowKey)?.get(columnKey);
      const cell = [{ rowKey, columnKey }];
      if (conflict)
        return {
          level: 'conflict',
          message: conflictWords(conflict, (value) => goalText(columnKey, value), timeZone),
          actions: [
            { label: 'Keep mine', onAct: () => keepMine(cell) },
            { label: 'Take theirs', onAct: () => takeTheirs(cell) },
          ],
        };
      const problem = problems.get(rowKey)?.get(columnKey);
      return problem
        ? { level: 'error', message: `${TARGET_LABELS[columnKey as TargetField]} ${problem.message}` }
        : null;
    },
    [contested, problems, keepMine, takeTheirs, timeZone],
  );
  const { mutate: download, isPending } = useMutation({
    mutationFn: async () => {
      const first = calendar?.month;
      const file = await downloadApi(goalTargetExport, {
        params: { owner: Number(ownerKey) },
        query: first === undefined ? {} : { from: first, to: first },
      });
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
  return (
    <>
      <ConflictNotice
        cells={conflicts}
        onKeep={() => keepMine(conflicts)}
        onTake={() => takeTheirs(conflicts)}
        onNext={walk.nextConflict}
      />
      {attempts > 0 && <ProblemNotice cells={blocked} onNext={walk.nextBlocked} />}
      <GoalGrid
        {...{ table, layout, rows, remarks, calendar }}
        month={state}
        goTo={walk.goTo}
        onLayout={setLayout}
        actions={
          <>
            {group === 'ag' && (
              <TableActions
                onImport={mayImport ? importing.open : undefined}
                onExport={() => download()}
                isExporting={isPending}
              />
            )}
            {maySetTargets && (
              <Button
                component="a"
                href={hrefOf(pathTo('goalEditor'))}
                size="xs"
                variant="default"
                leftSection={<IconPlus size={15} aria-hidden="true" />}
              >
                New line item
              </Button>
            )}
          </>
        }
        empty={
          <EmptyState
            title={state.goalRows.length > 0 ? 'No line items match these filters' : 'No line items in this month'}
          >
            {state.goalRows.length > 0
              ? 'Change or clear the filters above.'
              : 'Line items hold the monthly budget and inquiry goal of their campaigns.'}
          </EmptyState>
        }
      />
      {group === 'ag' && ownerKey !== null && (
        <GoalImport isOpen={isImport} onClose={importing.close} ownerKey={ownerKey} onApplied={state.refresh} />
      )}
    </>
  );
};
