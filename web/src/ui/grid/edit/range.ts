/** A cell by its place on the screen: row -1 is the header, the row after the last is the totals. */
export interface Place {
  row: number;
  column: number;
}
/** A selection: its start, and the end that moves. */
export interface Range {
  anchor: Place;
  head: Place;
}
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export const atPlace = (place: Place): Range => ({ anchor: place, head: place });

export const blockOf = ({ anchor, head }: Range): Block => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
});

export const cellCount = ({ top, bottom, left, right }: Block): number => (bottom - top + 1) * (right - left + 1);

export const samePlace = (a: Place, b: Place): boolean => a.row === b.row && a.column === b.column;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Limits of movement; header and totals are allowed only for a single cell. */
export interface Bounds {
  rows: number;
  columns: number;
  hasTotals: boolean;
}

export const clampPlace = ({ row, column }: Place, { rows, columns, hasTotals }: Bounds): Place => ({
  row: clamp(row, -1, hasTotals ? rows : rows - 1),
  column: clamp(column, 0, Math.max(0, columns - 1)),
});

/** A range of more than one cell is limited to the rows. */
export const extendTo = ({ anchor }: Range, place: Place, { rows, columns }: Bounds): Range =>
  anchor.row < 0 || anchor.row >= rows
    ? { anchor, head: anchor }
    : { anchor, head: { row: clamp(place.row, 0, rows - 1), column: clamp(place.column, 0, columns - 1) } };

/** Rows may have been removed since the range was made. */
export const clampRange = ({ anchor, head }: Range, bounds: Bounds): Range => ({
  anchor: clampPlace(anchor, bounds),
  head: clampPlace(head, bounds),
});
