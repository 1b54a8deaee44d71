import {
  dateLabel,
  dimensionWords,
  formatMetricValue,
  type Granularity,
  NO_VALUE,
  type QuestionAnswer,
  type QuestionColumn,
  unnamedWords,
} from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';

export type AnswerRow = QuestionAnswer['rows'][number];
type Value = AnswerRow[string] | undefined;

/** Dates show the year if the days span several. */
const spansYears = ({ days }: Pick<QuestionAnswer, 'days'>): boolean => days.from.slice(0, 4) !== days.to.slice(0, 4);

export const isNumberColumn = ({ role }: QuestionColumn): boolean => role !== 'dimension' && role !== 'date';

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
  if (column.role === 'dimension')
    return value == null || value === '' ? unnamedWords(column.key) : dimensionWords(column.key, String(value));
  const format = { kind: column.kind as 'number', ...(column.decimals !== undefined && { decimals: column.decimals }) };
  return formatMetricValue(format, typeof value === 'number' ? value : null, { signed: column.role === 'change' });
};

/** A row's name: all its dimensions. */
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

/** Minimum and maximum of a measure's cells. */
export interface Scale {
  least: number;
  most: number;
}

/** The shading scale of each column. Value columns of a pivot share a scale, separate from their total. */
export const shades = ({ columns, rows }: Pick<QuestionAnswer, 'columns' | 'rows'>): ReadonlyMap<string, Scale> => {
  const scales = new Map<string, Scale>();
  const measured = columns.filter(({ role }) => role === 'measure');
  const nameOf = ({ measure = '', pivotIndex }: QuestionColumn): string => `${measure} ${pivotIndex === undefined}`;
  for (const column of measured)
    for (const row of rows) {
      const value = row[column.key];
      if (typeof value !== 'number') continue;
      const { least, most } = scales.get(nameOf(column)) ?? { least: value, most: value };
      scales.set(nameOf(column), { least: Math.min(least, value), most: Math.max(most, value) });
    }
  return new Map(
    measured.flatMap((column) => {
      const scale = scales.get(nameOf(column));
      return scale === undefined ? [] : [[column.key, scale] as const];
    }),
  );
};

/** From 0 (minimum) to 1 (maximum). */
export const shadeOf = (value: Value, scale: Scale | undefined): number =>
  typeof value !== 'number' || scale === undefined || scale.most === scale.least
    ? 0
    : (value - scale.least) / (scale.most - scale.least);

/** The number of rows, and how many are loaded. */
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
