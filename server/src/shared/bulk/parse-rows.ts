import { setImmediate as breathe } from 'node:timers/promises';
import { AppError } from '../../lib/app-error.ts';
import { type Sheet, type SheetCell } from '../../lib/sheet/sheet.ts';
import { type BulkColumn, type BulkValue, parseCell } from './cell-values.rules.ts';
import { type AnyBulk, type ParsedRow, type RowRemark } from './define-bulk.ts';
import { matchColumns } from './match-columns.rules.ts';

export interface ParsedFile {
  rows: ParsedRow[];
  warnings: string[];
}

/** After this many rows, yield to other work of the process. */
const AT_A_TIME = 500;

const parseRow = (
  columns: readonly (BulkColumn | null)[],
  row: number,
  sheetCells: readonly SheetCell[],
): ParsedRow => {
  const cells: Record<string, BulkValue> = {};
  const problems: RowRemark[] = [];
  for (const [index, column] of columns.entries()) {
    if (column === null) continue;
    const parsed = parseCell(column, sheetCells[index] ?? null);
    if (parsed === null) continue;
    if ('value' in parsed) cells[column.key] = parsed.value;
    // An error in an informational column is ignored.
    else if (!column.context) problems.push({ column: column.key, message: `${column.label} ${parsed.problem}` });
  }
  return { row, cells, problems };
};

/** The totals line of our own exports, which is no record. */
const isTotals = ({ keyColumns }: AnyBulk, columns: readonly (BulkColumn | null)[], cells: readonly SheetCell[]) =>
  columns.every((column, index) => column === null || !keyColumns.includes(column.key) || cells[index] == null) &&
  cells.some((cell) => typeof cell === 'string' && cell.trim().toLowerCase() === 'total');

export const parseRows = async (definition: AnyBulk, sheet: Sheet): Promise<ParsedFile> => {
  const { columns, warnings, problems } = matchColumns(definition.columns, sheet.headers);
  if (problems.length > 0) {
    throw new AppError('IMPORT_ERRORS', {
      message: problems[0]!.message,
      errors: problems.map(({ column, message }) => ({ field: column, code: 'column', message })),
    });
  }
  const parsed: ParsedFile = { rows: [], warnings: [...sheet.warnings, ...warnings] };
  for (const [index, { row, cells }] of sheet.rows.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await breathe();
    if (isTotals(definition, columns, cells)) parsed.warnings.push(`Row ${row} holds totals and was ignored.`);
    else parsed.rows.push(parseRow(columns, row, cells));
  }
  if (parsed.rows.length === 0) throw new AppError('IMPORT_ERRORS', { message: 'The file has no rows.' });
  return parsed;
};
