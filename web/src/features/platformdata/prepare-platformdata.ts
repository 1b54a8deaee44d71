import {
  firstOfMonth,
  lastOfMonth,
  type PlatformDay,
  type PlatformFile,
  type PlatformPreview,
  type PlatformReplaced,
  type PlatformUndoPreview,
  plusDays,
  REPORT_MEASURES,
  REPORT_SUMS,
  type PlatformReport,
  type ReportSums,
  SUM_LABELS,
} from '@paceline/contract';
import { formatCount, formatDollars, formatShortDay, NONE } from '../../lib/text/format.ts';

export interface MonthOfDays {
  /** 2026-11-01. */
  month: string;
  /** Weeks start on Monday; null for days of another month. */
  weeks: ({ day: string; row: PlatformDay | undefined } | null)[][];
}

/** The days grouped into calendar months. */
export const monthsOf = (from: string, to: string, days: readonly PlatformDay[]): MonthOfDays[] => {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const months: MonthOfDays[] = [];
  for (let month = firstOfMonth(from); month <= to; month = firstOfMonth(month, 1)) {
    const before = (new Date(`${month}T00:00:00Z`).getUTCDay() + 6) % 7;
    const cells: MonthOfDays['weeks'][number] = Array.from({ length: before }, () => null);
    for (let day = month; day <= lastOfMonth(month); day = plusDays(day, 1)) cells.push({ day, row: byDay.get(day) });
    while (cells.length % 7 > 0) cells.push(null);
    const weeks = Array.from({ length: cells.length / 7 }, (_, at) => cells.slice(at * 7, at * 7 + 7));
    months.push({ month, weeks });
  }
  return months;
};

interface ComparedSum {
  label: string;
  file: string;
  stored: string;
  differs: boolean;
}

/** Fractions of a cent or conversion are rounded when a day is stored: a difference below one does not count. */
const isApart = (name: string, file: number, stored: number): boolean =>
  Math.abs(file - stored) >= (name === 'cost' ? 0.01 : 1);

export const comparedSums = (
  report: PlatformReport,
  fileSums: ReportSums | null,
  storedSums: ReportSums | null,
): ComparedSum[] =>
  REPORT_SUMS[report].map((name) => {
    const write = (sums: ReportSums | null): string => {
      const value = sums?.[name];
      if (value === undefined) return NONE;
      return name === 'cost' ? formatDollars(value) : formatCount(value);
    };
    const file = fileSums?.[name];
    const stored = storedSums?.[name];
    return {
      label: SUM_LABELS[name] ?? name,
      file: write(fileSums),
      stored: write(storedSums),
      differs: file !== undefined && stored !== undefined && isApart(name, file, stored),
    };
  });

const days = (count: number): string => (count === 1 ? '1 day' : `${formatCount(count)} days`);

/** The rows and the measured sum: "69 rows, $2,310.11". */
export const measuredText = (report: PlatformReport, { rows, amount }: PlatformReplaced['before']): string => {
  const measure = REPORT_MEASURES[report];
  const sum =
    measure === 'cost' ? formatDollars(amount) : `${formatCount(amount)} ${SUM_LABELS[measure]?.toLowerCase()}`;
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}, ${sum}`;
};

/** What a report replaces, in a line. */
export const previewText = ({ report, firstDay, lastDay, before, after }: PlatformPreview): string =>
  `${formatShortDay(firstDay)} to ${formatShortDay(lastDay)}: ${measuredText(report, before)} → ${measuredText(report, after)}`;

/** Days named one by one; the sum has all of them. */
const MAX_UNDO_DAYS = 8;

/** What undoing a file changes: in all, then each of several days. */
export const undoLines = ({
  report,
  before,
  after,
  days: changed,
}: PlatformUndoPreview): { sum: string; days: string[]; more: string | null } => {
  const step = (one: PlatformReplaced): string =>
    `${measuredText(report, one.before)} → ${one.after.rows === 0 ? 'nothing' : measuredText(report, one.after)}`;
  const [first, second] = changed;
  const which =
    first !== undefined && second === undefined
      ? `${formatShortDay(first.day)} gets back what it held before`
      : `${days(changed.length)} get back what they held before`;
  return {
    sum: `${which}: ${step({ before, after })}.`,
    days:
      second === undefined
        ? []
        : changed.slice(0, MAX_UNDO_DAYS).map((one) => `${formatShortDay(one.day)}: ${step(one)}`),
    more: changed.length > MAX_UNDO_DAYS ? `And ${days(changed.length - MAX_UNDO_DAYS)} more.` : null,
  };
};

/** A file's result in a sentence. */
export const fileText = (file: PlatformFile): string => {
  if (file.outcome === 'REFUSED') return file.error ?? '';
  if (file.undoneAt !== null) return 'Undone: its days are restored';
  const span = `${formatShortDay(file.firstDay)} to ${formatShortDay(file.lastDay)}`;
  if (file.outcome === 'UNCHANGED') return `${span}: ${days(file.days)}, no changes`;
  const parts = [
    ...(file.newDays > 0 ? [`${days(file.newDays)} new`] : []),
    ...(file.correctedDays > 0 ? [`${days(file.correctedDays)} corrected`] : []),
  ];
  return `${span}: ${parts.join(', ') || days(file.days)}, ${formatCount(file.changedRows)} ${file.changedRows === 1 ? 'row' : 'rows'} changed`;
};
