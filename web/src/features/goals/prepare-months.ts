import { amountText, effectiveTargets, impliedCpl, TARGET_FIELDS, type TargetField } from '@paceline/contract';
import { NO_TEXTS, targetsOf, type TargetTexts } from './prepare-amounts.ts';

export type MonthTexts = Record<string, TargetTexts>;

const SHOWN_MONTHS = 13;

/** A number of months later; a month is its first day. */
export const addMonths = (month: string, months: number): string => {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
};

const NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
export const monthName = (month: string): string => NAME.format(new Date(`${month}T00:00:00Z`));
export const shortMonthName = (month: string): string => SHORT.format(new Date(`${month}T00:00:00Z`));

interface Span {
  startMonth: string;
  endMonth: string;
  currentMonth: string;
}

/** The editable months: thirteen, from the current or first month, up to the last one. */
export const openMonths = ({ startMonth, endMonth, currentMonth }: Span): string[] => {
  const first = startMonth > currentMonth ? startMonth : currentMonth;
  return Array.from({ length: SHOWN_MONTHS }, (_, index) => addMonths(first, index)).filter(
    (month) => endMonth === '' || month <= endMonth,
  );
};

const hasTargets = (texts: TargetTexts | undefined): boolean =>
  texts !== undefined && TARGET_FIELDS.some((field) => texts[field] !== '');

/** Past months with targets, of the year before this month. */
export const closedMonths = (months: MonthTexts, currentMonth: string): string[] =>
  Object.keys(months)
    .filter((month) => month < currentMonth && month >= addMonths(currentMonth, -12) && hasTargets(months[month]))
    .toSorted();

interface Filled {
  months: MonthTexts;
  /** Number of filled cells. */
  cells: number;
}

/** Fills empty cells with the effective targets of the same month a year before. */
export const fillFromLastYear = (months: MonthTexts, open: readonly string[]): Filled => {
  let cells = 0;
  const filled = { ...months };
  for (const month of open) {
    const texts = filled[month] ?? NO_TEXTS;
    const { spend, inquiries } = effectiveTargets(targetsOf(months[addMonths(month, -12)]));
    const next = { ...texts };
    if (texts.monthlyDollarCap === '' && spend !== null) next.monthlyDollarCap = amountText(spend);
    if (texts.inquiryGoal === '' && inquiries !== null) next.inquiryGoal = amountText(inquiries);
    cells += TARGET_FIELDS.filter((field) => next[field] !== texts[field]).length;
    filled[month] = next;
  }
  return { months: filled, cells };
};

/** Copies a month's cells, all or the given ones, into every later month. */
export const copyDown = (
  months: MonthTexts,
  open: readonly string[],
  from: string,
  fields: readonly TargetField[],
): MonthTexts => {
  const source = months[from] ?? NO_TEXTS;
  const copied = Object.fromEntries(fields.map((field) => [field, source[field]]));
  const below = open.slice(open.indexOf(from) + 1);
  return {
    ...months,
    ...Object.fromEntries(below.map((month) => [month, { ...NO_TEXTS, ...months[month], ...copied }])),
  };
};

/** Pastes spreadsheet cells at a position; cells beyond the table are dropped. */
export const pasteCells = (
  months: MonthTexts,
  open: readonly string[],
  fields: readonly TargetField[],
  at: { month: string; field: TargetField },
  text: string,
): MonthTexts => {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const firstMonth = open.indexOf(at.month);
  const firstField = fields.indexOf(at.field);
  const pasted = { ...months };
  for (const [row, cells] of lines.entries()) {
    const month = open[firstMonth + row];
    if (month === undefined) continue;
    const texts = { ...NO_TEXTS, ...pasted[month] };
    for (const [column, cell] of cells.entries()) {
      const field = fields[firstField + column];
      if (field !== undefined) texts[field] = cell.trim();
    }
    pasted[month] = texts;
  }
  return pasted;
};

export const isSeveralCells = (text: string): boolean => /[\t\n]/.test(text.trimEnd());

interface Total {
  spend: number | null;
  inquiries: number | null;
  cpl: number | null;
}

/** Totals of the visible months; null without values. */
export const totalOf = (months: MonthTexts, open: readonly string[]): Total => {
  const parts = open.map((month) => effectiveTargets(targetsOf(months[month])));
  const sum = (values: (number | null)[]): number | null => {
    const numbers = values.filter((value) => value !== null);
    return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0);
  };
  const spendOf = (list: typeof parts): number | null => sum(list.map(({ spend }) => spend));
  const inquiriesOf = (list: typeof parts): number | null => sum(list.map(({ inquiries }) => inquiries));
  // Spend of months without an inquiry goal would raise the average cost.
  const both = parts.filter(({ spend, inquiries }) => spend !== null && inquiries !== null);
  const cpl = (spendOf(both) ?? 0) / (inquiriesOf(both) ?? 0);
  return { spend: spendOf(parts), inquiries: inquiriesOf(parts), cpl: Number.isFinite(cpl) ? cpl : null };
};

export const cplOf = (texts: Partial<TargetTexts> | undefined): number | null => impliedCpl(targetsOf(texts));
