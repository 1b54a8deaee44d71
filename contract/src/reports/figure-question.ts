import { type Comparison, type Days } from '../core/values/days.ts';
import { whyNotCombined } from '../core/metrics/formula/combine.ts';
import { dimensionCode } from '../core/metrics/dimension-values.ts';
import { isMeasureOf, METRIC_KEYS, type MetricKey, METRICS } from '../core/metrics/metrics.ts';
import { type DimensionKey, isDimensionKey, isDimensionOf } from '../core/metrics/report-dimensions.ts';
import { type Granularity } from '../core/metrics/report-query.ts';
import { type Metric, type ReportChannel } from '../core/metrics/types.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type ReportQuestion } from './question.ts';

type Filter = ReportQuestion['filters'][number];
type Key = number | string;
type Named = readonly { key: Key; name: string }[];

/** Filter options of a page with figures, by name. */
interface PageOptions {
  brands: Named;
  clients: Named;
  models: Named;
  campuses: Named;
  programs: Named;
  channels: Named;
  customChannels: Named;
  partners: Named;
  lineItems: Named;
}

type Keys = readonly Key[] | undefined;
/** Filters of the page. */
interface PageBody {
  brandKeys?: Keys;
  clientKeys?: Keys;
  clientModelKeys?: Keys;
  campusKeys?: Keys;
  selectedCampuses?: Keys;
  programNameKeys?: Keys;
  goalKeys?: Keys;
  channels?: Keys;
  selectedChannels?: Keys;
  customChannelKeys?: Keys;
  partnerKeys?: Keys;
  campaignCodes?: readonly string[] | undefined;
  states?: readonly string[] | undefined;
  /** Reports filter by name, but these filters have keys only. */
  campaignKeys?: Keys;
  programKeys?: Keys;
  compare?: Comparison | undefined;
}

/** A figure with its widget's request. */
export interface AskedFigure {
  widget: {
    channel?: ReportChannel;
    dimensions?: Readonly<Record<string, DimensionKey>>;
    measures: Readonly<Record<string, MetricKey>>;
    granularity?: Granularity;
    shape?: 'change' | 'years';
    compare?: Comparison;
  };
  body: PageBody;
  /** Null for the total. */
  row: Readonly<Record<string, string | number | null>> | null;
  /** Numbers visible in the table. */
  shown: ReadonlySet<MetricKey>;
  /** Null for the whole row. */
  clicked: MetricKey | null;
  /** Whether it belongs to the comparison period. */
  compared: boolean;
  group: UserGroup;
}

/** Days of the rows behind a figure, and of the other period of a comparison. */
interface BehindDays {
  range: Days;
  against?: Days | undefined;
  /** The widget's measures in which leads carry a share of platform cost. */
  attributedToLeads?: readonly string[] | undefined;
}

/** Filters by name for these keys; empty without keys, null if a name is missing or ambiguous. */
const named = (member: DimensionKey, chosen: readonly Keys[], options: Named | undefined): Filter[] | null => {
  const keys = new Set(chosen.flatMap((some) => some ?? []));
  if (keys.size === 0) return [];
  const values = (options ?? []).filter(({ key }) => keys.has(key)).map(({ name }) => name);
  const isShared = options?.some(({ key, name }) => !keys.has(key) && values.includes(name)) === true;
  return values.length < keys.size || isShared ? null : [{ member, operator: 'equals', values: [...new Set(values)] }];
};

const worded = (member: DimensionKey, values: readonly string[] = []): Filter[] =>
  values.length === 0 ? [] : [{ member, operator: 'equals', values: [...values] }];

const isNone = (keys: Keys): boolean => keys === undefined || keys.length === 0;

const pageFilters = (body: PageBody, options: Partial<PageOptions>): Filter[] | null => {
  if (!isNone(body.campaignKeys) || !isNone(body.programKeys)) return null;
  const parts = [
    named('brand', [body.brandKeys], options.brands),
    named('client', [body.clientKeys], options.clients),
    named('clientModel', [body.clientModelKeys], options.models),
    named('campus', [body.campusKeys, body.selectedCampuses], options.campuses),
    named('program', [body.programNameKeys], options.programs),
    named('goal', [body.goalKeys], options.lineItems),
    named('channel', [body.channels, body.selectedChannels], options.channels),
    named('customChannel', [body.customChannelKeys], options.customChannels),
    named('mediaPartner', [body.partnerKeys], options.partners),
    worded('campaignCode', body.campaignCodes),
    worded('state', body.states),
  ];
  return parts.includes(null) ? null : parts.flatMap((filters) => filters ?? []);
};

