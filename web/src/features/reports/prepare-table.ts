import {
  dateLabel,
  formatMetricValue,
  type Granularity,
  NO_VALUE,
  type QuestionAnswer,
  type QuestionColumn,
} from '@paceline/contract';
import { formatCount } from '../../lib/format.ts';

export type AnswerRow = QuestionAnswer['rows'][number];
type Value = AnswerRow[string] | undefined;

/** Days of several years say which. */
const spansYears = ({ days }: Pick<QuestionAnswer, 'days'>): boolean => days.from.slice(0, 4) !== days.to.slice(0, 4);

export const isNumberColumn = ({ role }: QuestionColumn): boolean => role !== 'dimension' && role !== 'date';

/** A cell as it is read. */
export const cellText = (
  column: QuestionColumn,
  value: Value,
  answer: Pick<QuestionAnswer, 'days'>,
  granularity: Granularity | null,
): string => {
  if (column.role === 'date')
    return value == null
      ? NO_VALUE
      : dateLabel(String(value), granularity ?? 'month', { withYear: spansYears(answer) });
  if (column.role === 'dimension') return value == null || value === '' ? NO_VALUE : String(value);
  const format = { kind: column.kind as 'number', ...(column.decimals !== undefined && { decimals: column.decimals }) };
  return formatMetricValue(format, typeof value === 'number' ? value : null, { signed: column.role === 'change' });
};

/** What a row is called: all that it is of. */
export const rowName = (
  row: AnswerRow,
  { columns, days }: Pick<QuestionAnswer, 'columns' | 'days'>,
  granularity: Granularity | null,
): string => {
  const names = columns
    .filter((column) => !isNumberColumn(column))
    .map((column) => cellText(column, row[column.key], { days }, granularity));
  return names.length === 0 ? 'All' : names.join(' · ');
};

/** How deep each cell of a measure is shaded, from 0 to 1: by its place between nothing and the most of its columns. */
export const shades = ({ columns, rows }: Pick<QuestionAnswer, 'columns' | 'rows'>): ReadonlyMap<string, number> => {
  const most = new Map<string, number>();
  for (const { key, role, measure = '', pivotIndex } of columns) {
    if (role !== 'measure') continue;
    // Columns side by side are compared with each other, and not with that of all of them.
    const scale = `${measure} ${pivotIndex === undefined}`;
    for (const row of rows) {
      const value = row[key];
      if (typeof value === 'number') most.set(scale, Math.max(most.get(scale) ?? 0, Math.abs(value)));
    }
  }
  return new Map(
    columns.flatMap(({ key, role, measure = '', pivotIndex }) => {
      const top = most.get(`${measure} ${pivotIndex === undefined}`) ?? 0;
      return role === 'measure' && top > 0 ? [[key, top] as const] : [];
    }),
  );
};

export const shadeOf = (value: Value, most: number | undefined): number =>
  typeof value === 'number' && most !== undefined ? Math.min(1, Math.abs(value) / most) : 0;

/** How many rows there are, and how many of them are here. */
export const rowsText = ({ rows, rowCount }: Pick<QuestionAnswer, 'rows' | 'rowCount'>): string =>
  rows.length < rowCount
    ? `First ${formatCount(rows.length)} of ${formatCount(rowCount)} rows`
    : `${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`;

const percent = (value: number | null): string => formatMetricValue({ kind: 'percent', decimals: 0 }, value);

/** "Enrollments % Matured: 54%, compared days 98%". */
export const maturityTexts = ({ maturity, compared }: Pick<QuestionAnswer, 'maturity' | 'compared'>): string[] =>
  maturity.map(
    ({ label, percent: now, compared: before }) =>
      `${label}: ${percent(now)}${compared === null ? '' : `, compared days ${percent(before)}`}`,
  );
