import { type Grain } from '../core/values/days.ts';
import { type MetricFormat } from '../core/values/formats.ts';
import { fillLabel, type Labels } from '../core/access/label-sets.ts';
import { countedLabel } from '../core/metrics/formula/counting.ts';
import {
  isHiddenByDefault,
  isOfLabels,
  metricLabel,
  type MetricKey,
  METRICS,
  wireKeyOf,
} from '../core/metrics/metrics.ts';
import { CAMPAIGN_BUDGET_LABELS } from '../core/metrics/pacing/pacing-rows.ts';
import { DIMENSIONS } from '../core/metrics/report-dimensions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { attributeLabel, FIRST_ATTRIBUTES } from './attributes.ts';
import { cohortMeasures, COHORT_AGES, cohortStage } from './cohorts.ts';
import {
  LEAD_PACING_COLUMNS,
  PACING_COLUMNS,
  PACING_WIDGETS,
  type PacingWidget,
  type PacingWidgetId,
} from './pacing-widgets.ts';
import { type ReportWidget } from './report-widget.ts';
import { type ReportWidgetId, reportWidgetOf } from './report-widgets.ts';
import { type WidgetAnswer } from './schema.ts';
import { type WidgetId } from './widgets.ts';

export interface WidgetColumn {
  key: string;
  label: string;
  /** Null for text. */
  format: MetricFormat | null;
  /** Label in a selector, without the counting basis. */
  short?: string;
  /** Grain of a date column. */
  grain?: Grain;
  /** Registry metric of a number column. */
  metric?: MetricKey;
  /** Placeholder in a text column. */
  none?: string;
  /** Hidden by default. */
  hidden?: true;
  /** The comparison value, or the change, of a number column. */
  role?: 'previous' | 'change';
  /** A number without rows behind it: calculated from the whole answer. */
  alone?: true;
  /** The number that a comparison column belongs to, and that it covers the compared days. */
  measure?: string;
  compared?: true;
}

const formatOf = (metric: MetricKey): MetricFormat => {
  const { kind, decimals, blankWhenZero } = METRICS[metric];
  return { kind, ...(decimals !== undefined && { decimals }), ...(blankWhenZero !== undefined && { blankWhenZero }) };
};

const words = (key: string, label: string): WidgetColumn => ({
  key,
  label,
  format: null,
  none: `No ${label.toLowerCase()}`,
});
/** A daily table may hold the 1st only, so the grain is given, never guessed from the dates. */
const DATE_WORDS: Readonly<Record<Grain, string>> = { day: 'Day', week: 'Week', month: 'Month' };
export const dateColumn = (grain: Grain): WidgetColumn => ({
  key: 'date',
  label: DATE_WORDS[grain],
  format: null,
  grain,
});
const CHANGE: MetricFormat = { kind: 'percent', decimals: 1 };

const DIMENSION_WORDS: Readonly<Record<string, string>> = {
  leadProvider: 'Lead provider',
  customchannel: 'Custom channel',
  model: 'Model',
  brand: 'Brand',
  goal: 'Line item',
  channel: 'Channel',
};

const measureColumn = (key: string, metric: MetricKey, set: Labels, group: UserGroup): WidgetColumn => {
  // A widget states its days itself, so the labels do not.
  const short = metricLabel(metric, set, group).replace(/^MTD /, '');
  const label = countedLabel(metric, set, group).replace(/^MTD /, '');
  return { key, label, format: formatOf(metric), metric, ...(short !== label && { short }) };
};

/** Fields of an answer that determine its columns. */
type Shown = Partial<Pick<WidgetAnswer, 'grain' | 'compared' | 'range' | 'attributes' | 'kpi'>>;

const ofOtherDays = (column: WidgetColumn): WidgetColumn => ({ ...column, measure: column.key, compared: true });

/** A number, its earlier value and the change. The percentage matured has no change column, as it is not a result. */
const withChange = (column: WidgetColumn): WidgetColumn[] => {
  const { key, label, short = label, metric } = column;
  if (metric?.endsWith('PercentMatured') === true) return [column];
  // The change of a rate is hidden by default, since it follows from its count and cost.
  const hidden = (column.hidden === true || column.format?.kind === 'percent') && { hidden: true as const };
  return [
    column,
    { ...ofOtherDays(column), key: `${key}Previous`, label: `${short} before`, role: 'previous', hidden: true },
    { key: `${key}Change`, label: `${short} change`, format: CHANGE, role: 'change', ...hidden },
  ];
};

