import type { CellChange, RowKey } from '../../../ui/grid/types.ts';
import type { SheetRow } from '../sheet/sheet-rows.ts';
import { localOf, momentOf } from './zoned-time.ts';

interface SheetAt {
  rows: { campaignKey: number; values: Readonly<Record<string, number | null | undefined>> }[];
}

/** The cells that differed at that time, as changes to review: editable cells of existing rows. */
export const proposedChanges = (
  sheet: SheetAt,
  rows: ReadonlyMap<RowKey, SheetRow>,
  editable: readonly string[],
): CellChange[] =>
  sheet.rows.flatMap(({ campaignKey, values }) => {
    const row = rows.get(campaignKey);
    if (!row) return [];
    return Object.entries(values)
      .filter(([field, value]) => editable.includes(field) && value !== undefined && value !== (row[field] ?? null))
      .map(([columnKey, value]) => ({ rowKey: campaignKey, columnKey, value }));
  });

interface Preset {
  label: string;
  local: string;
}

const DAY_MS = 86_400_000;
const startOfDay = (at: Date, timeZone: string): string => `${localOf(at, timeZone).slice(0, 10)}T00:00`;

/** Common past moments in the owner's zone. */
export const presetsAt = (now: Date, timeZone: string): Preset[] => [
  { label: 'An hour ago', local: localOf(new Date(now.getTime() - DAY_MS / 24), timeZone) },
  { label: 'Start of today', local: startOfDay(now, timeZone) },
  { label: 'Start of yesterday', local: startOfDay(new Date(now.getTime() - DAY_MS), timeZone) },
  { label: 'A week ago', local: localOf(new Date(now.getTime() - 7 * DAY_MS), timeZone) },
];

/** The chosen moment, if valid and in the past. */
export const pastMoment = (local: string, timeZone: string, now: Date): Date | null => {
  const moment = momentOf(local, timeZone);
  return moment && moment <= now ? moment : null;
};
