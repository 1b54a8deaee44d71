import type { Edits, GridColumn, RowKey } from '../types.ts';

/** What a user entered and nobody could read. It stays in the cell with the reason, so that nothing is lost unseen. */
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

/** The edit where there is one, else what the row has. */
export const cellValue = <Row>(column: GridColumn<Row>, row: Row, rowEdits: ReadonlyMap<string, unknown> | undefined) =>
  rowEdits?.has(column.key) ? rowEdits.get(column.key) : rowValue(column, row);

export const isEditable = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  typeof column.editable === 'function' ? column.editable(row) : column.editable === true;

export const isEmptyValue = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'number' && Number.isNaN(value));

/** "14 changes": cells, not acts. */
export const countEdits = (edits: Edits): number => edits.values().reduce((sum, { size }) => sum + size, 0);

interface InvalidCell {
  rowKey: RowKey;
  columnKey: string;
  entry: InvalidEntry;
}

/** What cannot be saved as it stands. */
export const invalidEdits = (edits: Edits): InvalidCell[] =>
  [...edits].flatMap(([rowKey, cells]) =>
    [...cells].flatMap(([columnKey, entry]) => (entry instanceof InvalidEntry ? [{ rowKey, columnKey, entry }] : [])),
  );
