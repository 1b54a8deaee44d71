import { Refusal } from './refusal.ts';
import { type Collected, collectRows } from './collect-rows.ts';
import { type SheetLimits, type SheetRow } from './sheet.ts';
import { unpackWorkbook } from './unpack.ts';

export type SheetKind = 'xlsx' | 'csv';

/** Maximum rows of a sheet in spreadsheet programs. */
const MAX_ROWS = 1_048_576;
/** Text marked by our own files, so that a spreadsheet program does not run it; the mark is removed here. */
const MARKED = /^'+[=+\-@\t\r]/;

/** For formula cells, the value last computed by the spreadsheet program is used; nothing is evaluated. */
const xlsxRows = async function* (
  { streamXlsxRows }: typeof import('hucre/xlsx'),
  archive: Buffer,
): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const { index, values } of streamXlsxRows(archive)) {
    count += 1;
    const isPossible = Number.isInteger(index) && index >= 0 && index < MAX_ROWS && count <= MAX_ROWS;
    if (!isPossible) throw new Refusal('FILE_UNREADABLE');
    yield { row: index + 1, cells: values };
  }
};

const decode = (file: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new Refusal('FILE_TYPE', 'The .csv file is not in UTF-8. Save it as “CSV UTF-8”.');
  }
};

/** Detects the delimiter in the header line. */
const delimiterOf = (text: string): string => {
  const header = text
    .trimStart()
    .split(/\r?\n/, 1)[0]!
    .replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
};

const unmarked = (text: string): string => (MARKED.test(text) ? text.slice(1) : text);

const csvRows = (papa: typeof import('papaparse'), file: Buffer, limits: SheetLimits): SheetRow[] => {
  const rows: SheetRow[] = [];
  let row = 0;
  const text = decode(file);
  papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data, errors }, parser) => {
      row += 1;
      if (errors.some(({ type }) => type === 'Quotes')) {
        throw new Refusal('FILE_UNREADABLE', `Row ${row} has a quote that is not closed.`);
      }
      if (data.every((cell) => cell.trim() === '')) return;
      rows.push({ row, cells: data.map(unmarked) });
      // The header, the allowed rows, and one more that shows that there are too many.
      if (rows.length > limits.rows + 1) parser.abort();
    },
  });
  return rows;
};

type ParseSheet = (
  file: Buffer,
  limits: SheetLimits,
  onBatch: (rows: SheetRow[]) => void,
  headless: boolean,
) => Promise<Collected>;

/** Loads the parser of a file kind. Separate from its use: a missing parser is our fault, not the file's. */
export const loadParser = async (kind: SheetKind): Promise<ParseSheet> => {
  if (kind === 'csv') {
    const { default: papa } = await import('papaparse');
    return async (file, limits, onBatch, headless) =>
      collectRows(csvRows(papa, file, limits), limits, onBatch, headless);
  }
  const hucre = await import('hucre/xlsx');
  return async (file, limits, onBatch, headless) => {
    const { archive, linked } = unpackWorkbook(file, limits);
    const collected = await collectRows(xlsxRows(hucre, archive), limits, onBatch, headless);
    if (linked) collected.warnings.push('Links to other workbooks were left out; the values in the cells are used.');
    return collected;
  };
};
