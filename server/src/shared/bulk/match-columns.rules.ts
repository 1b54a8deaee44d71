import { type BulkColumn } from './cell-values.rules.ts';

interface MatchedColumns {
  /** Which column of ours each column of the file is; null for those that are nobody's. */
  columns: readonly (BulkColumn | null)[];
  warnings: string[];
  /** Why the file as a whole cannot be read: what to tell, and about which column. */
  problems: { column: string; message: string }[];
}

/** Case, spaces, underscores and punctuation make no difference. */
const normalise = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The column that our own files of failed rows carry. Such a file is mended and sent again as it is. */
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
