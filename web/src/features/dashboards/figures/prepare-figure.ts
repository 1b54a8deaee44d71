import {
  dateColumn,
  dateLabel,
  DIMENSIONS,
  hasRowsBehind,
  isDimensionKey,
  isMetricKey,
  type Labels,
  type MetricKey,
  outcomeFactOf,
  ROW_KEY,
  type RowsBehindAnswer,
  type RowsBehindBody,
  type Stage,
  STAGE_METRICS,
  STAGES,
  type UserGroup,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetColumn,
  widgetColumns,
  type WidgetRow,
  WIDGETS,
} from '@paceline/contract';
import type { Slot } from '../dashboards.ts';

/** The clicked figure: a number of a row or the total, or a whole row. */
export interface Figure {
  place: Slot;
  /** The widget's question. */
  body: WidgetBody;
  columns: readonly WidgetColumn[];
  /** Null for the total. */
  row: WidgetRow | null;
  /** Null for a whole row. */
  column: WidgetColumn | null;
  value: number | null;
}

/** The mature cost shown beside recent key figures: the total of its month's pacing table. */
export const matureFigure = (
  place: Slot,
  { startDate: _from, endDate: _to, grain: _grain, compare: _compare, ...rest }: WidgetBody,
  { range, totals }: WidgetAnswer,
  labels: Labels,
  group: UserGroup,
): Figure => {
  const columns = widgetColumns('reportingPacing', labels, group);
  const value = totals['matureCpe'];
  return {
    place: { ...place, widget: 'reportingPacing', title: WIDGETS.reportingPacing.title },
    body: { ...rest, month: range.to.slice(0, 7) },
    columns,
    row: null,
    column: columns.find(({ key }) => key === 'matureCpe') ?? null,
    value: typeof value === 'number' ? value : null,
  };
};

const STAGE_NAMES: ReadonlySet<string> = new Set(STAGES);

const stageMetric = (row: WidgetRow, key: string): MetricKey | null => {
  const stage = String(row['stage']);
  const isStage = STAGE_NAMES.has(stage);
  if (key === 'rate') return isStage ? STAGE_METRICS[stage as Stage].rate : null;
  if (key === 'cost') return isStage ? STAGE_METRICS[stage as Stage].cost : 'cpl';
  const fact: string = isStage ? outcomeFactOf(stage as Stage) : 'validLeads';
  return isMetricKey(fact) ? fact : null;
};

/** The number's metric in the registry. */
export const metricOf = ({ row, column }: Pick<Figure, 'row' | 'column'>): MetricKey | null => {
  if (column === null) return null;
  return row !== null && 'stage' in row ? stageMetric(row, column.key) : (column.metric ?? null);
};

/** The row's name: its texts in column order. */
export const rowName = ({ columns, row }: Pick<Figure, 'columns' | 'row'>): string => {
  if (row === null) return 'Total';
  const names = columns
    .filter(({ format }) => format === null)
    .map(({ key, grain = 'day', none = '–' }) => {
      const value = row[key] ?? none;
      return key === 'date' ? dateLabel(String(value), grain) : String(value);
    });
  return names.length === 0 ? 'Total' : names.join(' · ');
};

/** The widget's question and the chosen row. */
export const behindBody = ({ place, body, row, column }: Figure): RowsBehindBody => ({
  ...body,
  widget: place.widget,
  rowKey: row === null ? null : ((row[ROW_KEY] ?? null) as string | null),
  compared: column?.compared ?? false,
});

/** The clicked column, in the rows behind it. Comparison columns keep their own days. */
export const ofBehind = ({ column }: Pick<Figure, 'column'>): WidgetColumn | null => {
  if (column === null) return null;
  const { measure, compared: _compared, ...own } = column;
  return measure === undefined ? own : { ...own, key: measure };
};

const nameColumn = (name: string, { range }: RowsBehindAnswer): WidgetColumn => {
  if (name !== 'date') return { key: name, label: isDimensionKey(name) ? DIMENSIONS[name].label : name, format: null };
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000;
  // The server uses months when there would be too many days to read.
  return dateColumn(days >= 45 ? 'month' : 'day');
};

/** The row dimension and the widget's numbers, the clicked one first. */
export const behindColumns = (figure: Figure, answer: RowsBehindAnswer): WidgetColumn[] => {
  const name = figure.column?.measure ?? figure.column?.key;
  const numbers = figure.columns.filter(
    (column) => hasRowsBehind(column) && column.compared !== true && (column.hidden !== true || column.key === name),
  );
  const ordered = numbers.toSorted((a, b) => Number(b.key === name) - Number(a.key === name));
  return [...answer.by.map((dimension) => nameColumn(dimension, answer)), ...ordered];
};

/** File name with owner, content and days. */
export const behindFileName = (figure: Figure, owner: string, { range }: RowsBehindAnswer): string => {
  const words = [owner, figure.place.title, rowName(figure), range.from, 'to', range.to].join(' ');
  return `${words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.csv`;
};
