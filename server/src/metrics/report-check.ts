import {
  ADDITIVE_FACTS,
  type AdditiveMetricKey,
  DIMENSIONS,
  type DimensionKey,
  type DimensionSource,
  type FactFamily,
  factsOf,
  isDimensionKey,
  isDimensionOf,
  isMeasureOf,
  isMetricKey,
  maySeeMetric,
  type MetricKey,
  METRICS,
  type MetricViewer,
  REPORT_LIMITS,
  type ReportChannel,
  type ReportQuery,
  type ReportVertical,
} from '@paceline/contract';
import { AppError } from '../lib/app-error.ts';

export interface ReportViewer extends MetricViewer {
  channel: ReportChannel;
  vertical: ReportVertical;
}

/** A query whose every name is known and allowed, with the rows that can answer it. */
export interface CheckedReport {
  query: ReportQuery;
  dimensions: readonly DimensionKey[];
  measures: readonly MetricKey[];
  facts: readonly AdditiveMetricKey[];
  source: DimensionSource;
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
  const known = isMetricKey(name) && isMeasureOf(name, viewer.channel, viewer.vertical) && maySeeMetric(name, viewer);
  if (!known) throw refuse(field, `There is no measure ${name}.`);
  // Numbers of the plan are put together per campaign and month, elsewhere.
  if (METRICS[name].basis === 'period') throw cannotCombine();
  return name;
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
  const onlyWebsite = facts.every((fact) => ADDITIVE_FACTS[fact].family === 'website');
  const fallback = onlyWebsite ? (facts.some((fact) => EVENT_FACTS.includes(fact)) ? 'event' : 'page') : 'campaign';
  const source = [...special][0] ?? fallback;
  const known = FAMILIES[source];
  const fits = facts.every(
    (fact) =>
      known.includes(ADDITIVE_FACTS[fact].family) &&
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
  const facts = factsOf([...measures, ...filterMeasures], viewer.group);
  return { query, dimensions, measures, facts, source: decideSource([...dimensions, ...filterDimensions], facts) };
};
