import { InvalidEntry, isEmptyValue } from '../edit/cell-value.ts';
import { decimalsOf, isNumeric } from '../edit/kinds.ts';
import { numberIn } from '../edit/parse-text.ts';
import type { GridColumn, GridFilter } from '../types.ts';

/** Whether a cell with this value and displayed text passes the filter. */
export type CellTest = (value: unknown, text: string) => boolean;

const OPERATORS: Record<string, (value: number, bound: number) => boolean> = {
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '=': (value, bound) => value === bound,
  '!=': (value, bound) => value !== bound,
  '<>': (value, bound) => value !== bound,
};
const COMPARISON = /^(>=|<=|<>|!=|>|<|=)\s*(.+)$/;
const SPAN = /^(.+?)\s*\.\.\s*(.+)$/;

const emptyTest = (typed: string): CellTest | null => {
  if (/^(empty|blank)$/i.test(typed)) return isEmptyValue;
  if (/^(not empty|not blank|!empty|!blank)$/i.test(typed)) return (value) => !isEmptyValue(value);
  return null;
};

/** Compares displayed precision: 12.5 finds what is shown as 12.5%. */
const numberTest = <Row>(column: GridColumn<Row>, typed: string): CellTest | null => {
  const shift = 10 ** decimalsOf(column) * (column.kind === 'percent' ? 100 : 1);
  const units = 10 ** decimalsOf(column);
  const test = (holds: (value: number) => boolean): CellTest => {
    return (value) =>
      !isEmptyValue(value) && !(value instanceof InvalidEntry) && holds(Math.round(Number(value) * shift));
  };
  const span = SPAN.exec(typed);
  if (span) {
    const [from, to] = [numberIn(span[1] ?? ''), numberIn(span[2] ?? '')];
    return from === null || to === null ? null : test((value) => value >= from * units && value <= to * units);
  }
  const comparison = COMPARISON.exec(typed);
  const bound = numberIn(comparison?.[2] ?? typed);
  const holds = OPERATORS[comparison?.[1] ?? '='];
  return bound === null || !holds ? null : test((value) => holds(value, Math.round(bound * units)));
};

const DAY_PART = /^\d{4}(-\d{2}(-\d{2})?)?$/;

/** Compares days as text; a year or month matches all of its days. */
const dayTest = (typed: string): CellTest | null => {
  const test =
    (holds: (day: string) => boolean): CellTest =>
    (value) =>
      !isEmptyValue(value) && holds(String(value));
  const span = SPAN.exec(typed);
  if (span) {
    const [from = '', to = ''] = span.slice(1);
    if (!DAY_PART.test(from) || !DAY_PART.test(to)) return null;
    return test((day) => day >= from && day.slice(0, to.length) <= to);
  }
  const [, operator = '=', bound = typed] = COMPARISON.exec(typed) ?? [];
  if (!DAY_PART.test(bound)) return null;
  const part = (day: string) => day.slice(0, bound.length);
  const order = (day: string) => (part(day) < bound ? -1 : part(day) > bound ? 1 : 0);
  const holds = OPERATORS[operator];
  return holds ? test((day) => holds(order(day), 0)) : null;
};

const textTest = (typed: string): CellTest => {
  const [, operator, rest] = /^(=|!)\s*(.+)$/.exec(typed) ?? [];
  const word = (rest ?? typed).toLowerCase();
  if (operator === '=') return (_value, text) => text.toLowerCase() === word;
  if (operator === '!') return (_value, text) => !text.toLowerCase().includes(word);
  return (_value, text) => text.toLowerCase().includes(word);
};

/** A filter's test; null for no filter; 'unreadable' while the text is not (yet) a valid filter. */
export const readFilter = <Row>(
  column: GridColumn<Row>,
  filter: GridFilter | undefined,
): CellTest | 'unreadable' | null => {
  if (filter === undefined) return null;
  if (typeof filter !== 'string') {
    if (filter.length === 0) return null;
    const chosen = new Set(filter);
    return (_value, text) => chosen.has(text);
  }
  const typed = filter.trim();
  if (typed === '') return null;
  const empty = emptyTest(typed);
  if (empty) return empty;
  if (isNumeric(column.kind)) return numberTest(column, typed) ?? 'unreadable';
  if (column.kind === 'date') return dayTest(typed) ?? 'unreadable';
  return textTest(typed);
};

export const isFiltering = (filters: Readonly<Record<string, GridFilter>>): boolean =>
  Object.values(filters).some((filter) => filter.length > 0);

const MAX_WORDS = 8;

/** Quick search: every word must occur somewhere in the row. */
export const searchWords = (search: string): string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
