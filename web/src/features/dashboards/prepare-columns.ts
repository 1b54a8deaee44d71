import {
  DIMENSIONS,
  type LabelSetName,
  type MetricFormat,
  metricLabel,
  type MetricKey,
  METRICS,
  PACING_COLUMNS,
  PACING_WIDGETS,
  REPORT_WIDGETS,
  type ReportWidget,
  type UserGroup,
  type WidgetId,
} from '@paceline/contract';

export interface WidgetColumn {
  key: string;
  label: string;
  /** Null for words. */
  format: MetricFormat | null;
}

const formatOf = (metric: MetricKey): MetricFormat => {
  const { kind, decimals, blankWhenZero } = METRICS[metric];
  return { kind, ...(decimals !== undefined && { decimals }), ...(blankWhenZero !== undefined && { blankWhenZero }) };
};

const words = (key: string, label: string): WidgetColumn => ({ key, label, format: null });
const CHANGE: MetricFormat = { kind: 'percent', decimals: 1 };

const DIMENSION_WORDS: Readonly<Record<string, string>> = {
  leadProvider: 'Lead provider',
  customchannel: 'Custom channel',
  model: 'Model',
  brand: 'Brand',
  goal: 'Line item',
  channel: 'Channel',
};

const measureColumn = (key: string, metric: MetricKey, set: LabelSetName, group: UserGroup): WidgetColumn => ({
  key,
  // A widget says itself of which days its numbers are.
  label: metricLabel(metric, set, group).replace(/^MTD /, ''),
  format: formatOf(metric),
});

const reportColumns = (widget: ReportWidget, set: LabelSetName, group: UserGroup): WidgetColumn[] => {
  const measures = Object.entries(widget.measures).map(([key, metric]) => measureColumn(key, metric, set, group));
  const dimensions = Object.entries(widget.dimensions ?? {}).map(([key, dimension]) =>
    key === 'stateCode' ? words('stateName', 'State') : words(key, DIMENSIONS[dimension].label),
  );
  const date =
    widget.granularity === undefined ? [] : [words('date', widget.granularity === 'month' ? 'Month' : 'Day')];
  if (widget.shape === 'years')
    return [
      ...date,
      ...measures.flatMap((column) => [
        column,
        { ...column, key: `${column.key}LastYear`, label: `${column.label}, last year` },
      ]),
    ];
  if (widget.shape === 'change')
    return measures.flatMap((column) => [
      column,
      { ...column, key: `${column.key}Previous`, label: `${column.label} before` },
      { key: `${column.key}Change`, label: `${column.label} change`, format: CHANGE },
    ]);
  return [...dimensions, ...date, ...measures];
};

const pacingColumns = (first: WidgetColumn[], set: LabelSetName, group: UserGroup): WidgetColumn[] => [
  ...first,
  ...PACING_COLUMNS.filter((key) => METRICS[key].groups.includes(group)).map((key) =>
    measureColumn(key, key, set, group),
  ),
];

const FUNNEL_COLUMNS: WidgetColumn[] = [
  words('label', 'Stage'),
  { key: 'count', label: 'Number', format: { kind: 'count' } },
  { key: 'rate', label: 'Of inquiries', format: { kind: 'percent' } },
  { key: 'cost', label: 'Cost of one', format: { kind: 'dollar' } },
  { key: 'projected', label: 'This month, projected', format: { kind: 'count' } },
];

/** The columns of a widget's table, and of its file: the registry's labels and formats under the widget's own names. */
export const widgetColumns = (id: WidgetId, set: LabelSetName, group: UserGroup): WidgetColumn[] => {
  if (id === 'reportingFunnel') return FUNNEL_COLUMNS;
  if (id === 'overpacingCampaigns' || id === 'underpacingCampaigns')
    return pacingColumns(
      [words('campaignName', 'Campaign'), words('campaignCode', 'Code'), words('goal', 'Line item')],
      set,
      group,
    );
  if (id in PACING_WIDGETS) {
    const { name } = PACING_WIDGETS[id as keyof typeof PACING_WIDGETS];
    return pacingColumns([words(name, DIMENSION_WORDS[name] ?? name)], set, group);
  }
  return reportColumns(REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS], set, group);
};

/** Columns that hold numbers, for charts. */
export const numberColumns = (columns: readonly WidgetColumn[]): WidgetColumn[] =>
  columns.filter(({ format }) => format !== null);