/** The report builder's measure for a number: its own name, or that of the same sum; null if there is none. */
const measureOf = (key: MetricKey, channel: ReportChannel): MetricKey | null => {
  if (isMeasureOf(key, channel, 'all')) return key;
  const metric: Metric = METRICS[key];
  if (metric.basis !== 'additive') return null;
  const isSame = (other: MetricKey): boolean => {
    const one: Metric = METRICS[other];
    return one.basis === 'additive' && one.part === metric.part && isMeasureOf(other, channel, 'all');
  };
  return METRIC_KEYS.find(isSame) ?? null;
};

/** The clicked row as filters; missing values are filtered as such. */
const rowFilters = (row: AskedFigure['row'], dimensions: Readonly<Record<string, DimensionKey>>): Filter[] =>
  row === null
    ? []
    : Object.entries(dimensions).map(([name, member]): Filter => {
        const value = row[name] ?? null;
        return value === null
          ? { member, operator: 'notSet', values: [] }
          : { member, operator: 'equals', values: [dimensionCode(member, String(value))] };
      });

/** The measures that can be combined with the first one; null if the first cannot be queried. */
const together = (
  measures: readonly MetricKey[],
  question: Pick<ReportQuestion, 'dimensions' | 'filters' | 'granularity' | 'channel'>,
  group: UserGroup,
): MetricKey[] | null => {
  const members = [...question.dimensions, ...question.filters.map(({ member }) => member)];
  const dimensions = [...new Set(members)].filter(isDimensionKey);
  if (!dimensions.every((key) => isDimensionOf(key, group, question.channel, 'all'))) return null;
  const goes = (some: readonly MetricKey[]): boolean =>
    whyNotCombined({ dimensions, measures: some, granularity: question.granularity }, group) === null;
  const fitting: MetricKey[] = [];
  for (const key of measures) if (goes([...fitting, key])) fitting.push(key);
  return fitting[0] === measures[0] && fitting.length > 0 ? fitting : null;
};

/**
 * Measures of a day or week whose platform cost is distributed over all requested days of the month: over that day alone the shares, and so
 * the figure, would differ.
 */
const sharedOverMore = (
  { widget, row }: Pick<AskedFigure, 'widget' | 'row'>,
  attributed: readonly string[] = [],
): ReadonlySet<MetricKey> => {
  const isPartOfMonth = row !== null && (widget.granularity === 'day' || widget.granularity === 'week');
  return new Set(isPartOfMonth ? attributed.flatMap((name) => widget.measures[name] ?? []) : []);
};

/**
 * The figure as a query of Media Analysis: the widget's dimensions and measures (the clicked one first), its days, and filters for page and
 * row. The query's total is the figure. Null if the builder cannot express it, or before the options' names are loaded.
 */
export const questionOfFigure = (
  { widget, body, row, shown, clicked, compared, group }: AskedFigure,
  { range, against, attributedToLeads }: BehindDays,
  options: Partial<PageOptions>,
): ReportQuestion | null => {
  const { channel = 'all', granularity = null } = widget;
  const first = clicked === null ? null : measureOf(clicked, channel);
  const page = pageFilters(body, options);
  // A comparison value covers the days loaded on both sides, so it can only be queried as a comparison.
  const period = compared ? against : range;
  if (page === null || period === undefined || (clicked !== null && first === null)) return null;
  const shared = sharedOverMore({ widget, row }, attributedToLeads);
  if (clicked !== null && shared.has(clicked)) return null;
  const others = Object.values(widget.measures).filter((key) => shown.has(key) && !shared.has(key));
  const own = Object.values(widget.dimensions ?? {});
  const dimensions = row === null || own.length === 0 ? own : [...new Set<string>([...own, 'campaign'])];
  const filters = [...page, ...rowFilters(row, widget.dimensions ?? {})];
  const measures = together(
    [...new Set([...(first === null ? [] : [first]), ...others.flatMap((key) => measureOf(key, channel) ?? [])])],
    { dimensions, filters, granularity, channel },
    group,
  );
  if (measures === null) return null;
  // Plans are monthly and have no comparison.
  const hasPlan = measures.some((key) => METRICS[key].grain === 'month');
  const usual = widget.shape === 'years' ? 'lastYear' : (body.compare ?? widget.compare);
  return {
    channel,
    vertical: 'all',
    dimensions,
    measures,
    filters,
    period,
    granularity,
    compare: (compared ? usual : hasPlan ? null : body.compare) ?? null,
    pivot: null,
    formulas: [],
    // Sorted by the clicked figure, highest first; time series by time.
    order: granularity === null && first !== null ? [{ member: first, direction: 'desc' }] : [],
    top: null,
    chart: 'table',
  };
};
