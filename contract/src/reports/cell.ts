import { type Days, firstOfMonth, grainEnd, lastOfMonth } from '../core/values/days.ts';
import { NOT_ATTRIBUTED } from '../core/metrics/formula/facts.ts';
import { type DimensionKey, isDimensionKey } from '../core/metrics/report-dimensions.ts';
import { type FilterOperator, type Granularity } from '../core/metrics/report-query.ts';
import { changeKey, previousKey, type QuestionAnswer, type QuestionColumn } from './question-calls.ts';
import { type ReportQuestion } from './question.ts';

/**
 * Lines of a pacing table, and of a report by campaigns, that are no group of campaigns of their own name. Line items have the
 * budget; what their campaigns have together is less or more, and the difference stands in a line, so that every table of an
 * owner ends in the same budget (docs/decisions/027).
 */
export const BUDGET_LINES = {
  /** Line items have more than their campaigns together. */
  notAssigned: 'Not assigned to campaigns',
  /** Campaigns have more than their line items: the line's budget is negative. */
  aboveGoals: 'Assigned above goals',
  /** In tables of lead providers: the campaigns that run on ad platforms, or without a partner. */
  platforms: 'Trading platforms',
} as const;
export type BudgetLine = keyof typeof BUDGET_LINES;

export type QuestionFilter = ReportQuestion['filters'][number];
type AnswerRow = QuestionAnswer['rows'][number];

const shownNames = ({ dimensions, measures, formulas, granularity, pivot, compare }: ReportQuestion): Set<string> => {
  const numbers = [...measures, ...formulas.map(({ key }) => key)];
  return new Set([
    ...dimensions.filter((name) => name !== pivot),
    ...(granularity !== null && pivot !== 'date' ? ['date'] : []),
    ...numbers,
    ...(compare === null ? [] : numbers.flatMap((name) => [previousKey(name), changeKey(name)])),
  ]);
};

/** A question after a change: what its order, columns or formulas named and is no longer there is left out. */
export const settled = (question: ReportQuestion): ReportQuestion => {
  const pivot = question.pivot === 'date' && question.granularity === null ? null : question.pivot;
  const dimensions = [...new Set(question.dimensions)].filter((name) => name !== pivot);
  const own = new Set(question.formulas.map(({ key }) => key));
  const measures = [...new Set(question.measures)].filter((name) => !/^own\d/.test(name) || own.has(name));
  const next = { ...question, pivot, dimensions, measures };
  const names = shownNames(next);
  return { ...next, order: next.order.filter(({ member }) => names.has(member)) };
};

const isOf =
  (member: string, operator: FilterOperator) =>
  (filter: QuestionFilter): boolean =>
    filter.member === member && filter.operator === operator;

/** Narrowed to one value of a dimension, or to all but it; null is what has no value. */
export const filteredTo = (question: ReportQuestion, member: string, value: string | null): ReportQuestion => {
  const others = question.filters.filter((filter) => filter.member !== member);
  const filter: QuestionFilter =
    value === null ? { member, operator: 'notSet', values: [] } : { member, operator: 'equals', values: [value] };
  return { ...question, filters: [...others, filter] };
};

export const excluding = (question: ReportQuestion, member: string, value: string | null): ReportQuestion => {
  if (value === null) {
    const filter: QuestionFilter = { member, operator: 'set', values: [] };
    return { ...question, filters: [...question.filters.filter((one) => !isOf(member, 'set')(one)), filter] };
  }
  const before = question.filters.find(isOf(member, 'notEquals'));
  const filter: QuestionFilter = { member, operator: 'notEquals', values: [...(before?.values ?? []), value] };
  return { ...question, filters: [...question.filters.filter((one) => one !== before), filter] };
};

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

/** Whether something can be asked about a cell: of the line of what belongs to no row nothing can. */
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

/** What a cell is made of, by another dimension. A filter by numbers has chosen the row; of what it is made of, it chooses nothing. */
export const brokenDown = (cell: PickedCell, dimension: string): ReportQuestion => {
  const narrowed = narrowedTo(cell);
  return settled({
    ...narrowed,
    dimensions: [dimension],
    filters: narrowed.filters.filter(({ member }) => isDimensionKey(member)),
    pivot: null,
    granularity: null,
    top: null,
    chart: 'table',
  });
};

/** Whether rows stand behind a number: not behind a change, nor behind the other days of one time among several. */
export const hasRowsBehindCell = (cell: PickedCell): boolean => {
  const { column, answer, row } = cell;
  if (!canAsk(cell) || typeof row[column.key] !== 'number' || column.measure === undefined) return false;
  if (column.role === 'previous')
    return answer.compared !== null && answer.columns.every(({ role }) => role !== 'date') && answer.pivot.length === 0;
  return column.role !== 'change';
};

/** The rows that a number is made of: by a dimension, or by day. They add up to it. */
const rowsBehindCell = (cell: PickedCell, by: DimensionKey | 'day'): ReportQuestion => {
  const { column, question } = cell;
  const measure = column.measure ?? '';
  const isOwn = question.formulas.some(({ key }) => key === measure);
  const { measures, ...rows } = brokenDown(cell, by);
  return settled({
    ...rows,
    ...(by === 'day' && { dimensions: [], granularity: 'day' }),
    measures: isOwn ? measures : [measure, ...measures.filter((name) => name !== measure)],
    // What it was before is of the days that both sides have, which only a comparison takes.
    compare: column.role === 'previous' ? question.compare : null,
    order:
      by === 'day' ? [] : [{ member: column.role === 'previous' ? previousKey(measure) : measure, direction: 'desc' }],
  });
};

/** What a number is made of first; where it is one of these already, of the next. */
const FIRST_BY: readonly (DimensionKey | 'day')[] = [
  'campaign',
  'publisherSource',
  'day',
  'channel',
  'mediaPartner',
  'state',
];

/** The questions that show what a number is made of, best first: not every one goes with every measure and every user. */
export const questionsBehindCell = (cell: PickedCell): ReportQuestion[] => {
  const { dimensions, pivot, granularity } = cell.question;
  const isUsed = (by: DimensionKey | 'day'): boolean =>
    by === 'day' ? granularity === 'day' : dimensions.includes(by) || pivot === by;
  return FIRST_BY.filter((by) => !isUsed(by)).map((by) => rowsBehindCell(cell, by));
};
