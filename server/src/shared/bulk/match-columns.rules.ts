import { type BulkColumn } from './cell-values.rules.ts';

interface MatchedColumns {
  /** The matched column for each column of the file; null for unknown ones. */
  columns: readonly (BulkColumn | null)[];
  warnings: string[];
  /** Reasons why the file as a whole cannot be read, by column. */
  problems: { column: string; message: string }[];
}

/** Ignores case, spaces, underscores and punctuation. */
const normalise = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The error column of our own files of failed rows, which may be uploaded again unchanged. */
export const ERROR_HEADER = 'Error';

export const matchColumns = (columns: readonly BulkColumn[], headers: readonly string[]): MatchedColumns => {
  const byName = new Map<string, BulkColumn>();
  for (const column of columns) {
    for (const name of [column.key, ...(column.aliases ?? []), column.label]) byName.set(normalise(name), column);
  }
  const seen = new Set<BulkColumn>();
  const warnings: string[] = [];
  const problems: MatchedColumns['problems'] = [];
  const matched = headers.map((header) => {
    const column = byName.get(normalise(header));
    if (column === undefined) {
      if (header !== '' && normalise(header) !== normalise(ERROR_HEADER)) {
        warnings.push(`The column “${header.slice(0, 60)}” is not known and was ignored.`);
      }
      return null;
    }
    if (seen.has(column))
      problems.push({ column: column.label, message: `The column ${column.label} is in the file twice.` });
    seen.add(column);
    return column;
  });
  for (const column of columns) {
    if (column.required === true && !seen.has(column)) {
      problems.push({ column: column.label, message: `The file has no column ${column.label}.` });
    }
  }
  return { columns: matched, warnings, problems };
};
