import { type CampaignRow, type PlanField, type PlanRemark, planOfRow, planRemarks } from '@paceline/contract';
import { formatInstant } from '../../../lib/text/format.ts';
import type { Remark } from '../../../ui/grid/types.ts';
import type { CellConflict } from '../sheet/sheet-refusal.ts';
import type { Cells } from '../sheet/sheet-rows.ts';

/** The cells a remark can belong to, the most likely first. */
const CAP: PlanField[] = ['userDefinedMonthlyAllocation', 'monthlyAllocation'];
const ABOUT: Record<PlanRemark['code'], readonly PlanField[]> = {
  // Shown in the cell itself.
  notWhole: [],
  incrementBelowCapacity: ['incrementalCapacity', 'monthlyCapacity'],
  softAboveHard: ['userDefinedMonthlySoftAllocation', 'monthlySoftAllocation', ...CAP],
  dailyLimitsMonth: ['userDefinedDailyAllocation', 'dailyAllocation', ...CAP],
  aboveCapacity: [...CAP, 'monthlyCapacity', 'incrementalCapacity'],
  aboveClientApproval: [...CAP, 'clientMonthlyAllocation'],
  belowDelivered: CAP,
};

/** The edited cell, else the one with the value in force. */
const cellOf = (code: PlanRemark['code'], row: CampaignRow, cells: Cells | undefined): string | undefined =>
  ABOUT[code].find((field) => cells?.has(field)) ?? ABOUT[code].find((field) => row[field] != null);

const WEIGHT = { error: 2, warning: 1, info: 0 } as const;

/** Remarks about a row's plan, by cell. A row without edits shows only those that need attention: a cap that stops a campaign is normal. */
export const planCellRemarks = (row: CampaignRow, cells: Cells | undefined): ReadonlyMap<string, Remark> => {
  const { daysInAll, validLeads } = row.basis;
  const remarks = new Map<string, Remark & { level: PlanRemark['level'] }>();
  for (const { code, level, message } of planRemarks(planOfRow(row), {
    eligibleDays: daysInAll,
    delivered: validLeads ?? 0,
  })) {
    const column = cellOf(code, row, cells);
    if (column === undefined || (!cells && level !== 'warning')) continue;
    const existing = remarks.get(column);
    if (!existing) remarks.set(column, { level, message });
    else
      remarks.set(column, {
        level: WEIGHT[level] > WEIGHT[existing.level] ? level : existing.level,
        message: `${existing.message} · ${message}`,
      });
  }
  return remarks;
};

/** Both values of a conflict, who saved theirs, and when. */
export const conflictWords = (
  { theirs, mine, by, at }: CellConflict,
  write: (value: number | null) => string,
  timeZone: string,
): string => `${by} saved ${write(theirs)} on ${formatInstant(at, timeZone)}. Yours is ${write(mine)}.`;
