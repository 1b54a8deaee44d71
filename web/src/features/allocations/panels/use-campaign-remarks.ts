import type { AllocationRequest, CampaignRow, Labels, UserGroup } from '@paceline/contract';
import { useCallback, useMemo } from 'react';
import { formatInstant } from '../../../lib/text/format.ts';
import type { Remark, RowKey } from '../../../ui/grid/types.ts';
import { followPlan } from '../month/campaigns/prepare-campaign-rows.ts';
import { fieldLabel, fieldText } from '../../../shared/history/prepare-history.ts';
import { conflictWords, planCellRemarks } from './prepare-remarks.ts';
import { savedRemark } from '../live/prepare-arrivals.ts';
import type { Arrival } from '../sheet/sheet-arrivals.ts';
import type { CellMap } from '../sheet/sheet-rows.ts';
import type { Sheet } from '../sheet/use-sheet.ts';

interface RemarksInput {
  sheet: Sheet<CampaignRow>;
  /** What others saved. */
  arrivals: CellMap<Arrival>;
  requests: readonly AllocationRequest[] | undefined;
  group: UserGroup;
  labels: Labels;
  timeZone: string;
}

/** Remarks for a partner's answered requests, by row. */
const answers = (requests: readonly AllocationRequest[] | undefined, timeZone: string): Map<RowKey, Remark> => {
  const remarks = new Map<RowKey, Remark>();
  const isOpen = new Set(requests?.filter(({ state }) => state === 'OPEN').map(({ campaignKey }) => campaignKey));
  for (const request of requests ?? []) {
    const { campaignKey, state, requestedAllocation, decidedAt, answer } = request;
    if (remarks.has(campaignKey) || isOpen.has(campaignKey)) continue;
    const word = state === 'ACCEPTED' ? 'accepted' : 'declined';
    const message = `${requestedAllocation} was ${word} on ${formatInstant(decidedAt, timeZone)}${answer && `: “${answer}”`}`;
    remarks.set(campaignKey, { level: 'info', message });
  }
  return remarks;
};

/** Prefixes the column's name to messages phrased to follow it. */
const sentence = (label: string, message: string): string => (/^[a-z]/.test(message) ? `${label} ${message}` : message);

/** Remarks of the campaign table's cells: conflicts before refusals before plan remarks. */
export const useCampaignRemarks = ({ sheet, arrivals, requests, group, labels, timeZone }: RemarksInput) => {
  const { byKey, conflicts, problems, keepMine, takeTheirs } = sheet;
  const { edits } = sheet.edits;
  const answered = useMemo(
    () => (group === 'mp' ? answers(requests, timeZone) : new Map<RowKey, Remark>()),
    [group, requests, timeZone],
  );
  return useCallback(
    (rowKey: RowKey, columnKey: string): Remark | null => {
      const row = byKey.get(rowKey);
      if (!row) return null;
      const conflict = conflicts.get(rowKey)?.get(columnKey);
      const cell = [{ rowKey, columnKey }];
      if (conflict)
        return {
          level: 'conflict',
          message: conflictWords(conflict, (value) => fieldText(columnKey, value, row), timeZone),
          actions: [
            { label: 'Keep mine', onAct: () => keepMine(cell) },
            { label: 'Take theirs', onAct: () => takeTheirs(cell) },
          ],
        };
      const problem = problems.get(rowKey)?.get(columnKey);
      if (problem) return { level: 'error', message: sentence(fieldLabel(columnKey, labels, group), problem.message) };
      const cells = edits.get(rowKey);
      const remark = planCellRemarks(cells ? followPlan(row, cells) : row, cells).get(columnKey);
      const own = remark ?? (columnKey === 'requestedAllocation' ? (answered.get(rowKey) ?? null) : null);
      const arrival = arrivals.get(rowKey)?.get(columnKey);
      return arrival ? savedRemark(arrival, row, own, timeZone) : own;
    },
    [conflicts, problems, arrivals, byKey, edits, keepMine, takeTheirs, answered, labels, group, timeZone],
  );
};
