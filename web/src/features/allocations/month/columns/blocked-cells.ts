import type { CampaignRow } from '@paceline/contract';
import { invalidEdits } from '../../../../ui/grid/edit/cell-value.ts';
import { followPlan } from '../campaigns/prepare-campaign-rows.ts';
import { planCellRemarks } from '../../panels/prepare-remarks.ts';
import { refsOf } from '../../sheet/sheet-refusal.ts';
import type { CellRef, SheetRow } from '../../sheet/sheet-rows.ts';
import type { Sheet } from '../../sheet/use-sheet.ts';

const once = (cells: readonly CellRef[]): CellRef[] => {
  const seen = new Map(cells.map((cell) => [`${cell.rowKey} ${cell.columnKey}`, cell]));
  return [...seen.values()];
};

/** Cells that cannot be saved: unreadable input and values refused by the server. */
export const blockedCells = <Row extends SheetRow>({
  edits,
  problems,
}: Pick<Sheet<Row>, 'edits' | 'problems'>): CellRef[] =>
  once([...invalidEdits(edits.entered).map(({ rowKey, columnKey }) => ({ rowKey, columnKey })), ...refsOf(problems)]);

/** For campaigns also contradictory plans, which the server would refuse. */
export const blockedCampaignCells = (sheet: Pick<Sheet<CampaignRow>, 'edits' | 'problems' | 'byKey'>): CellRef[] =>
  once([
    ...blockedCells(sheet),
    ...[...sheet.edits.entered].flatMap(([rowKey, cells]) => {
      const row = sheet.byKey.get(rowKey);
      if (!row) return [];
      return [...planCellRemarks(followPlan(row, cells), cells)]
        .filter(([, { level }]) => level === 'error')
        .map(([columnKey]) => ({ rowKey, columnKey }));
    }),
  ]);
