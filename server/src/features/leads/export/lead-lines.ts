// Loaded by the thread that writes lines: import nothing of the contract.
import { openCopiedRows, type CopiedRow } from '../../../lib/files/copied-rows.ts';
import { csvCell } from '../../../lib/sheet/csv-cells.ts';
import { type FileColumn, type FilePerson, type FilePlan, readPerson, readTime, readValue } from './lead-values.ts';

interface LeadLines {
  bytes: Buffer;
  rows: number;
}

const [COMMA, SPACE, RETURN, NEWLINE] = [0x2c, 0x20, 0x0d, 0x0a];
const bytesOf = (characters: string): Set<number> => new Set(Buffer.from(characters));

/** Bytes that need no escaping in a .csv, wherever they stand. All others are left to `csvCell`. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte <= 0x7e && !bytesOf('",;').has(byte) ? 1 : 0,
);
const PLAIN_FIRST = PLAIN.map((isPlain, byte) => (bytesOf(" '=+-@").has(byte) ? 0 : isPlain));

/** Most different values that are cached. */
const MAX_KEPT = 10_000;
const MAX_TIME_BYTES = 32;

/**
 * The lines of a .csv directly from Postgres's binary rows: the same as those of `writeCsv`, but without an object per row; a name, a
 * code's label or an amount is formatted once and copied from then on.
 */
export const openLeadLines = (plan: FilePlan, secret: Buffer): ((piece: Buffer) => LeadLines) => {
  const readRows = openCopiedRows(plan.fields);
  const cells = plan.columns.map(() => new Map<string | number, Buffer>());
  let out = Buffer.allocUnsafeSlow(256 * 1024);
  let at = 0;

  const ensure = (more: number): void => {
    if (at + more <= out.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(out.length * 2, at + more));
    out.copy(larger, 0, 0, at);
    out = larger;
  };
  const putText = (text: string): void => {
    if (text === '') return;
    ensure(text.length * 3);
    at += out.write(text, at);
  };
  const putCell = (cell: Buffer): void => {
    ensure(cell.length);
    for (let index = 0; index < cell.length; index += 1) out[at + index] = cell[index]!;
    at += cell.length;
  };

  /** False, and nothing written, where the text has a byte that is not plain. */
  const putPlain = (bytes: Buffer, start: number, length: number): boolean => {
    if (PLAIN_FIRST[bytes[start]!] === 0 || bytes[start + length - 1] === SPACE) return false;
    ensure(length);
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[start + index]!;
      if (PLAIN[byte] === 0) return false;
      out[at + index] = byte;
    }
    at += length;
    return true;
  };

  /** For columns with few values: the formatted cell is cached by the raw value. */
  const putKept = (place: number, value: string | number, column: FileColumn, row: CopiedRow): void => {
    const cache = cells[place]!;
    let cell = cache.get(value);
    if (cell === undefined) {
      if (cache.size >= MAX_KEPT) cache.clear();
      cell = Buffer.from(csvCell(column, readValue(column, row)));
      cache.set(value, cell);
    }
    putCell(cell);
  };

  const putColumn = (place: number, row: CopiedRow, person: FilePerson): void => {
    const column = plan.columns[place]!;
    const { source, field } = column;
    if (source.as === 'person') return putText(csvCell(column, person[source.part]));
    const { bytes } = row;
    const [start, length] = [row.starts[field]!, row.lengths[field]!];
    if (length <= 0) return;
    switch (source.as) {
      case 'text':
        if (!putPlain(bytes, start, length)) putText(csvCell(column, readValue(column, row)));
        return;
      case 'time':
        ensure(MAX_TIME_BYTES);
        at += out.write(readTime(bytes, start), at, 'latin1');
        return;
      case 'words':
        return putKept(place, bytes.toString('latin1', start, start + length), column, row);
      case 'name':
        return putKept(place, bytes.readInt32BE(start), column, row);
      case 'number':
        return putKept(place, bytes.readDoubleBE(start), column, row);
    }
  };

  return (piece) => {
    let rows = 0;
    at = 0;
    readRows(piece, (row) => {
      rows += 1;
      const person = readPerson(plan, secret, row);
      for (let place = 0; place < plan.columns.length; place += 1) {
        ensure(3);
        if (place > 0) out[at++] = COMMA!;
        putColumn(place, row, person);
      }
      ensure(2);
      out[at++] = RETURN!;
      out[at++] = NEWLINE!;
    });
    const bytes = Buffer.allocUnsafeSlow(at);
    out.copy(bytes, 0, 0, at);
    return { bytes, rows };
  };
};
