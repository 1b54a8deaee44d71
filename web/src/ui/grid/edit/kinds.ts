import { calculate } from '@paceline/contract';
import { formatDay, NONE } from '../../../lib/text/format.ts';
import { InvalidEntry, isEmptyValue } from './cell-value.ts';
import { parseDay, parseFlag, parseNumber } from './parse-text.ts';
import type { GridColumn, GridKind, Parsed } from '../types.ts';

export const isNumeric = (kind: GridKind): boolean => kind === 'dollar' || kind === 'count' || kind === 'percent';

const DECIMALS = { dollar: 2, count: 0, percent: 1 } as const;
type NumericKind = keyof typeof DECIMALS;

export const decimalsOf = (column: Pick<GridColumn<never>, 'kind' | 'decimals'>): number =>
  column.decimals ?? DECIMALS[column.kind as NumericKind] ?? 0;

const formats = new Map<string, Intl.NumberFormat>();
const numberFormat = (kind: NumericKind, decimals: number): Intl.NumberFormat => {
  const name = `${kind} ${decimals}`;
  const cached = formats.get(name);
  if (cached) return cached;
  const formatter = new Intl.NumberFormat('en-US', {
    ...(kind === 'dollar' && { style: 'currency', currency: 'USD' }),
    ...(kind === 'percent' && { style: 'percent' }),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(name, formatter);
  return formatter;
};

/** A column without a format may hold anything; objects are shown as JSON instead of [object Object]. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : Number(value));

/** The cell's displayed text. */
export const formatCell = <Row>(column: GridColumn<Row>, value: unknown, row: Row): string => {
  if (value instanceof InvalidEntry) return value.text;
  if (column.format) return column.format(value, row);
  const { kind } = column;
  // Undefined: the figure does not apply to the row, as a partner has no start date. Null: the figure is missing.
  if (value === undefined) return '';
  if (value === null || Number.isNaN(value)) return NONE;
  if (kind === 'dollar' || kind === 'count' || kind === 'percent') {
    const number = asNumber(value);
    if (column.blankWhenZero && number === 0) return '';
    return numberFormat(kind, decimalsOf(column)).format(number);
  }
  if (kind === 'date') return formatDay(asText(value));
  if (kind === 'flag') return value === true ? 'Yes' : 'No';
  return asText(value);
};

/** Without binary rounding errors: 0.07 × 100 is 7. */
const inPercent = (fraction: number): number => Number((fraction * 100).toPrecision(15));

/** Clipboard text: figures with full precision, readable by a spreadsheet. */
export const plainCell = <Row>(column: GridColumn<Row>, value: unknown, row: Row): string => {
  if (value instanceof InvalidEntry) return value.text;
  if (isEmptyValue(value)) return '';
  if (column.kind === 'percent') return `${inPercent(asNumber(value))}%`;
  if (isNumeric(column.kind)) return String(asNumber(value));
  if (column.kind === 'flag') return value === true ? 'TRUE' : 'FALSE';
  if (column.kind === 'custom') return column.format ? column.format(value, row) : asText(value);
  return asText(value);
};

/** The editor's initial text. */
export const editText = <Row>(column: GridColumn<Row>, value: unknown, row: Row): string => {
  const plain = plainCell(column, value, row);
  return column.kind === 'percent' ? plain.replace('%', '') : plain;
};

const parseByKind = <Row>(column: GridColumn<Row>, text: string): Parsed => {
  switch (column.kind) {
    case 'dollar':
    case 'count':
    case 'percent':
      return parseNumber(column.kind, text, decimalsOf(column));
    case 'date':
      return parseDay(text);
    case 'flag':
      return parseFlag(text);
    default:
      return { value: text };
  }
};

/** Parses typed or pasted text; unreadable input is kept with its reason. */
export const readCell = <Row>(column: GridColumn<Row>, text: string, row: Row): unknown => {
  const trimmed = text.trim();
  const parsed = column.parse
    ? column.parse(trimmed, row)
    : trimmed === ''
      ? { value: null }
      : parseByKind(column, trimmed);
  return 'error' in parsed ? new InvalidEntry(trimmed, parsed.error) : parsed.value;
};

/** Parses typed input: a calculation with its explanation, or a plain value. */
export const readTyped = <Row>(
  column: GridColumn<Row>,
  text: string,
  row: Row,
  current: unknown,
): { value: unknown; hint: string | null } => {
  const base = typeof current === 'number' ? current : (column.base?.(row) ?? null);
  const done = isNumeric(column.kind)
    ? calculate(text, { current: base, decimals: decimalsOf(column), signed: column.signed ?? false })
    : null;
  if (!done) return { value: readCell(column, text, row), hint: null };
  if ('error' in done) return { value: new InvalidEntry(text.trim(), done.error), hint: done.error };
  const value = readCell(column, String(done.value), row);
  const wrong = value instanceof InvalidEntry ? `. ${value.error}` : '';
  return {
    value: value instanceof InvalidEntry ? new InvalidEntry(text.trim(), value.error) : value,
    hint: `${done.words}${wrong}`,
  };
};
