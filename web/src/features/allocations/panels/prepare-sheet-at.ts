import type { CellChange, RowKey } from '../../../ui/grid/types.ts';
import type { SheetRow } from '../sheet/sheet-rows.ts';
import { localOf, momentOf } from './zoned-time.ts';

interface SheetAt {
  rows: { campaignKey: number; values: Readonly<Record<string, number | null | undefined>> }[];
}

/** The rows and columns on the screen. */
interface Shown {
  rowKeys: readonly RowKey[];
  columnKeys: readonly string[];
}

interface Proposed {
  /** Cells on the screen, as changes to review. */
  changes: CellChange[];
  /** Number of cells that are filtered out or in hidden columns. They are not touched: nobody would review them. */
  notShown: number;
}

/** The editable cells that differed at that time. */
export const proposedChanges = (
  sheet: SheetAt,
  rows: ReadonlyMap<RowKey, SheetRow>,
  editable: readonly string[],
  shown: Shown,
): Proposed => {
  const [rowKeys, columnKeys] = [new Set(shown.rowKeys), new Set(shown.columnKeys)];
  const different = sheet.rows.flatMap(({ campaignKey, values }) => {
    const row = rows.get(campaignKey);
    if (!row) return [];
    return Object.entries(values)
      .filter(([field, value]) => editable.includes(field) && value !== undefined && value !== (row[field] ?? null))
      .map(([columnKey, value]) => ({ rowKey: campaignKey, columnKey, value }));
  });
  const changes = different.filter(({ rowKey, columnKey }) => rowKeys.has(rowKey) && columnKeys.has(columnKey));
  return { changes, notShown: different.length - changes.length };
};

const many = (count: number, one: string, more: string): string => (count === 1 ? one : `${count} ${more}`);

/** What came into the table, and what did not. */
export const proposedWords = ({ changes, notShown }: Proposed): string => {
  const changed =
    changes.length === 0
      ? `No values ${notShown > 0 ? 'on the screen ' : ''}were different at that time.`
      : many(
          changes.length,
          '1 cell had another value at that time. It is marked as a change: review and save it.',
          'cells had other values at that time. They are marked as changes: review and save them.',
        );
  const left = many(
    notShown,
    '1 cell that is not shown (its row or column) also differed and is left as it is.',
    'cells that are not shown (their rows or columns) also differed and are left as they are.',
  );
  return notShown === 0 ? changed : `${changed} ${left}`;
};

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
