import { isStorable, NOT_STORABLE } from '../files/storable-text.ts';
import { Refusal } from './refusal.ts';
import { columnLetters, type SheetCell, type SheetLimits, type SheetRow } from './sheet.ts';

export interface Collected {
  headers: string[];
  warnings: string[];
}

/** Rows per batch to the main thread, which can serve requests between two batches. */
const BATCH = 500;

const isBlank = (cell: SheetCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const usedWidth = (cells: readonly SheetCell[]): number => cells.findLastIndex((cell) => !isBlank(cell)) + 1;

const limit = (message: string): Refusal => new Refusal('FILE_LIMIT', message);

/** Takes the column names from the first row that is not blank and passes the rows below on in batches, within the limits. */
export const collectRows = async (
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>,
  limits: SheetLimits,
  onBatch: (rows: SheetRow[]) => void,
  /** Treat the first row like the others: the caller looks for the headers. */
  headless = false,
): Promise<Collected> => {
  let headers: string[] | null = headless ? [] : null;
  let count = 0;
  let beyond = 0;
  let batch: SheetRow[] = [];
  for await (const { row, cells } of rows) {
    const width = usedWidth(cells);
    if (width === 0) continue;
    if (width > limits.columns) throw limit(`Row ${row} has more than ${limits.columns} columns.`);
    const long = cells.findIndex((cell) => typeof cell === 'string' && cell.length > limits.cellCharacters);
    if (long !== -1) {
      throw limit(`Cell ${columnLetters(long + 1)}${row} has more than ${limits.cellCharacters} characters.`);
    }
    const unfit = cells.findIndex((cell) => typeof cell === 'string' && !isStorable(cell));
    if (unfit !== -1) {
      throw new Refusal('FILE_UNREADABLE', `Cell ${columnLetters(unfit + 1)}${row} ${NOT_STORABLE}.`);
    }
    if (headers === null) {
      headers = cells.slice(0, width).map((cell) => (isBlank(cell) ? '' : String(cell).trim()));
      continue;
    }
    count += 1;
    if (count > limits.rows) throw limit(`The file has more than ${limits.rows} rows.`);
    if (!headless && width > headers.length) beyond += 1;
    const length = headless ? width : headers.length;
    batch.push({ row, cells: Array.from({ length }, (_, index) => (isBlank(cells[index]) ? null : cells[index]!)) });
    if (batch.length < BATCH) continue;
    onBatch(batch);
    batch = [];
  }
  if (batch.length > 0) onBatch(batch);
  if (headers === null) throw new Refusal('FILE_UNREADABLE', 'The file has no header row.');
  const warnings = beyond === 0 ? [] : [`${beyond} rows have cells beside the last header. They were ignored.`];
  return { headers, warnings };
};
