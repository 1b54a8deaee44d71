import { type ReportFileFormat } from '@paceline/contract';
import { buffer } from 'node:stream/consumers';
import { type OutgoingColumn, type OutgoingSheet } from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { hasPrevious, previousOf, type ReportTable } from './report-table.rules.ts';

/** Mail servers refuse more, and so would ours. */
export const MOST_FILE_BYTES = 8 * 1024 * 1024;

const columnsOf = (table: ReportTable): OutgoingColumn[] => {
  const compares = hasPrevious(table);
  return [
    ...table.names.map(({ key, label }): OutgoingColumn => ({ key, label, kind: 'text' })),
    ...table.measures.flatMap(({ key, label, kind, decimals }): OutgoingColumn[] => {
      const column = { key, label, kind, ...(decimals !== undefined && { decimals }) };
      return compares
        ? [column, { ...column, key: previousOf(key), label: `${label}, ${table.compared?.days}` }]
        : [column];
    }),
  ];
};

const totalsOf = ({ total, compared, measures }: ReportTable) => ({
  ...total,
  ...Object.fromEntries(measures.map(({ key }) => [previousOf(key), compared?.total?.[key] ?? null])),
});

/** All rows as a file; null where it is too large to be mailed. */
export const writeReportFile = async (
  table: ReportTable,
  kind: ReportFileFormat,
  note: readonly string[],
): Promise<{ content: Buffer; contentType: string } | null> => {
  const sheet: OutgoingSheet = {
    sheetName: 'Report',
    columns: columnsOf(table),
    rows: table.rows,
    totals: totalsOf(table),
    note,
  };
  const { content, contentType } = kind === 'csv' ? writeCsv(sheet) : writeSheet(sheet);
  const bytes = await buffer(content);
  return bytes.length > MOST_FILE_BYTES ? null : { content: bytes, contentType };
};
