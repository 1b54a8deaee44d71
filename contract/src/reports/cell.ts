import { type Days, firstOfMonth, grainEnd, lastOfMonth } from '../core/values/days.ts';
import { NOT_ATTRIBUTED } from '../core/metrics/formula/facts.ts';
import { type DimensionKey, isDimensionKey } from '../core/metrics/report-dimensions.ts';
import { type FilterOperator, type Granularity } from '../core/metrics/report-query.ts';
import { changeKey, previousKey, type QuestionAnswer, type QuestionColumn } from './question-calls.ts';
import { type ReportQuestion } from './question.ts';

/**
 * Extra lines of pacing tables and campaign reports that are no group of campaigns. Budgets belong to line items; the difference to the sum
 * of their campaigns is shown as a line, so that every table of an owner has the same total budget (docs/decisions/027).
 */
export const BUDGET_LINES = {
  /** Line items have more budget than their campaigns together. */
  notAssigned: 'Not assigned to campaigns',
  /** Campaigns have more budget than their line items: the line is negative. */
  aboveGoals: 'Assigned above goals',
  /** In tables of lead providers: campaigns on ad platforms, or without a partner. */
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

/** Cleans a changed query: drops ordering, columns and formulas that refer to removed members. */
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

/** Filters to one value of a dimension, or to all others; null is a missing value. */
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

/** Extra lines beside a dimension's rows: no filter can select them. */
const LINES: ReadonlySet<unknown> = new Set([NOT_ATTRIBUTED, ...Object.values(BUDGET_LINES)]);

const endOf = (start: string, granularity: Granularity): string => {
  if (granularity === 'year') return `${start.slice(0, 4)}-12-31`;
  if (granularity === 'quarter') return lastOfMonth(firstOfMonth(start, 2));
  return grainEnd(start, granularity);
};

/** The days of one period, limited to the query's range. */
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

/** Whether a cell can be queried: extra lines cannot. */
export const canAsk = ({ row, answer }: PickedCell): boolean =>
  answer.columns.every(({ role, key }) => role !== 'dimension' || !LINES.has(row[key]));

const atTime = (question: ReportQuestion, start: string | null, { days }: QuestionAnswer): ReportQuestion =>
  start === null || question.granularity === null
    ? question
    : { ...question, period: daysOfTime(start, question.granularity, days) };

/** The query of one cell: for a name filtered to that name, for a number to its row and pivot value. */
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

/** Excludes the value of the cell; null if the cell is not of one value. */
export const without = ({ row, column, question, answer }: PickedCell): ReportQuestion | null => {
  const names = answer.columns.filter(({ role }) => role === 'dimension');
  const [only] = column.role === 'dimension' ? [column] : names.length === 1 ? names : [];
  return only === undefined || column.role === 'date' ? null : excluding(question, only.key, valueOf(row, only.key));
};

/** The cell broken down by another dimension. Filters on measures selected the row and are dropped for its parts. */
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

/** Whether rows are behind a number: not behind a change, nor behind the comparison value of one period among several. */
export const hasRowsBehindCell = (cell: PickedCell): boolean => {
  const { column, answer, row } = cell;
  if (!canAsk(cell) || typeof row[column.key] !== 'number' || column.measure === undefined) return false;
  if (column.role === 'previous')
    return answer.compared !== null && answer.columns.every(({ role }) => role !== 'date') && answer.pivot.length === 0;
  return column.role !== 'change';
};

/** The rows behind a number, by dimension or by day. They add up to it. */
const rowsBehindCell = (cell: PickedCell, by: DimensionKey | 'day'): ReportQuestion => {
  const { column, question } = cell;
  const measure = column.measure ?? '';
  const isOwn = question.formulas.some(({ key }) => key === measure);
  const { measures, ...rows } = brokenDown(cell, by);
  return settled({
    ...rows,
    ...(by === 'day' && { dimensions: [], granularity: 'day' }),
    measures: isOwn ? measures : [measure, ...measures.filter((name) => name !== measure)],
    // A comparison value covers the days loaded on both sides, so it needs the comparison.
    compare: column.role === 'previous' ? question.compare : null,
    order:
      by === 'day' ? [] : [{ member: column.role === 'previous' ? previousKey(measure) : measure, direction: 'desc' }],
  });
};

/** Preferred breakdowns; those already in the query are skipped. */
const FIRST_BY: readonly (DimensionKey | 'day')[] = [
  'campaign',
  'publisherSource',
  'day',
  'channel',
  'mediaPartner',
  'state',
];

/** Queries for the rows behind a cell, best first: not each fits every measure and user. */
export const questionsBehindCell = (cell: PickedCell): ReportQuestion[] => {
  const { dimensions, pivot, granularity } = cell.question;
  const isUsed = (by: DimensionKey | 'day'): boolean =>
    by === 'day' ? granularity === 'day' : dimensions.includes(by) || pivot === by;
  return FIRST_BY.filter((by) => !isUsed(by)).map((by) => rowsBehindCell(cell, by));
};
