import {
  type CampaignRow,
  capField,
  type GoalRow,
  PLAN_FIELDS,
  type PlanField,
  roomOf,
  unitsOfRoom,
} from '@paceline/contract';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { hrefOf } from '../../../lib/address/paths.ts';
import { campaignPagePath } from '../../../shared/campaign-path.ts';
import type { GridColumn, GridMenuItem, Selected } from '../../../ui/grid/types.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import type { MonthOf } from '../api.ts';
import type { CampaignPart } from '../month/campaigns/campaign-columns.ts';
import type { Sheet } from '../sheet/use-sheet.ts';
import { type BulkKind, type BulkTarget, roomWords } from './prepare-bulk.ts';

/** Loaded on first use. */
const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

interface BulkOf {
  of: MonthOf;
  sheet: Sheet<CampaignRow>;
  goals: readonly GoalRow[];
  columns: readonly GridColumn<CampaignRow>[];
  /** The fields the viewer may change. */
  editable: readonly string[];
  look: (row: CampaignRow, part: CampaignPart, field: string | null) => void;
  /** Returns the focus to the table, so that it receives Ctrl+Z. */
  focusTable: () => void;
}

const isPlanField = (key: string): key is PlanField => (PLAN_FIELDS as readonly string[]).includes(key);

/** Bulk changes of the selected campaigns, each with a preview, and the room left in their line item. */
export const useBulk = ({ of, sheet, goals, columns, editable, look, focusTable }: BulkOf) => {
  const { group, month } = of;
  const [target, setTarget] = useState<BulkTarget | null>(null);
  const cap = capField(month);
  const goalByKey = useMemo(() => new Map(goals.map((goal) => [goal.goalKey, goal])), [goals]);

  const roomFor = useCallback(
    (rows: readonly CampaignRow[]) => {
      const [first] = rows;
      const goal = first && rows.every(({ goalKey }) => goalKey === first.goalKey) && goalByKey.get(first.goalKey);
      if (!goal) return null;
      const room = roomOf(
        goal,
        sheet.rows.filter(({ goalKey }) => goalKey === goal.goalKey),
      );
      return { name: goal.goalName, room, units: unitsOfRoom(room, rows) };
    },
    [goalByKey, sheet.rows],
  );
  const facts = useCallback(
    (rows: readonly CampaignRow[]) => {
      const goal = roomFor(rows);
      return goal ? [{ label: `Room in ${goal.name}`, text: roomWords(goal.room) }] : [];
    },
    [roomFor],
  );

  /** Bulk change entries, for the toolbar and the cell menu. */
  const changesOf = ({ rows, columnKeys }: Selected<CampaignRow>): GridMenuItem[] => {
    const goal = roomFor(rows);
    const field = columnKeys.find((key): key is PlanField => isPlanField(key) && editable.includes(key));
    const open = (kind: BulkKind, chosen: PlanField) =>
      setTarget({
        kind,
        rows,
        field: chosen,
        label: columns.find(({ key }) => key === chosen)?.label ?? chosen,
        goal: kind === 'percent' && chosen !== cap ? null : goal,
      });
    const mayCap = editable.includes(cap);
    return [
      ...(editable.length > 0
        ? [
            {
              label: 'Change by %…',
              begins: true,
              locked: field || mayCap ? null : 'Select cells that can be changed',
              onAct: () => open('percent', field ?? cap),
            },
          ]
        : []),
      ...(mayCap
        ? [
            { label: 'Set to pace…', onAct: () => open('pace', cap) },
            {
              label: 'Distribute what is left of the line item…',
              locked: goal ? null : 'Select campaigns of one line item',
              onAct: () => open('distribute', cap),
            },
          ]
        : []),
    ];
  };

  const menu = (selected: Selected<CampaignRow>): GridMenuItem[] => {
    const { rows, columnKeys } = selected;
    const [first] = rows;
    if (!first) return [];
    return [
      ...changesOf(selected),
      {
        label: 'Cell history',
        keys: 'Shift+F2',
        begins: true,
        onAct: () => look(first, 'history', columnKeys[0] ?? null),
      },
      { label: 'Status and why', onAct: () => look(first, 'status', null) },
      {
        label: 'Open campaign',
        onAct: () => window.open(hrefOf(campaignPagePath(group, first.campaignKey)), '_blank', 'noopener'),
      },
    ];
  };

  const close = () => {
    setTarget(null);
    // Delayed until the dialog, which holds the focus, is closed.
    setTimeout(focusTable);
  };
  const dialog: ReactNode = target && (
    <Suspense fallback={null}>
      <BulkDialog
        target={target}
        month={month}
        onClose={close}
        onApply={(changes, act) => {
          sheet.edits.edit(changes, act);
          close();
          const cells = changes.length === 1 ? '1 allocation' : `${changes.length} allocations`;
          toast.success(`${cells} changed, not saved yet.`, { label: 'Undo', onAct: sheet.edits.undo });
        }}
      />
    </Suspense>
  );
  return { menu, changesOf, facts, dialog };
};