const reportColumns = (
  widget: ReportWidget,
  set: Labels,
  group: UserGroup,
  { grain = widget.granularity, compared = null }: Shown,
): WidgetColumn[] => {
  const measures = Object.entries(widget.measures)
    .filter(([, metric]) => isOfLabels(metric, set))
    .map(([key, metric]): WidgetColumn => ({
      ...measureColumn(key, metric, set, group),
      ...((widget.hidden?.includes(key) || isHiddenByDefault(metric, widget.channel ?? 'all')) && { hidden: true }),
    }));
  const dimensions = Object.entries(widget.dimensions ?? {}).map(([key, dimension]) =>
    key === 'stateCode' ? words('stateName', 'State') : words(key, DIMENSIONS[dimension].label),
  );
  const date = grain === undefined ? [] : [dateColumn(grain)];
  if (widget.shape === 'years')
    return [
      ...date,
      ...measures.flatMap((column) => [
        column,
        { ...ofOtherDays(column), key: `${column.key}LastYear`, label: `${column.label}, last year` },
      ]),
    ];
  if (widget.shape === 'change') return measures.flatMap(withChange);
  return [...dimensions, ...date, ...(compared === null ? measures : measures.flatMap(withChange))];
};

/** Columns of a pacing table visible by default. */
const PACING_FIRST: ReadonlySet<string> = new Set([
  'budget',
  'mtdSpent',
  'spendProjection',
  'projectionToBudget',
  'mtdInquiries',
  'eCPL',
]);

const pacingColumns = (
  names: WidgetColumn[],
  set: Labels,
  group: UserGroup,
  opening: readonly MetricKey[] = [],
): WidgetColumn[] => {
  const first = new Set(opening.map(wireKeyOf));
  const shown = opening.length === 0 ? PACING_FIRST : first;
  const rest = PACING_COLUMNS.filter((key) => !first.has(key));
  return [
    ...names,
    ...[...opening, ...rest]
      .filter((key) => METRICS[key].groups.includes(group))
      .map((metric): WidgetColumn => {
        const key = wireKeyOf(metric);
        return { ...measureColumn(key, metric, set, group), ...(!shown.has(key) && { hidden: true }) };
      }),
  ];
};

const funnelColumns = (group: UserGroup): WidgetColumn[] => [
  words('label', 'Stage'),
  { key: 'count', label: 'Number', format: { kind: 'count' } },
  { key: 'rate', label: 'Of inquiries', format: { kind: 'percent' } },
  { key: 'cost', label: group === 'mp' ? 'Earnings each' : 'Cost each', format: { kind: 'dollar' } },
  { key: 'projected', label: 'This month, projected', format: { kind: 'count' } },
];

/** One month's inquiries per row, with the share that had reached the stage by each age. */
const cohortColumns = (set: Labels, group: UserGroup, { kpi }: Shown): WidgetColumn[] => {
  const { count, rate, matured } = cohortMeasures(cohortStage(kpi));
  return [
    dateColumn('month'),
    measureColumn('validLeads', 'validLeads', set, group),
    ...COHORT_AGES.map((age): WidgetColumn => ({
      key: `age${age}`,
      label: `By ${age} days`,
      format: formatOf(rate),
      alone: true,
    })),
    measureColumn('rate', rate, set, group),
    measureColumn('count', count, set, group),
    measureColumn('percentMatured', matured, set, group),
  ];
};

const dayText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const DAY_MS = 86_400_000;

/** Column keys of the days of a range, for rows by day. */
export const dayKeys = ({ from, to }: WidgetAnswer['range']): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  );

