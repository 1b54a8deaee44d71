import type { Edits, GridColumn, RowKey } from '../types.ts';

/** Unreadable input. It stays in the cell with the reason, so that nothing is lost silently. */
export class InvalidEntry {
  readonly text: string;
  readonly error: string;
  constructor(text: string, error: string) {
    this.text = text;
    this.error = error;
  }
}

export const rowValue = <Row>(column: GridColumn<Row>, row: Row): unknown =>
  column.value ? column.value(row) : (row as Record<string, unknown>)[column.key];

/** The edited value if there is one, else the row's. */
export const cellValue = <Row>(column: GridColumn<Row>, row: Row, rowEdits: ReadonlyMap<string, unknown> | undefined) =>
  rowEdits?.has(column.key) ? rowEdits.get(column.key) : rowValue(column, row);

export const isEditable = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  typeof column.editable === 'function' ? column.editable(row) : column.editable === true;

export const isEmptyValue = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'number' && Number.isNaN(value));

/** "14 changes": counts cells, not acts. */
export const countEdits = (edits: Edits): number => edits.values().reduce((sum, { size }) => sum + size, 0);

interface InvalidCell {
  rowKey: RowKey;
  columnKey: string;
  entry: InvalidEntry;
}

/** Edits that cannot be saved because they are invalid. */
export const invalidEdits = (edits: Edits): InvalidCell[] =>
  [...edits].flatMap(([rowKey, cells]) =>
    [...cells].flatMap(([columnKey, entry]) => (entry instanceof InvalidEntry ? [{ rowKey, columnKey, entry }] : [])),
  );
