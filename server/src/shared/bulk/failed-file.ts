import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type OutgoingColumn, type OutgoingRow } from '../../lib/sheet/outgoing.ts';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { type Sheet } from '../../lib/sheet/sheet.ts';
import { type WrittenFile, writeSheet } from '../../lib/sheet/write-sheet.ts';
import { type ImportHead, listStoredRows } from './bulk.queries.ts';
import { ERROR_HEADER } from './match-columns.rules.ts';

interface FailedRows {
  /** Row of the file → error message. */
  messages: ReadonlyMap<number, string>;
  fileName: string;
  file: Buffer;
}

export const readFailedRows = async (
  tx: Tx,
  head: ImportHead,
  { fileName, file }: { fileName: string; file: Buffer },
): Promise<FailedRows> => {
  const rows = await listStoredRows(tx, head, { states: ['error'] });
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const messages = rows.map(
    ({ row, errors }) => [row, errors.map(({ message }) => message).join(' ')] as [number, string],
  );
  return { messages: new Map(messages), fileName, file };
};

const failedRowsOf = function* ({ rows, headers }: Sheet, messages: FailedRows['messages']): Generator<OutgoingRow> {
  for (const { row, cells } of rows) {
    const message = messages.get(row);
    if (message === undefined) continue;
    const values = Object.fromEntries(headers.map((_, index) => [`c${index}`, cells[index]]));
    yield { ...values, error: `Row ${row}: ${message}` };
  }
};

/** A file with the failed rows, their cells unchanged, and the reasons: to be corrected and uploaded again. */
export const writeFailedFile = async ({ messages, fileName, file }: FailedRows): Promise<WrittenFile> => {
  const sheet = await readSheet(file, fileName);
  const columns: OutgoingColumn[] = sheet.headers
    .map((label, index) => ({ key: `c${index}`, label, kind: 'raw' as const }))
    .filter(({ label }) => label !== ERROR_HEADER);
  columns.push({ key: 'error', label: ERROR_HEADER, kind: 'text', width: 80 });
  return writeSheet({ sheetName: 'Failed rows', columns, rows: failedRowsOf(sheet, messages) });
};