const deliveryColumns = (set: Labels, group: UserGroup, { range }: Shown): WidgetColumn[] => [
  words('campaign', 'Campaign'),
  { ...words('code', 'Code'), hidden: true },
  measureColumn('allocation', 'allocation', set, group),
  measureColumn('delivered', 'deliveredToAllocation', set, group),
  measureColumn('deliveryPercent', 'monthDeliveryPercent', set, group),
  measureColumn('validLeads', 'validLeads', set, group),
  ...(range === undefined ? [] : dayKeys(range)).map((day): WidgetColumn => ({
    key: day,
    label: dayText.format(new Date(day)),
    format: { kind: 'count' },
    alone: true,
  })),
];

/** Cost of an outcome at full maturity, with its certainty. */
const maturedCostColumns = (set: Labels): WidgetColumn[] => {
  const label = `${fillLabel('Cost Per {enrollment.per}', set)} At Full Maturity`;
  const format: MetricFormat = { kind: 'dollar', decimals: 2 };
  return [
    { key: 'maturedCost', label, format, alone: true },
    { key: 'maturedCostLow', label: `${label}, Low End`, format, alone: true, hidden: true },
    { key: 'maturedCostHigh', label: `${label}, High End`, format, alone: true, hidden: true },
  ];
};

const attributeColumns = (columns: WidgetColumn[], group: UserGroup, { attributes }: Shown): WidgetColumn[] =>
  columns.map((column) => {
    const place = column.key === 'attribute' ? 0 : column.key === 'secondAttribute' ? 1 : null;
    if (place === null) return column;
    return words(column.key, attributeLabel(attributes?.[place] ?? FIRST_ATTRIBUTES[place], group));
  });

/** Columns of a widget's table and file: the registry's labels and formats under the widget's names. */
export const widgetColumns = (id: WidgetId, set: Labels, group: UserGroup, shown: Shown = {}): WidgetColumn[] => {
  if (id === 'reportingFunnel')
    return shown.compared == null
      ? funnelColumns(group)
      : funnelColumns(group).flatMap((column) => (column.key === 'count' ? withChange(column) : [column]));
  if (id === 'overpacingCampaigns' || id === 'underpacingCampaigns')
    return pacingColumns(
      [words('campaignName', 'Campaign'), words('campaignCode', 'Code'), words('goal', 'Line item')],
      set,
      group,
    ).map((column) => ({ ...column, label: CAMPAIGN_BUDGET_LABELS[column.key] ?? column.label }));
  if (id in PACING_WIDGETS) {
    const widget: PacingWidget = PACING_WIDGETS[id as PacingWidgetId];
    const { name, leads = false } = widget;
    return pacingColumns([words(name, DIMENSION_WORDS[name] ?? name)], set, group, leads ? LEAD_PACING_COLUMNS : []);
  }
  if (id === 'cohortReport') return cohortColumns(set, group, shown);
  if (id === 'deliveryReport') return deliveryColumns(set, group, shown);
  const reportId = id as ReportWidgetId;
  const columns = reportColumns(reportWidgetOf(reportId, shown, group), set, group, shown);
  if (id === 'sourceReport') return [...columns, ...maturedCostColumns(set)];
  return id === 'attributeTable' || id === 'attributePivot' ? attributeColumns(columns, group, shown) : columns;
};

/** Marks costs shared out over leads as attributed, since they differ from plain costs. */
export const withAttributed = (
  columns: readonly WidgetColumn[],
  attributed: readonly string[] | undefined,
): readonly WidgetColumn[] =>
  attributed === undefined
    ? columns
    : columns.map((column) =>
        attributed.includes(column.key.replace(/(Previous|LastYear)$/, ''))
          ? { ...column, label: `${column.label} (attributed)` }
          : column,
      );

/** Number columns for charts and tiles. */
export const numberColumns = (columns: readonly WidgetColumn[]): WidgetColumn[] =>
  columns.filter(({ format, hidden, role }) => format !== null && hidden === undefined && role === undefined);

/** The comparison column of a number, if there is one. */
export const previousOf = (columns: readonly WidgetColumn[], key: string): WidgetColumn | undefined =>
  columns.find((column) => column.role === 'previous' && column.measure === key);

/** Whether the column's numbers have rows behind them: changes and forecasts do not. */
export const hasRowsBehind = ({ key, format, role, alone }: WidgetColumn): boolean =>
  format !== null && key !== 'projected' && role !== 'change' && alone === undefined;
