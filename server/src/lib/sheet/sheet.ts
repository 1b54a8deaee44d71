export type SheetCell = string | number | boolean | Date | null;

export interface SheetRow {
  /** Row number as in a spreadsheet program: the header is usually row 1. */
  row: number;
  /** One for each header, in the same order. */
  cells: SheetCell[];
}

/** The first sheet of a file, without blank rows. */
export interface Sheet {
  headers: string[];
  rows: SheetRow[];
  warnings: string[];
}

/** Limits for unpacking an archive. */
export interface ArchiveLimits {
  unpackedBytes: number;
  parts: number;
}

export interface SheetLimits extends ArchiveLimits {
  rows: number;
  columns: number;
  cellCharacters: number;
}

/** Column name as in spreadsheets: 1 → A, 27 → AA. */
export const columnLetters = (column: number): string => {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
};
