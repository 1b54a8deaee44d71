import { roundHalfUp } from '@paceline/contract';

/** How a value is written and shown. A percent carries its own unit: 110.5 means 110.5 %. */
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
  /** Whatever it is, as it is: for cells that go back to whoever sent them. */
  | 'raw';

export interface OutgoingColumn {
  key: string;
  label: string;
  kind: OutgoingKind;
  decimals?: number;
  /** In characters. */
  width?: number;
  /** Shaded, with a note: what may be changed and sent back. */
  editable?: boolean;
  note?: string;
}

/** A value as a query gives it: amounts may be numbers or the digits of a `numeric`, days are YYYY-MM-DD. */
export type OutgoingValue = string | number | boolean | Date | null | undefined;
export type OutgoingRow = Readonly<Record<string, OutgoingValue>>;

export interface OutgoingSheet {
  sheetName: string;
  columns: readonly OutgoingColumn[];
  rows: Iterable<OutgoingRow> | AsyncIterable<OutgoingRow>;
  /** Asked once all rows have gone by. Its first text column says Total unless the row has a text there. */
  totals?: OutgoingRow | (() => OutgoingRow);
  /** Lines about the file, on a second sheet of their own. */
  note?: readonly string[];
}

const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet program, as it counts since March 1900. */
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

/** Money has cents, unless its column has more. Shares and means keep what can be computed with, and not the noise of a division. */
const MIN_DECIMALS: Partial<Record<OutgoingKind, number>> = { dollar: 2, percent: 6, number: 6 };

/** A number that was computed, with the digits that it has. What a query gives as digits is written as it is. */
export const writtenNumber = ({ kind, decimals }: Pick<OutgoingColumn, 'kind' | 'decimals'>, value: number): number => {
  const min = MIN_DECIMALS[kind];
  return min === undefined ? value : roundHalfUp(value, Math.max(min, decimals ?? 0));
};

/** What stands in the cell: a number that can be added up, a text, or nothing. */
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
      // Words in place of a number say why there is none.
      return toNumber(value) ?? (typeof value === 'string' ? value : null);
  }
};

export const totalsOf = ({ totals, columns }: OutgoingSheet): OutgoingRow | null => {
  const row = typeof totals === 'function' ? totals() : totals;
  if (row === undefined) return null;
  const first = columns.find(({ kind }) => kind === 'text');
  return first === undefined || row[first.key] != null ? row : { ...row, [first.key]: 'Total' };
};
