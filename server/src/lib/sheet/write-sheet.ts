import { Readable } from 'node:stream';
import { type OutgoingColumn, type OutgoingRow, type OutgoingSheet, type OutgoingValue, totalsOf } from './outgoing.ts';
import { workbookParts } from './xlsx-parts.ts';
import { zipOf } from './zip-writer.ts';

export interface WrittenFile {
  content: Readable;
  contentType: string;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook as its rows come: memory does not grow with them, and the same data gives the same bytes. */
export const writeSheet = (sheet: OutgoingSheet): WrittenFile => writeWorkbook([sheet]);

/** Several sheets in one workbook, in their order. */
export const writeWorkbook = (sheets: readonly OutgoingSheet[]): WrittenFile => ({
  content: Readable.from(zipOf(workbookParts(sheets)), { objectMode: false }),
  contentType: XLSX_TYPE,
});

const CHUNK_CHARACTERS = 65_536;
/** Spreadsheet programs run a cell of a .csv that starts like this; with a quote in front they show it. */
const RUNS = /^'*[=+\-@\t\r]/;

const csvText = ({ kind }: OutgoingColumn, value: OutgoingValue): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return kind === 'date' ? value.toISOString().slice(0, 10) : value.toISOString();
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const isNumber = kind !== 'text' && kind !== 'flag' && /^-?\d+(\.\d+)?$/.test(value);
  return RUNS.test(value) && !isNumber ? `'${value}` : value;
};

const csvCell = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csvLines = async function* (sheet: OutgoingSheet): AsyncGenerator<string> {
  const { columns } = sheet;
  const line = (texts: readonly string[]): string => `${texts.map(csvCell).join(',')}\r\n`;
  const rowLine = (row: OutgoingRow): string => line(columns.map((column) => csvText(column, row[column.key])));
  const heading: OutgoingColumn = { key: '', label: '', kind: 'text' };
  // The mark in front tells spreadsheet programs that this is UTF-8.
  let chunk = `\uFEFF${line(columns.map(({ label }) => csvText(heading, label)))}`;
  for await (const row of sheet.rows) {
    chunk += rowLine(row);
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  const totals = totalsOf(sheet);
  yield totals === null ? chunk : chunk + rowLine(totals);
};

export const writeCsv = (sheet: OutgoingSheet): WrittenFile => ({
  content: Readable.from(csvLines(sheet), { objectMode: false }),
  contentType: 'text/csv; charset=utf-8',
});
