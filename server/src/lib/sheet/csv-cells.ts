import { type OutgoingColumn, type OutgoingValue, writtenNumber } from './outgoing.ts';

type Cell = Pick<OutgoingColumn, 'kind' | 'decimals'>;

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Spreadsheet programs run a .csv cell that starts like this; with a quote in front they show it. */
const RUNS = /^'*[=+\-@\t\r]/;
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

const csvText = (column: Cell, value: OutgoingValue): string => {
  const { kind } = column;
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return kind === 'date' ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  if (typeof value === 'number') return Number.isFinite(value) ? String(writtenNumber(column, value)) : '';
  const isNumber = kind !== 'text' && kind !== 'flag' && /^-?\d+(\.\d+)?$/.test(value);
  return RUNS.test(value) && !isNumber ? `'${value}` : value;
};

export const csvCell = (column: Cell, value: OutgoingValue): string => {
  const text = csvText(column, value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The header line. The byte order mark tells spreadsheet programs that this is UTF-8. */
export const csvHeading = (columns: readonly OutgoingColumn[]): string =>
  `\uFEFF${columns.map(({ label }) => csvCell({ kind: 'text' }, label)).join(',')}\r\n`;
