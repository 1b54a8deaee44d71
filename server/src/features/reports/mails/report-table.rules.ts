import {
  type Days,
  daysWords,
  dimensionLabel,
  formatMetricValue,
  type LabelSetName,
  questionMeasures,
  type QuestionMeasure,
  type ReportQuestion,
  type UserGroup,
} from '@paceline/contract';

export type TableRow = Record<string, string | number | null>;
interface Answer {
  rows: readonly TableRow[];
  total: TableRow | null;
}

/** The answer to a question as a mail, a picture and a file show it. */
export interface ReportTable {
  /** What rows are called by: dimensions, and the date where there is one. */
  names: { key: string; label: string }[];
  measures: QuestionMeasure[];
  rows: readonly TableRow[];
  total: TableRow | null;
  days: string;
  compared: { days: string; total: TableRow | null } | null;
}

const PREVIOUS = 'Previous';
/** Where a row has what the measure was in the compared days. */
export const previousOf = (key: string): string => `${key}${PREVIOUS}`;

/** Rows with the compared days beside them. By date there is no row that is the same: there the total alone is compared. */
const withPrevious = (
  rows: readonly TableRow[],
  before: readonly TableRow[],
  { dimensions }: ReportQuestion,
  measures: readonly QuestionMeasure[],
): TableRow[] => {
  const nameOf = (row: TableRow): string => JSON.stringify(dimensions.map((name) => row[name]));
  const found = new Map(before.map((row) => [nameOf(row), row]));
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(measures.map(({ key }) => [previousOf(key), found.get(nameOf(row))?.[key] ?? null])),
  }));
};

export const reportTable = (
  question: ReportQuestion,
  { days, compared, answer, before }: { days: Days; compared: Days | null; answer: Answer; before: Answer | null },
  viewer: { group: UserGroup; labels: LabelSetName },
): ReportTable => {
  const measures = questionMeasures(question, viewer.group, viewer.labels);
  const isByDate = question.granularity !== null;
  return {
    names: [
      ...question.dimensions.map((key) => ({ key, label: dimensionLabel(key) })),
      ...(isByDate ? [{ key: 'date', label: 'Date' }] : []),
    ],
    measures,
    rows: before === null || isByDate ? answer.rows : withPrevious(answer.rows, before.rows, question, measures),
    total: answer.total,
    days: daysWords(days),
    compared: compared && { days: daysWords(compared), total: before?.total ?? null },
  };
};

export const hasPrevious = ({ rows, measures }: ReportTable): boolean =>
  measures.some(({ key }) => rows[0]?.[previousOf(key)] !== undefined);

export const rowName = ({ names }: ReportTable, row: TableRow): string =>
  names.map(({ key }) => row[key] ?? '–').join(' · ');

export const writeCell = (measure: QuestionMeasure, row: TableRow | null): string =>
  formatMetricValue(measure, (row?.[measure.key] ?? null) as number | null);
