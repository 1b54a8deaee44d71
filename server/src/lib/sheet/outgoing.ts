import { roundHalfUp } from '@paceline/contract';

/** Format of a value in files. A percent carries its own unit: 110.5 means 110.5 %. */
export type OutgoingKind =
  | 'text'
  | 'key'
  | 'count'
  | 'number'
  | 'dollar'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'flag'
  /** Unchanged: for cells returned to their sender. */
  | 'raw';

export interface OutgoingColumn {
  key: string;
  label: string;
  kind: OutgoingKind;
  decimals?: number;
  /** In characters. */
  width?: number;
  /** Shaded, with a note: the column may be edited and uploaded again. */
  editable?: boolean;
  note?: string;
  /** Words behind the numbers of the rows that have `by`; the cell stays a number. Workbooks only. */
  mark?: { by: string; words: string };
}

/** A value from a query: amounts may be numbers or the digits of a `numeric`, days are YYYY-MM-DD. */
export type OutgoingValue = string | number | boolean | Date | null | undefined;
export type OutgoingRow = Readonly<Record<string, OutgoingValue>>;

export interface OutgoingSheet {
  sheetName: string;
  columns: readonly OutgoingColumn[];
  rows: Iterable<OutgoingRow> | AsyncIterable<OutgoingRow>;
  /** Called after all rows were read. Its first text column says Total unless the row has a text there. */
  totals?: OutgoingRow | (() => OutgoingRow);
  /** Lines about the file, on a second sheet. */
  note?: readonly string[];
}

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheet programs, valid for dates since March 1900. */
const EPOCH = Date.UTC(1899, 11, 30);
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?/;

const toSerial = (value: string | Date): number | null => {
  if (value instanceof Date) return (value.getTime() - EPOCH) / DAY_MS;
  const [, day, time = '00:00'] = MOMENT.exec(value) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? null : (at - EPOCH) / DAY_MS;
};

const toNumber = (value: OutgoingValue): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** Minimum decimals: cents for money, and for shares and means enough to calculate with, but without division noise. */
const MIN_DECIMALS: Partial<Record<OutgoingKind, number>> = { dollar: 2, percent: 6, number: 6 };

/** Rounds a computed number to its digits. Digits from a query are written unchanged. */
export const writtenNumber = ({ kind, decimals }: Pick<OutgoingColumn, 'kind' | 'decimals'>, value: number): number => {
  const min = MIN_DECIMALS[kind];
  return min === undefined ? value : roundHalfUp(value, Math.max(min, decimals ?? 0));
};

/** Value of a cell: a number that can be summed, a text, or nothing. */
export const cellOf = (column: OutgoingColumn, value: OutgoingValue): string | number | null => {
  if (value === null || value === undefined || value === '') return null;
  switch (column.kind) {
    case 'text':
      return value instanceof Date ? value.toISOString() : String(value);
    case 'raw':
      if (value instanceof Date) return value.toISOString().replace('T00:00:00.000Z', '');
      return typeof value === 'number'
        ? toNumber(value)
        : String(value).replace(/^(true|false)$/, (word) => word.toUpperCase());
    case 'flag':
      return typeof value === 'boolean' ? (value ? 'Y' : 'N') : String(value);
    case 'date':
    case 'dateTime':
      return typeof value === 'string' || value instanceof Date ? (toSerial(value) ?? String(value)) : null;
    default:
      if (typeof value === 'number' && Number.isFinite(value)) return writtenNumber(column, value);
      // A text in a number's place explains why there is no number.
      return toNumber(value) ?? (typeof value === 'string' ? value : null);
  }
};

export const totalsOf = ({ totals, columns }: OutgoingSheet): OutgoingRow | null => {
  const row = typeof totals === 'function' ? totals() : totals;
  if (row === undefined) return null;
  const first = columns.find(({ kind }) => kind === 'text');
  return first === undefined || row[first.key] != null ? row : { ...row, [first.key]: 'Total' };
};
