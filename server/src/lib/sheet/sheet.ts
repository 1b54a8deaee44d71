export type SheetCell = string | number | boolean | Date | null;

export interface SheetRow {
  /** As a spreadsheet program numbers it: the header is usually row 1. */
  row: number;
  /** One for each header, in the order of the headers. */
  cells: SheetCell[];
}

/** The first sheet of a file, without its blank rows. */
export interface Sheet {
  headers: string[];
  rows: SheetRow[];
  warnings: string[];
}

/** What an archive may unpack to, and into how many parts. */
export interface ArchiveLimits {
  unpackedBytes: number;
  parts: number;
}

export interface SheetLimits extends ArchiveLimits {
  rows: number;
  columns: number;
  cellCharacters: number;
}

/** 1 → A, 27 → AA: the name of a column where a person looks for it. */
export const columnLetters = (column: number): string => {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCodePoint(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
};
