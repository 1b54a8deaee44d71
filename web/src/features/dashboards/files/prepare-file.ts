import {
  fileValue,
  isTooEarly,
  TOO_EARLY,
  UNATTRIBUTED_LABEL,
  type WidgetAnswer,
  type WidgetColumn,
  type WidgetRow,
} from '@paceline/contract';

/** Spreadsheets run a cell starting like this as a formula; a leading quote prevents that. */
const RUNS = /^[=+\-@\t\r]/;

const cellText = (column: WidgetColumn, row: WidgetRow): string => {
  const value = row[column.key] ?? null;
  if (column.format !== null) return String(fileValue(column.format, typeof value === 'number' ? value : null));
  const text = value === null ? (column.none ?? '') : String(value);
  const safe = RUNS.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Keys of spend columns. */
const SPEND_KEYS: ReadonlySet<string> = new Set(['mtdSpent', 'spend', 'totalSpend', 'clientCost', 'totalClientCost']);

/**
 * The widget's table as shown, for a spreadsheet, with its totals and what they exclude. If rows were cut off, a line says so: the totals
 * cover all of them.
 */
export const widgetCsv = (answer: WidgetAnswer, columns: readonly WidgetColumn[]): string => {
  const { data, totals, unattributed, rowsInAll } = answer;
  const cell = (column: WidgetColumn, row: WidgetRow): string =>
    typeof row[column.key] === 'number' && isTooEarly(answer, column, row) ? TOO_EARLY : cellText(column, row);
  const more = (rowsInAll ?? data.length) - data.length;
  const line = (cells: readonly string[]): string => cells.join(',');
  const [first, ...others] = columns;
  const totalLine = [
    first?.format === null ? 'Total' : cell(first as WidgetColumn, totals),
    ...others.map((column) => (column.format === null ? '' : cell(column, totals))),
  ];
  const unattributedLine = columns.map(({ key }, place) =>
    SPEND_KEYS.has(key) ? String(unattributed?.spend) : place === 0 ? `"${UNATTRIBUTED_LABEL}"` : '',
  );
  return [
    line(columns.map(({ label }) => `"${label.replaceAll('"', '""')}"`)),
    ...data.map((row) => line(columns.map((column) => cell(column, row)))),
    ...(more > 0
      ? [line(columns.map((_, place) => (place === 0 ? `First ${data.length} of ${rowsInAll} rows` : '')))]
      : []),
    ...(Object.keys(totals).length > 0 && columns.length > 0 ? [line(totalLine)] : []),
    ...(unattributed === undefined ? [] : [line(unattributedLine)]),
  ].join('\r\n');
};
