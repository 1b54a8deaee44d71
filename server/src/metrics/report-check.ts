import {
  ADDITIVE_FACTS,
  type AdditiveMetricKey,
  DIMENSIONS,
  type DimensionKey,
  type DimensionSource,
  type FactFamily,
  factsOf,
  isCampaignDimension,
  isDimensionKey,
  isDimensionOf,
  isMeasureOf,
  isMetricKey,
  LEAD_COST_NOTE,
  maturedPartOf,
  maySeeMetric,
  type MetricKey,
  METRICS,
  type MetricViewer,
  partsOf,
  REPORT_LIMITS,
  type ReportChannel,
  type ReportQuery,
  type ReportVertical,
  type Stage,
  STAGES,
} from '@paceline/contract';
import { AppError } from '../lib/app-error.ts';
import { PLATFORM_FACTS } from './platform-sql.ts';

export interface ReportViewer extends MetricViewer {
  channel: ReportChannel;
  vertical: ReportVertical;
  /** A widget of ours may show numbers that the builder does not offer. Who may see them is asked all the same. */
  forWidgets?: true;
}

/** A query whose every name is known and allowed, with the rows that can answer it. */
export interface CheckedReport {
  query: ReportQuery;
  dimensions: readonly DimensionKey[];
  measures: readonly MetricKey[];
  /** What is summed over the days that are asked for; numbers of the plan bring their own. */
  facts: readonly AdditiveMetricKey[];
  /** Stages whose share that has come in by now is asked for. */
  matured: readonly Stage[];
  source: DimensionSource;
  /** Whether numbers of the plan are asked for, and whether line items tell them or campaigns do. */
  plan: 'goals' | 'campaigns' | null;
  /** What has to be said beside the numbers. */
  notes: readonly string[];
}

const refuse = (field: string, message: string): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field, code: 'unknown', message }] });

const cannotCombine = (): AppError => new AppError('VALIDATION', { message: 'These fields cannot be combined.' });

/** A name that the viewer may not see is answered like one that does not exist. */
const checkDimension = (name: string, field: string, { group, channel, vertical }: ReportViewer): DimensionKey => {
  if (isDimensionKey(name) && isDimensionOf(name, group, channel, vertical)) return name;
  throw refuse(field, `There is no dimension ${name}.`);
};

const checkMeasure = (name: string, field: string, viewer: ReportViewer): MetricKey => {
  const offered = (key: MetricKey): boolean =>
    viewer.forWidgets === true || isMeasureOf(key, viewer.channel, viewer.vertical);
  const known = isMetricKey(name) && offered(name) && maySeeMetric(name, viewer);
  if (!known) throw refuse(field, `There is no measure ${name}.`);
  return name;
};

/** A number of the plan: worked out for a campaign's or a line item's whole month, and then added up. */
export const isPlanMeasure = (key: MetricKey): boolean => METRICS[key].grain === 'month';

const GOAL_DIMENSIONS: ReadonlySet<DimensionKey> = new Set(['goal', 'client', 'brand']);

/**
 * Who tells a budget. A line item has one of its own, and so have what is made of whole line items: client, brand, month.
 * Whatever cuts through line items, a channel or a partner, has what its campaigns have.
 */
const decidePlan = (
  measures: readonly MetricKey[],
  dimensions: readonly DimensionKey[],
  { timeDimensions: { granularity } }: ReportQuery,
  { channel }: ReportViewer,
): CheckedReport['plan'] => {
  if (!measures.some(isPlanMeasure)) return null;
  if (!dimensions.every(isCampaignDimension) || granularity === 'day' || granularity === 'week') throw cannotCombine();
  return channel === 'all' && dimensions.every((key) => GOAL_DIMENSIONS.has(key)) ? 'goals' : 'campaigns';
};

const COSTS: readonly AdditiveMetricKey[] = ['clientCost', 'mediaCost'];
const PLATFORM_CHANNELS: readonly ReportChannel[] = ['ppc', 'social', 'programmaticDisplay'];

