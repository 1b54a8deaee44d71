import { createReadStream } from 'node:fs';
import { isStorable, NOT_STORABLE } from '../files/storable-text.ts';
import { Refusal } from './refusal.ts';
import { type SheetLimits, type SheetRow } from './sheet.ts';

const QUOTE = '"';

/** Detected by the byte order mark: platforms write UTF-16 for spreadsheet programs, all others UTF-8. */
const encodingOf = (first: Buffer): 'utf-16le' | 'utf-8' =>
  first.length >= 2 && first[0] === 0xff && first[1] === 0xfe ? 'utf-16le' : 'utf-8';

const textOf = async function* (path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 65_536 })) {
      decoder ??= new TextDecoder(encodingOf(chunk as Buffer), { fatal: true });
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('FILE_TYPE', 'The .csv file is neither in UTF-8 nor in UTF-16.');
    throw error;
  }
};

/** The most frequent separator in one of the first lines: a description above the headers contains none. */
const delimiterOf = (text: string): string => {
  const lines = text.split(/\r?\n/, 40).map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const counted = ['\t', ',', ';'].map((delimiter) => ({
    delimiter,
    count: Math.max(...lines.map((line) => line.split(delimiter).length)),
  }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
};

/**
 * Streams the rows of a .csv or .tsv file of any size: only the current row is in memory. Rows are numbered, blank ones skipped. A row that
 * ends inside a quote, or is too wide or too long, is refused.
 */
export const csvLines = async function* (
  path: string,
  limits: Pick<SheetLimits, 'columns' | 'cellCharacters'>,
): AsyncGenerator<SheetRow> {
  let delimiter: string | null = null;
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let wasQuote = false;
  let row = 1;

  const endCell = (): void => {
    if (!isStorable(cell)) throw new Refusal('FILE_UNREADABLE', `A cell of row ${row} ${NOT_STORABLE}.`);
    cells.push(cell);
    cell = '';
    if (cells.length > limits.columns)
      throw new Refusal('FILE_LIMIT', `Row ${row} has more than ${limits.columns} columns.`);
  };
  const endRow = (): SheetRow | null => {
    endCell();
    const ended = { row, cells };
    cells = [];
    row += 1;
    return ended.cells.every((one) => one.trim() === '') ? null : ended;
  };

  for await (const text of textOf(path)) {
    delimiter ??= delimiterOf(text);
    for (const sign of text) {
      if (isQuoted) {
        if (wasQuote && sign === QUOTE) cell += QUOTE;
        else if (!wasQuote && sign !== QUOTE) cell += sign;
        if (wasQuote && sign !== QUOTE) isQuoted = false;
        else wasQuote = sign === QUOTE && !wasQuote;
        if (isQuoted) {
          if (cell.length > limits.cellCharacters)
            throw new Refusal('FILE_LIMIT', `Row ${row} has a cell of more than ${limits.cellCharacters} characters.`);
          continue;
        }
        wasQuote = false;
      }
      if (sign === delimiter) endCell();
      else if (sign === '\n') {
        const ended = endRow();
        if (ended !== null) yield ended;
      } else if (sign === QUOTE && cell === '') isQuoted = true;
      else if (sign !== '\r') {
        cell += sign;
        if (cell.length > limits.cellCharacters)
          throw new Refusal('FILE_LIMIT', `Row ${row} has a cell of more than ${limits.cellCharacters} characters.`);
      }
    }
  }
  if (isQuoted && !wasQuote)
    throw new Refusal('FILE_UNREADABLE', `Row ${row} has a quote that is not closed: the file is cut off.`);
  const last = endRow();
  if (last !== null) yield last;
};
