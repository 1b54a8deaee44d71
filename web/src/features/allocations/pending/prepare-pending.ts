import {
  type CampaignRow,
  type GoalRow,
  type Labels,
  TARGET_LABELS,
  type TargetField,
  type UserGroup,
} from '@paceline/contract';
import { InvalidEntry } from '../../../ui/grid/edit/cell-value.ts';
import type { RowKey } from '../../../ui/grid/types.ts';
import { goalText } from '../overview/prepare-goal-rows.ts';
import { fieldLabel, fieldText } from '../../../shared/history/prepare-history.ts';
import type { SheetRow } from '../sheet/sheet-rows.ts';
import type { Sheet } from '../sheet/use-sheet.ts';

/** A cell that is changed and not saved. */
export interface PendingChange {
  rowKey: RowKey;
  columnKey: string;
  /** The campaign's code; empty for a line item. */
  code: string;
  name: string;
  lineItem: string;
  column: string;
  before: string;
  after: string;
  /** Why what was typed cannot be read. */
  error: string | null;
}

type Edited<Row extends SheetRow> = Pick<Sheet<Row>, 'edits' | 'byKey'>;
interface Described<Row> {
  place: (row: Row) => Pick<PendingChange, 'code' | 'name' | 'lineItem'>;
  column: (key: string) => string;
  text: (key: string, value: number | null, row: Row) => string;
}

const pendingOf = <Row extends SheetRow>(
  { edits, byKey }: Edited<Row>,
  { place, column, text }: Described<Row>,
): PendingChange[] =>
  [...edits.entered].flatMap(([rowKey, cells]) => {
    const row = byKey.get(rowKey);
    if (!row) return [];
    return [...cells].map(([columnKey, value]) => ({
      rowKey,
      columnKey,
      ...place(row),
      column: column(columnKey),
      before: text(columnKey, (row[columnKey] ?? null) as number | null, row),
      after: value instanceof InvalidEntry ? `“${value.text}”` : text(columnKey, value as number | null, row),
      error: value instanceof InvalidEntry ? value.error : null,
    }));
  });

export const pendingCampaigns = (sheet: Edited<CampaignRow>, labels: Labels, group: UserGroup): PendingChange[] =>
  pendingOf(sheet, {
    place: ({ campaignCode: code, name, goalName: lineItem }) => ({ code, name, lineItem }),
    column: (key) => fieldLabel(key, labels, group),
    text: fieldText,
  });

export const pendingTargets = (targets: Edited<GoalRow>): PendingChange[] =>
  pendingOf(targets, {
    place: ({ goalName }) => ({ code: '', name: goalName, lineItem: goalName }),
    column: (key) => TARGET_LABELS[key as TargetField],
    text: goalText,
  });
