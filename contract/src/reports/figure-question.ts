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

/** What a page of figures can be narrowed to, by name. */
interface PageOptions {
  brands: Named;
  clients: Named;
  models: Named;
  campuses: Named;
  channels: Named;
  customChannels: Named;
  partners: Named;
  lineItems: Named;
}

type Keys = readonly Key[] | undefined;
/** What it is narrowed to. */
interface PageBody {
  brandKeys?: Keys;
  clientKeys?: Keys;
  clientModelKeys?: Keys;
  campusKeys?: Keys;
  selectedCampuses?: Keys;
  goalKeys?: Keys;
  channels?: Keys;
  selectedChannels?: Keys;
  customChannelKeys?: Keys;
  partnerKeys?: Keys;
  campaignCodes?: readonly string[] | undefined;
  states?: readonly string[] | undefined;
  /** A question has names only, and these come without one. */
  campaignKeys?: Keys;
  programKeys?: Keys;
  compare?: Comparison | undefined;
}

/** A figure as its widget asks for it. */
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
  /** The numbers that the table shows. */
  shown: ReadonlySet<MetricKey>;
  /** Null where the row as a whole is meant. */
  clicked: MetricKey | null;
  /** Whether it is of the days that others are compared with. */
  compared: boolean;
  group: UserGroup;
}

/** The days that the rows behind a figure are of, and, where others are compared with them, those others. */
interface BehindDays {
  range: Days;
  against?: Days | undefined;
  /** Names of the widget's measures of which leads carry their share of platform cost. */
  attributedToLeads?: readonly string[] | undefined;
}

/** Nothing that keys are not narrowed by; null where their names are missing, or mean others, too. */
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
    named('goal', [body.goalKeys], options.lineItems),
    named('channel', [body.channels, body.selectedChannels], options.channels),
    named('customChannel', [body.customChannelKeys], options.customChannels),
    named('mediaPartner', [body.partnerKeys], options.partners),
    worded('campaignCode', body.campaignCodes),
    worded('state', body.states),
  ];
  return parts.includes(null) ? null : parts.flatMap((filters) => filters ?? []);
};

/** What the builder calls a number: its own name, or that of the measure that is the same sum; null where it has none. */
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

/** What the clicked row is, as filters; a row that has none of something is found by that. */
const rowFilters = (row: AskedFigure['row'], dimensions: Readonly<Record<string, DimensionKey>>): Filter[] =>
  row === null
    ? []
    : Object.entries(dimensions).map(([name, member]): Filter => {
        const value = row[name] ?? null;
        return value === null
          ? { member, operator: 'notSet', values: [] }
          : { member, operator: 'equals', values: [dimensionCode(member, String(value))] };
      });

/** Those of the measures that go together with the first, which has to; null where it cannot be asked so itself. */
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
 * Measures of a day or week whose platform cost is shared out over all asked days of the month: of that day alone the shares would be
 * others, and so would be the figure.
 */
const sharedOverMore = (
  { widget, row }: Pick<AskedFigure, 'widget' | 'row'>,
  attributed: readonly string[] = [],
): ReadonlySet<MetricKey> => {
  const isPartOfMonth = row !== null && (widget.granularity === 'day' || widget.granularity === 'week');
  return new Set(isPartOfMonth ? attributed.flatMap((name) => widget.measures[name] ?? []) : []);
};

/**
 * The figure as a question of Media Analysis: the widget's dimensions and measures, the clicked one first, its days, the page's filters
 * and those that the row is: its total is the figure. Null where the builder cannot ask the same, or while the options' names are not there.
 */
export const questionOfFigure = (
  { widget, body, row, shown, clicked, compared, group }: AskedFigure,
  { range, against, attributedToLeads }: BehindDays,
  options: Partial<PageOptions>,
): ReportQuestion | null => {
  const { channel = 'all', granularity = null } = widget;
  const first = clicked === null ? null : measureOf(clicked, channel);
  const page = pageFilters(body, options);
  // What was before is of the days that both sides have loaded: only the comparison itself says it.
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
  // A plan is a month's, and is compared with none.
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
    // By the figure that was clicked, the highest first; over time in the order of time.
    order: granularity === null && first !== null ? [{ member: first, direction: 'desc' }] : [],
    top: null,
    chart: 'table',
  };
};
