import {
  labelsOf,
  metricValue,
  PLAIN_VARIANT,
  sumBy,
  type WidgetAnswer,
  type WidgetColumn,
  widgetColumns,
  type WidgetRow,
} from '@paceline/contract';
import { writtenDays } from '../../../lib/text/days-text.ts';

/** Figures that add up over school groups. Their words may differ by school group; here each has its usual one. */
const SUMS = ['spend', 'inquiries', 'applications', 'enrollments', 'starts'] as const;
const SHOWN: readonly string[] = ['spend', 'inquiries', 'cpl', 'applications', 'enrollments', 'starts'];

const labels = labelsOf(PLAIN_VARIANT);
const columnsOf = (widget: 'mediaFigures' | 'mediaByDay'): WidgetColumn[] =>
  widgetColumns(widget, labels, 'mp').filter(({ key, role }) => role === undefined && [...SHOWN, 'date'].includes(key));
export const figureColumns = (): WidgetColumn[] =>
  columnsOf('mediaFigures').toSorted((a, b) => SHOWN.indexOf(a.key) - SHOWN.indexOf(b.key));
export const dayColumns = (): WidgetColumn[] => columnsOf('mediaByDay');

const numberIn = (row: WidgetRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** The sum of rows; what an inquiry cost is worked out of the sums. */
const sumRows = (rows: readonly WidgetRow[]): WidgetRow => {
  const sums = Object.fromEntries(SUMS.map((key) => [key, sumBy(rows, (row) => numberIn(row, key))]));
  return {
    ...sums,
    cpl: metricValue('cpl', { spend: sums['spend'] ?? null, validLeads: sums['inquiries'] ?? null }),
  };
};

/** The figures of all school groups together. */
export const totalOfGroups = (answers: readonly Pick<WidgetAnswer, 'totals'>[]): WidgetRow =>
  sumRows(answers.map(({ totals }) => totals));

/** One row for each day that a school group has. */
export const daysOfGroups = (answers: readonly WidgetAnswer[]): WidgetAnswer | null => {
  const [first] = answers;
  if (first === undefined) return null;
  const days = Map.groupBy(
    answers.flatMap(({ data }) => data),
    (row) => String(row['date']),
  );
  const data = [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([date, rows]): WidgetRow => ({ ...sumRows(rows), date }));
  const { from, to } = spanOf(answers);
  return { ...first, data, totals: sumRows(data), range: { from, to }, compared: null, notes: [] };
};

type Ranged = Pick<WidgetAnswer, 'range'>;
const spanOf = (answers: readonly Ranged[]) => ({
  from: answers.map(({ range }) => range.from).toSorted()[0] ?? '',
  to:
    answers
      .map(({ range }) => range.to)
      .toSorted()
      .at(-1) ?? '',
});

/** The days of the figures: each school group has them by its own calendar. */
export const groupsDaysText = (answers: readonly Ranged[]): string => {
  if (answers.length === 0) return '';
  const isOne = new Set(answers.map(({ range }) => `${range.from} ${range.to}`)).size === 1;
  return `${writtenDays(spanOf(answers))}${isOne ? '' : ', each school group by its own calendar'}`;
};
