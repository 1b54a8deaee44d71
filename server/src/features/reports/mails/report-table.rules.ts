import {
  dateLabel,
  type Days,
  daysWords,
  dimensionWords,
  formatMetricValue,
  NO_VALUE,
  type Granularity,
  type MetricFormat,
  type QuestionAnswer,
  type QuestionColumn,
  unnamedWords,
} from '@paceline/contract';

export type TableRow = QuestionAnswer['rows'][number];

/** The answer to a question in the form of a mail and its picture. */
export interface ReportTable {
  /** The columns that name a row: dimensions, and the time, if any. */
  names: QuestionColumn[];
  /** The columns of numbers that a mail has room for. */
  numbers: QuestionColumn[];
  /** Whether the file has more columns. */
  hasMore: boolean;
  rows: readonly TableRow[];
  total: TableRow;
  granularity: Granularity | null;
  days: string;
  compared: string | null;
}

/** The most columns that fit into a mail. */
const MAX_COLUMNS = 12;
const isName = ({ role }: QuestionColumn): boolean => role === 'dimension' || role === 'date';
const written = (days: Days): string => daysWords(days);

export const reportTable = (
  { columns, rows, total, days, compared }: QuestionAnswer,
  granularity: Granularity | null,
): ReportTable => {
  const numbers = columns.filter((column) => !isName(column));
  return {
    names: columns.filter(isName),
    numbers: numbers.slice(0, MAX_COLUMNS),
    hasMore: numbers.length > MAX_COLUMNS,
    rows,
    total,
    granularity,
    days: written(days),
    compared: compared && written(compared),
  };
};

export const numberLabel = ({ label, group }: QuestionColumn): string =>
  group === undefined ? label : `${group}: ${label}`;

export const writeName = ({ granularity }: ReportTable, { key, role }: QuestionColumn, row: TableRow): string => {
  const value = row[key] ?? null;
  if (role === 'date')
    return value === null ? NO_VALUE : dateLabel(String(value), granularity ?? 'day', { withYear: true });
  return value === null ? unnamedWords(key) : dimensionWords(key, String(value));
};

export const rowName = (table: ReportTable, row: TableRow): string =>
  table.names.map((column) => writeName(table, column, row)).join(' · ');

export const writeCell = (column: QuestionColumn, row: TableRow): string =>
  formatMetricValue(column as MetricFormat, (row[column.key] ?? null) as number | null);