/** What a platform charges belongs to no lead: cut by what only leads know, a cost is what was paid for leads. */
const costNotes = (
  source: DimensionSource,
  facts: readonly AdditiveMetricKey[],
  { channel }: ReportViewer,
): string[] => {
  if (source !== 'lead' || !facts.some((fact) => COSTS.includes(fact))) return [];
  if (PLATFORM_CHANNELS.includes(channel)) throw cannotCombine();
  return channel === 'all' ? [LEAD_COST_NOTE] : [];
};

/** Which counts each kind of row holds. */
const FAMILIES: Record<DimensionSource, readonly FactFamily[]> = {
  campaign: ['leads', 'milestones', 'clicks', 'platform', 'email'],
  lead: ['leads', 'milestones'],
  platform: ['platform'],
  keyword: ['platform'],
  page: ['website'],
  event: ['website'],
};

const EVENT_FACTS: readonly AdditiveMetricKey[] = ['eventCount', 'activeUsers'];

/** The kind of row that knows all the dimensions: every row knows its campaign's, only some know more. */
const decideSource = (dimensions: readonly DimensionKey[], facts: readonly AdditiveMetricKey[]): DimensionSource => {
  const special = new Set(dimensions.map((key) => DIMENSIONS[key].source).filter((source) => source !== 'campaign'));
  if (special.has('keyword')) special.delete('platform');
  if (special.size > 1) throw cannotCombine();
  const onlyWebsite = facts.length > 0 && facts.every((fact) => ADDITIVE_FACTS[fact].family === 'website');
  const fallback = onlyWebsite ? (facts.some((fact) => EVENT_FACTS.includes(fact)) ? 'event' : 'page') : 'campaign';
  const source = [...special][0] ?? fallback;
  const known = FAMILIES[source];
  const fits = facts.every(
    (fact) =>
      known.includes(ADDITIVE_FACTS[fact].family) &&
      (source !== 'keyword' || PLATFORM_FACTS.keyword[fact] !== undefined) &&
      (source !== 'page' || !EVENT_FACTS.includes(fact)) &&
      (source !== 'event' || EVENT_FACTS.includes(fact)),
  );
  const hasCampaign = dimensions.some((key) => DIMENSIONS[key].source === 'campaign');
  if (!fits || (hasCampaign && (source === 'page' || source === 'event'))) throw cannotCombine();
  return source;
};

const monthsBetween = ([from, to]: readonly [string, string]): number => {
  const [a, b] = [new Date(from), new Date(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth() + 1;
};

/** The query as the registry sees it for this viewer, or what is wrong with it, by the name of the field. */
export const checkReport = (query: ReportQuery, viewer: ReportViewer): CheckedReport => {
  if (monthsBetween(query.timeDimensions.dateRange) > REPORT_LIMITS.months) throw new AppError('RANGE_TOO_LONG');
  const dimensions = query.dimensions.map((name, index) => checkDimension(name, `dimensions.${index}`, viewer));
  const measures = query.measures.map((name, index) => checkMeasure(name, `measures.${index}`, viewer));
  const filtered = query.filters.map(({ member }, index): DimensionKey | MetricKey => {
    const field = `filters.${index}.member`;
    return isMetricKey(member) && !isDimensionKey(member)
      ? checkMeasure(member, field, viewer)
      : checkDimension(member, field, viewer);
  });
  for (const [index, { member }] of query.order.entries()) {
    const asked = member === 'date' || query.dimensions.includes(member) || query.measures.includes(member);
    if (!asked) throw refuse(`order.${index}.member`, `${member} is not in the report.`);
  }
  const filterDimensions = filtered.filter((name): name is DimensionKey => isDimensionKey(name));
  const filterMeasures = filtered.filter((name): name is MetricKey => !isDimensionKey(name));
  const asked = [...measures, ...filterMeasures];
  const allDimensions = [...dimensions, ...filterDimensions];
  const ofRange = asked.filter((key) => !isPlanMeasure(key));
  const facts = factsOf(ofRange, viewer.group);
  const source = decideSource(allDimensions, facts);
  return {
    query,
    dimensions,
    measures,
    facts,
    matured: STAGES.filter((stage) => ofRange.some((key) => partsOf(key).includes(maturedPartOf(stage)))),
    source,
    plan: decidePlan(asked, allDimensions, query, viewer),
    notes: costNotes(source, facts, viewer),
  };
};
