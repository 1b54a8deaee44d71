import {
  ADDITIVE_FACTS,
  type AdditiveMetricKey,
  ATTRIBUTED_NOTE,
  KEYWORD_NOTE,
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
  maturedPartOf,
  maySeeMetric,
  type MetricKey,
  METRICS,
  type MetricViewer,
  partsOf,
  PLATFORM_COST_NOTE,
  REPORT_LIMITS,
  type ReportChannel,
  type ReportQuery,
  type ReportVertical,
  type Stage,
  STAGES,
} from '@paceline/contract';
import { type RawBuilder } from 'kysely';
import { AppError } from '../lib/app-error.ts';
import { sharedCosts } from './attributed-sql.ts';
import { PLATFORM_FACTS } from './platform-sql.ts';

export interface ReportViewer extends MetricViewer {
  channel: ReportChannel;
  vertical: ReportVertical;
  /** A widget of ours may show numbers that the builder does not offer. Who may see them is asked all the same. */
  forWidgets?: true;
}

/** A query whose every name is known and allowed, with the rows that can answer it. */
export interface CheckedReport {
  /** Whose rows answer it: every table that is read is narrowed to them, beside what row-level security does. */
  owners: readonly number[];
  query: ReportQuery;
  dimensions: readonly DimensionKey[];
  measures: readonly MetricKey[];
  /** What is summed over the days that are asked for; numbers of the plan bring their own. */
  facts: readonly AdditiveMetricKey[];
  /** Stages whose share that has come in by now is asked for. */
  matured: readonly Stage[];
  source: DimensionSource;
  /** Costs with which leads carry their share of what platforms charged their campaigns. */
  shared: readonly AdditiveMetricKey[];
  /** Whether numbers of the plan are asked for, and whether line items tell them or campaigns do. */
  plan: 'goals' | 'campaigns' | null;
  /** Whether line items have budgets of which the rows show only what their campaigns have: the rest is a line of its own. */
  goalsBeside: boolean;
  /** Whether a filter or a channel leaves some campaigns of a line item and not others. */
  cutsGoals: boolean;
  /** What has to be said beside the numbers. */
  notes: readonly string[];
  /** Which rows of single days count, beside what the query says; asked of a row by its name in the statement. */
  only?: (row: string) => RawBuilder<unknown>;
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
/** What is made of whole line items. */
export const isGoalDimension = (key: DimensionKey): boolean => GOAL_DIMENSIONS.has(key);

/**
 * Who tells a budget. A line item has one of its own, and so have what is made of whole line items: client, brand, month.
 * Whatever cuts through line items, a channel or a partner, has what its campaigns have; what line items have beyond that
 * stands beside it. Partners know of no line item's budget.
 */
const decidePlan = (
  measures: readonly MetricKey[],
  dimensions: readonly DimensionKey[],
  filtered: readonly DimensionKey[],
  query: ReportQuery,
  { channel, group }: ReportViewer,
): Pick<CheckedReport, 'plan' | 'goalsBeside' | 'cutsGoals'> => {
  const { granularity } = query.timeDimensions;
  if (!measures.some(isPlanMeasure)) return { plan: null, goalsBeside: false, cutsGoals: false };
  const all = [...dimensions, ...filtered];
  if (!all.every(isCampaignDimension) || granularity === 'day' || granularity === 'week') throw cannotCombine();
  const cutsGoals = channel !== 'all' || !filtered.every(isGoalDimension);
  if (group === 'mp') return { plan: 'campaigns', goalsBeside: false, cutsGoals };
  if (dimensions.every(isGoalDimension)) return { plan: 'goals', goalsBeside: false, cutsGoals };
  // A filter of numbers chooses among groups: the line is none.
  const hasBudget =
    query.filters.every(({ member }) => isDimensionKey(member)) &&
    measures.some((key) => isPlanMeasure(key) && partsOf(key).includes('budget'));
  return { plan: 'campaigns', goalsBeside: hasBudget, cutsGoals };
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

export const isOfPlatforms = (source: DimensionSource): boolean => source === 'platform' || source === 'keyword';

/**
 * The fact behind a part where rows are a platform's own: what was spent there is what the platform charged, with the fee, and
 * clicks are the platform's. Null for clicks on our own links, of which such a row has none.
 */
export const platformFactOf = (fact: AdditiveMetricKey): AdditiveMetricKey | null => {
  if (fact === 'trackedClicks') return null;
  return fact === 'clientCost' ? 'platformSpend' : fact;
};

/** A report by ad group, keyword or the platform's campaign is asked of the platform's rows. */
const platformFacts = (
  facts: readonly AdditiveMetricKey[],
  dimensions: readonly DimensionKey[],
): readonly AdditiveMetricKey[] =>
  dimensions.some((key) => isOfPlatforms(DIMENSIONS[key].source))
    ? [...new Set(facts.flatMap((fact) => platformFactOf(fact) ?? []))]
    : facts;

const platformNotes = (
  source: DimensionSource,
  facts: readonly AdditiveMetricKey[],
  { channel, forWidgets }: ReportViewer,
): string[] =>
  isOfPlatforms(source) && channel === 'all' && !forWidgets && facts.includes('platformSpend')
    ? [PLATFORM_COST_NOTE]
    : [];

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
export const checkReport = (owners: readonly number[], query: ReportQuery, viewer: ReportViewer): CheckedReport => {
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
  const facts = platformFacts(factsOf(ofRange, viewer.group), allDimensions);
  const source = decideSource(allDimensions, facts);
  const shared = source === 'lead' ? sharedCosts(facts, viewer.channel) : [];
  return {
    owners,
    query,
    dimensions,
    measures,
    facts,
    matured: STAGES.filter((stage) => ofRange.some((key) => partsOf(key).includes(maturedPartOf(stage)))),
    source,
    ...decidePlan(asked, dimensions, filterDimensions, query, viewer),
    shared,
    notes: [
      ...(shared.length > 0 ? [ATTRIBUTED_NOTE] : []),
      ...platformNotes(source, facts, viewer),
      ...(source === 'keyword' ? [KEYWORD_NOTE] : []),
    ],
  };
};
