import {
  BUDGET_LINES,
  type Days,
  firstOfMonth,
  grainEnd,
  type Granularity,
  lastOfMonth,
  NOT_ATTRIBUTED,
  type QuestionAnswer,
  type QuestionColumn,
  type ReportQuestion,
} from '@paceline/contract';
import { excluding, filteredTo, settled } from './prepare-question.ts';
import type { AnswerRow } from './prepare-table.ts';

/** Lines that stand beside the rows of a dimension: no filter finds them. */
const LINES: ReadonlySet<unknown> = new Set([NOT_ATTRIBUTED, ...Object.values(BUDGET_LINES)]);

const endOf = (start: string, granularity: Granularity): string => {
  if (granularity === 'year') return `${start.slice(0, 4)}-12-31`;
  if (granularity === 'quarter') return lastOfMonth(firstOfMonth(start, 2));
  return grainEnd(start, granularity);
};

/** The days of one time, as far as the question has them. */
const daysOfTime = (start: string, granularity: Granularity, { from, to }: Days): Days => {
  const end = endOf(start, granularity);
  return { from: start < from ? from : start, to: end > to ? to : end };
};

const valueOf = (row: AnswerRow, key: string): string | null => {
  const value = row[key];
  return value === null || value === undefined ? null : String(value);
};

export interface PickedCell {
  row: AnswerRow;
  column: QuestionColumn;
  question: ReportQuestion;
  answer: QuestionAnswer;
}

/** Whether something can be asked about a cell: the line of what belongs to no row cannot. */
export const canAsk = ({ row, answer }: PickedCell): boolean =>
  answer.columns.every(({ role, key }) => role !== 'dimension' || !LINES.has(row[key]));

const atTime = (question: ReportQuestion, start: string | null, { days }: QuestionAnswer): ReportQuestion =>
  start === null || question.granularity === null
    ? question
    : { ...question, period: daysOfTime(start, question.granularity, days) };

/** The question of one cell: of a name that name, of a number all that it is of. */
export const narrowedTo = ({ row, column, question, answer }: PickedCell): ReportQuestion => {
  if (column.role === 'dimension') return filteredTo(question, column.key, valueOf(row, column.key));
  if (column.role === 'date') return atTime(question, valueOf(row, 'date'), answer);
  let narrowed = question;
  for (const { role, key } of answer.columns) {
    if (role === 'dimension') narrowed = filteredTo(narrowed, key, valueOf(row, key));
    if (role === 'date') narrowed = atTime(narrowed, valueOf(row, 'date'), answer);
  }
  const beside = column.pivotIndex === undefined ? undefined : answer.pivot[column.pivotIndex];
  if (beside === undefined || question.pivot === null) return narrowed;
  return question.pivot === 'date'
    ? atTime(narrowed, beside.value, answer)
    : filteredTo(narrowed, question.pivot, beside.value);
};

/** All but the value of the cell; null where it is not of one value. */
export const without = ({ row, column, question, answer }: PickedCell): ReportQuestion | null => {
  const names = answer.columns.filter(({ role }) => role === 'dimension');
  const [only] = column.role === 'dimension' ? [column] : names.length === 1 ? names : [];
  return only === undefined || column.role === 'date' ? null : excluding(question, only.key, valueOf(row, only.key));
};

/** What a cell is made of, by another dimension. */
export const brokenDown = (cell: PickedCell, dimension: string): ReportQuestion => {
  const narrowed = narrowedTo(cell);
  return settled({
    ...narrowed,
    dimensions: [dimension],
    pivot: null,
    granularity: null,
    chart: 'table',
  });
};
