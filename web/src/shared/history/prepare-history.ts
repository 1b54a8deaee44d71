import {
  agreedValue,
  CAMPAIGN_COLUMNS,
  type CellChange,
  type Column,
  columnFormat,
  columnLabel,
  formatMetricValue,
  type Labels,
  type UserGroup,
} from '@paceline/contract';

const COLUMNS: ReadonlyMap<string, Column> = new Map(CAMPAIGN_COLUMNS.map((column) => [column.key, column]));

const BY: Record<CellChange['via'], string> = {
  screen: 'on screen',
  file: 'by file',
  job: 'at the start of the month',
  request: 'by accepting a request',
  undo: 'by undoing a file',
  restore: 'by restoring',
};

/** The field's name in the reader's table. */
export const fieldLabel = (field: string, labels: Labels, group: UserGroup): string => {
  const column = COLUMNS.get(field);
  return column ? columnLabel(column, labels, group) : field;
};

/** A value as its cell shows it: where nothing is adjusted, what is agreed for the row. */
export const fieldText = (field: string, value: number | null, row: Readonly<Record<string, unknown>>): string => {
  const column = COLUMNS.get(field);
  const format = column && columnFormat(column);
  const agreed = value === null ? agreedValue(row, field) : null;
  const text = formatMetricValue(format ?? { kind: 'count' }, agreed ?? value);
  return agreed === null ? text : `${text} (agreed)`;
};

export interface HistoryLine {
  key: number;
  at: string;
  who: string;
  by: string;
  field: string;
  label: string;
  before: string;
  after: string;
  /** The former value, if it can be restored. */
  former: number | null;
}

export const prepareHistory = (
  changes: readonly CellChange[],
  field: string | null,
  labels: Labels,
  group: UserGroup,
  row: Readonly<Record<string, unknown>>,
): HistoryLine[] =>
  changes
    .filter((change) => field === null || change.field === field)
    .map((change) => ({
      key: change.changeKey,
      at: change.at,
      who: change.by,
      by: BY[change.via],
      field: change.field,
      label: fieldLabel(change.field, labels, group),
      before: fieldText(change.field, change.before, row),
      after: fieldText(change.field, change.after, row),
      former: change.before,
    }));

/** The fields with history, as choices. */
export const historyFields = (
  changes: readonly CellChange[],
  labels: Labels,
  group: UserGroup,
): { value: string; label: string }[] =>
  [...new Set(changes.map(({ field }) => field))].map((field) => ({
    value: field,
    label: fieldLabel(field, labels, group),
  }));
