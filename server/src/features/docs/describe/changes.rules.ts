import { type InstructionChange, type InstructionSection } from '@paceline/contract';

/** One cell of the instructions as read by a user: enough to describe its later changes. */
export interface ReadCell {
  section: string;
  title: string;
  row: string;
  /** The subject of the row: its first cell. */
  about: string;
  column: string;
  text: string;
}

/** The stored form of a reading: every cell of a table except the one that names its row. */
export const readCells = (sections: readonly InstructionSection[]): ReadCell[] =>
  sections.flatMap(({ id, title, columns, rows }) =>
    rows.flatMap(({ key, cells }) =>
      cells.slice(1).map((text, index) => ({
        section: id,
        title,
        row: key,
        about: cells[0] ?? '',
        // In a table of two columns the second needs no name.
        column: columns.length === 2 ? '' : (columns[index + 1] ?? ''),
        text,
      })),
    ),
  );

const rowId = ({ section, row }: ReadCell): string => JSON.stringify([section, row]);
const cellId = (cell: ReadCell): string => JSON.stringify([cell.section, cell.row, cell.column]);

/** An added or removed row, as one change with all its cells. */
const wholeRow = (cells: readonly ReadCell[]): string => {
  const filled = cells.filter(({ text }) => text !== '');
  return filled.map(({ column, text }) => (filled.length === 1 ? text : `${column}: ${text}`)).join('; ');
};

const rowsOnlyIn = (cells: readonly ReadCell[], others: readonly ReadCell[]): ReadCell[][] => {
  const otherIds = new Set(others.map(rowId));
  const rows = new Map<string, ReadCell[]>();
  for (const cell of cells)
    if (!otherIds.has(rowId(cell))) rows.set(rowId(cell), [...(rows.get(rowId(cell)) ?? []), cell]);
  return [...rows.values()];
};

/** Differences between two readings: added rows, removed rows, changed cells. */
export const changesBetween = (before: readonly ReadCell[], now: readonly ReadCell[]): InstructionChange[] => {
  const rowsBefore = new Set(before.map(rowId));
  const texts = new Map(before.map((cell) => [cellId(cell), cell.text]));
  const changed = now.flatMap((cell): InstructionChange[] => {
    if (!rowsBefore.has(rowId(cell))) return [];
    const was = texts.get(cellId(cell)) ?? '';
    if (was === cell.text) return [];
    return [
      {
        section: cell.title,
        what: cell.column === '' ? cell.about : `${cell.about}: ${cell.column}`,
        before: was,
        after: cell.text,
      },
    ];
  });
  const changesOfSide = (rows: ReadCell[][], side: 'before' | 'after'): InstructionChange[] =>
    rows.map((row) => ({
      section: row[0]!.title,
      what: row[0]!.about,
      before: side === 'before' ? wholeRow(row) : null,
      after: side === 'after' ? wholeRow(row) : null,
    }));
  return [
    ...changesOfSide(rowsOnlyIn(now, before), 'after'),
    ...changed,
    ...changesOfSide(rowsOnlyIn(before, now), 'before'),
  ];
};
