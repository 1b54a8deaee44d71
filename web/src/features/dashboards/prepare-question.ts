import {
  dimensionCode,
  type DimensionKey,
  type FilterOptions,
  isMeasureOf,
  type MetricKey,
  REPORT_WIDGETS,
  type ReportQuestion,
  type ReportWidgetId,
  reportWidgetOf,
  type UserGroup,
  type WidgetBody,
} from '@paceline/contract';
import { type Figure, metricOf } from './prepare-figure.ts';

type Filter = ReportQuestion['filters'][number];
type Named = readonly { key: number | string; name: string }[];

/** The keys of the page's filters as the names that a question has for them. */
const filter = (member: DimensionKey, keys: readonly (number | string)[] | undefined, options: Named): Filter[] => {
  const values = options.filter(({ key }) => keys?.includes(key)).map(({ name }) => name);
  return values.length === 0 ? [] : [{ member, operator: 'equals', values }];
};

const pageFilters = (body: WidgetBody, options: FilterOptions): Filter[] => [
  ...filter('brand', body.brandKeys, options.brands),
  ...filter('client', body.clientKeys, options.clients),
  ...filter('campus', body.campusKeys, options.campuses),
  ...filter('goal', body.goalKeys, options.lineItems),
  ...filter('channel', body.channels, options.channels),
  ...filter('customChannel', body.customChannelKeys, options.customChannels),
  ...filter('mediaPartner', body.partnerKeys, options.partners),
];

/** What the clicked row is, as filters; a row that has none of something is found by that. */
const rowFilters = (row: Figure['row'], dimensions: Readonly<Record<string, DimensionKey>>): Filter[] =>
  row === null
    ? []
    : Object.entries(dimensions).map(([name, member]): Filter => {
        const value = row[name] ?? null;
        return value === null
          ? { member, operator: 'notSet', values: [] }
          : { member, operator: 'equals', values: [dimensionCode(member, String(value))] };
      });

/**
 * The figure as a question of Media Analysis: the widget's dimensions and measures, the clicked one first, its days, the page's filters and those that
 * the row is. Null where it is none that the builder can ask.
 */
export const questionOf = (
  figure: Pick<Figure, 'place' | 'body' | 'row' | 'columns' | 'column'>,
  range: { from: string; to: string },
  options: FilterOptions | undefined,
  group: UserGroup,
): ReportQuestion | null => {
  const { place, body, row, columns } = figure;
  if (!(place.widget in REPORT_WIDGETS)) return null;
  const widget = reportWidgetOf(place.widget as ReportWidgetId, body, group);
  const channel = widget.channel ?? 'all';
  const shown = new Set(columns.flatMap(({ metric, hidden }) => (hidden || metric === undefined ? [] : [metric])));
  const clicked = metricOf(figure);
  const measures = [...new Set<MetricKey>(Object.values(widget.measures))]
    .filter((key) => (shown.has(key) || key === clicked) && isMeasureOf(key, channel, 'all'))
    .toSorted((a, b) => Number(b === clicked) - Number(a === clicked));
  if (measures.length === 0) return null;
  const dimensions = Object.values(widget.dimensions ?? {});
  return {
    channel,
    vertical: 'all',
    dimensions:
      row === null || dimensions.length === 0
        ? dimensions
        : [...dimensions, 'campaign'].filter((one, place_, all) => all.indexOf(one) === place_),
    measures,
    filters: [
      ...(options === undefined ? [] : pageFilters(body, options)),
      ...rowFilters(row, widget.dimensions ?? {}),
    ],
    period: range,
    granularity: widget.granularity ?? null,
    compare: body.compare ?? null,
    pivot: null,
    formulas: [],
    // By the figure that was clicked, the highest first; over time in the order of time.
    order:
      widget.granularity === undefined && clicked !== null && measures[0] === clicked
        ? [{ member: clicked, direction: 'desc' }]
        : [],
    top: null,
    chart: 'table',
  };
};
