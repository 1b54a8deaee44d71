import { Readable } from 'node:stream';
import { csvCell, csvHeading, CSV_TYPE } from './csv-cells.ts';
import { type OutgoingRow, type OutgoingSheet, totalsOf } from './outgoing.ts';
import { workbookParts } from './xlsx-parts.ts';
import { zipOf } from './zip-writer.ts';

export interface WrittenFile {
  content: Readable;
  contentType: string;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Streams rows into a workbook: memory does not grow with them, and the same data gives the same bytes. */
export const writeSheet = (sheet: OutgoingSheet): WrittenFile => writeWorkbook([sheet]);

/** Writes several sheets into one workbook, in their order. */
export const writeWorkbook = (sheets: readonly OutgoingSheet[]): WrittenFile => ({
  content: Readable.from(zipOf(workbookParts(sheets)), { objectMode: false }),
  contentType: XLSX_TYPE,
});

const CHUNK_CHARACTERS = 65_536;

const csvLines = async function* (sheet: OutgoingSheet): AsyncGenerator<string> {
  const { columns } = sheet;
  const rowLine = (row: OutgoingRow): string =>
    `${columns.map((column) => csvCell(column, row[column.key])).join(',')}\r\n`;
  let chunk = csvHeading(columns);
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
  contentType: CSV_TYPE,
});
