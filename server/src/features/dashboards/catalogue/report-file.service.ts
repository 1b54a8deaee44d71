import {
  labelsOf,
  FIRST_ATTRIBUTES,
  isTooEarly,
  NOT_ATTRIBUTED,
  ownersFileName,
  pivotOf,
  PLAIN_VARIANT,
  type ReportFileBody,
  type ReportName,
  reportOf,
  TOO_EARLY,
  type WidgetAnswer,
  type WidgetBody,
  widgetColumns,
  type WidgetColumn,
  type WidgetRow,
  withAttributed,
} from '@paceline/contract';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import {
  type OutgoingColumn,
  type OutgoingRow,
  type OutgoingSheet,
  type OutgoingValue,
} from '../../../lib/sheet/outgoing.ts';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { aboutFile, widgetFilters } from '../../../shared/about-file.queries.ts';
import { type Viewer } from '../../../shared/answers/answers.ts';
import { findOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { type DashboardDeps, getWidget } from '../dashboards.service.ts';

const outgoing = ({ key, label, format }: WidgetColumn): OutgoingColumn => ({
  key,
  label,
  kind: format === null ? 'text' : format.kind,
  ...(format?.decimals !== undefined && { decimals: format.decimals }),
});

/** A number as the table shows it: blank where it is too early. */
const figureOf = (
  answer: WidgetAnswer,
  column: WidgetColumn,
  value: OutgoingValue,
  row: WidgetRow | null = null,
): OutgoingValue => (typeof value === 'number' && isTooEarly(answer, column, row) ? TOO_EARLY : value);

/** The table's words where a row has no number. */
const fileRow = (answer: WidgetAnswer, row: WidgetRow, columns: readonly WidgetColumn[]): OutgoingRow =>
  Object.fromEntries(
    columns.map((column) => {
      const { key, format, none } = column;
      return [key, figureOf(answer, column, row[key], row) ?? (format === null ? none : null)];
    }),
  );

const totalRow = (answer: WidgetAnswer, columns: readonly WidgetColumn[]): OutgoingRow =>
  Object.fromEntries(columns.map((column) => [column.key, figureOf(answer, column, answer.totals[column.key])]));

/** Spend without leads comes last, as on the screen. */
const inOrder = (rows: readonly WidgetRow[]): WidgetRow[] =>
  rows.toSorted(
    (a, b) => Number(Object.values(a).includes(NOT_ATTRIBUTED)) - Number(Object.values(b).includes(NOT_ATTRIBUTED)),
  );

type Table = Pick<OutgoingSheet, 'columns' | 'rows' | 'totals'>;

const tableOf = (answer: WidgetAnswer, columns: readonly WidgetColumn[]): Table => {
  const { data, totals } = answer;
  return {
    columns: columns.map(outgoing),
    rows: inOrder(data).map((row) => fileRow(answer, row, columns)),
    ...(Object.keys(totals).length > 0 && { totals: totalRow(answer, columns) }),
  };
};

/** The parts of a crosstab of two attributes: the pairs, and each attribute by itself for the edges. */
interface Crossed {
  pairs: WidgetAnswer;
  byRow: WidgetAnswer;
  byColumn: WidgetAnswer;
}

const ALL = 'All';

/** Two attributes as on the screen: one in rows, the other in columns for each of the requested numbers. */
const crosstabOf = ({ pairs, byRow, byColumn }: Crossed, wanted: readonly WidgetColumn[]): Table => {
  const [down] = wanted.filter(({ format }) => format === null);
  const numbers = wanted.filter(({ format }) => format !== null);
  const pivots = numbers.map((column) => ({
    column,
    pivot: pivotOf(pairs, byRow, byColumn, column.key, Number.POSITIVE_INFINITY),
  }));
  const name = 'attribute';
  const columns: OutgoingColumn[] = [{ key: name, label: down?.label ?? 'Attribute', kind: 'text' }];
  const rows = new Map<string, Record<string, OutgoingValue>>();
  const totals: Record<string, OutgoingValue> = {};
  for (const { column, pivot } of pivots) {
    const across = [...pivot.columns, ALL];
    const keyAt = (index: number): string => `${column.key} ${index}`;
    for (const [index, value] of across.entries())
      columns.push({ ...outgoing(column), key: keyAt(index), label: `${column.label}: ${value}` });
    for (const { name: of, cells, all } of pivot.rows) {
      const row = rows.get(of) ?? { [name]: of };
      for (const [index, value] of [...cells, all].entries()) row[keyAt(index)] = figureOf(pairs, column, value);
      rows.set(of, row);
    }
    for (const [index, value] of [...pivot.all, pivot.total].entries())
      totals[keyAt(index)] = figureOf(pairs, column, value);
  }
  return { columns, rows: [...rows.values()], totals };
};

const loadCrossed = async (
  ask: (widget: 'attributePivot' | 'attributeTable', body: WidgetBody) => Promise<WidgetAnswer>,
  body: WidgetBody,
): Promise<Crossed> => {
  const { compare: _compare, ...plain } = body;
  const [first = FIRST_ATTRIBUTES[0], second = FIRST_ATTRIBUTES[1]] = body.attributes ?? [];
  return {
    pairs: await ask('attributePivot', plain),
    byRow: await ask('attributeTable', { ...plain, attributes: [first] }),
    byColumn: await ask('attributeTable', { ...plain, attributes: [second] }),
  };
};

/** A table of a report as a file. The group limits the possible columns, whatever is requested. */
export const getReportFile = async (
  deps: DashboardDeps,
  viewer: Viewer,
  name: ReportName,
  { widget, columns: wanted, format, ...body }: ReportFileBody,
  options: WorkOptions,
): Promise<Download> => {
  const owner = await deps.db.readScope(viewer.scope, (tx) => findOwnerVariant(tx, body.ownerKey));
  const variant = owner?.variant ?? PLAIN_VARIANT;
  const report = reportOf(name, viewer.group, variant);
  if (report === null || report.file === null || !report.parts.some((part) => part.widget === widget))
    throw new AppError('NOT_FOUND');
  const crossed =
    widget === 'attributePivot'
      ? await loadCrossed((part, partBody) => getWidget(deps, viewer, part, partBody, options), body)
      : null;
  const answer = crossed?.pairs ?? (await getWidget(deps, viewer, widget, body, options));
  const fileColumns = withAttributed(
    widgetColumns(widget, labelsOf(variant), viewer.group, answer),
    answer.attributedToLeads,
  );
  const columns = wanted.map((key, index) => {
    const column = fileColumns.find((one) => one.key === key);
    if (column !== undefined) return column;
    throw new AppError('ILLEGAL_ARGUMENTS', {
      errors: [{ field: `columns.${index}`, code: 'unknown', message: `There is no column ${key}.` }],
    });
  });
  const about = await deps.db.readScope(viewer.scope, async (tx) =>
    aboutFile(tx, {
      scope: viewer.scope,
      ownerKey: body.ownerKey,
      filters: await widgetFilters(tx, body),
      now: deps.clock.now(),
    }),
  );
  const sheet: OutgoingSheet = {
    sheetName: report.title.slice(0, 31),
    ...(crossed === null ? tableOf(answer, columns) : crosstabOf(crossed, columns)),
    note: [
      `${report.title}: ${report.question}`,
      ...about,
      `Days: ${answer.range.from} to ${answer.range.to}, as of ${answer.asOf}`,
      ...answer.notes,
    ],
  };
  return {
    fileName: ownersFileName(owner?.name, `${report.file}.${format}`),
    ...(format === 'csv' ? writeCsv(sheet) : writeSheet(sheet)),
  };
};
