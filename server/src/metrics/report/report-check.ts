import {
  type AdditiveMetricKey,
  ATTRIBUTED_NOTE,
  KEYWORD_NOTE,
  type DimensionKey,
  type DimensionSource,
  factsBy,
  isDimensionKey,
  isDimensionOf,
  isMeasureOf,
  isMetricKey,
  isOfPlatforms,
  isPlanMeasure,
  maturedPartOf,
  maySeeMetric,
  type MetricKey,
  type MetricViewer,
  partsOf,
  PLATFORM_COST_NOTE,
  REPORT_LIMITS,
  rowsFor,
  type ReportChannel,
  type ReportQuery,
  type ReportVertical,
  type Stage,
  STAGES,
  whyNotPlanned,
} from '@paceline/contract';
import { type RawBuilder } from 'kysely';
import { AppError } from '../../lib/app-error.ts';
import { sharedCosts } from '../sql/attributed-sql.ts';
import { type DayRange } from '../periods/periods.ts';
import { type CheckedFormula, checkFormulas } from './report-formulas.ts';

export interface ReportViewer extends MetricViewer {
  channel: ReportChannel;
  vertical: ReportVertical;
  /** A widget of ours may show numbers that the builder does not offer. Who may see them is asked all the same. */
  forWidgets?: true;
  /** Rows say which they are, so that those of two questions can be laid beside each other. */
  withKeys?: true;
  /** Rows carry the sums that their numbers are made of (`partColumn`), so that rows can be added up. Never for an answer. */
  withParts?: true;
  /** The days that these are compared with: what an ad account has not loaded of those counts in neither. */
  comparedWith?: DayRange;
}

/** A query whose every name is known and allowed, with the rows that can answer it. */
export interface CheckedReport {
  /** Whose rows answer it: every table that is read is narrowed to them, beside what row-level security does. */
  owners: readonly number[];
  query: ReportQuery;
  dimensions: readonly DimensionKey[];
  /** Those that are shown, and those that formulas are made of. */
  measures: readonly MetricKey[];
  /** Those of them that stand in the rows. */
  shown: readonly MetricKey[];
  formulas: readonly CheckedFormula[];
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

const cannotCombine = (reason: string): AppError =>
  new AppError('VALIDATION', { message: `These fields cannot be combined. ${reason}` });

/** A name that the viewer may not see is answered like one that does not exist. */
const checkDimension = (name: string, field: string, { group, channel, vertical }: ReportViewer): DimensionKey => {
  if (isDimensionKey(name) && isDimensionOf(name, group, channel, vertical)) return name;
  throw refuse(field, `There is no dimension ${name}.`);
};

const checkMeasure = (name: string, field: string, viewer: ReportViewer): MetricKey => {
  const offered = (key: MetricKey): boolean =>
    viewer.forWidgets === true || isMeasureOf(key, viewer.channel, viewer.vertical);
  const isOffered = isMetricKey(name) && offered(name) && maySeeMetric(name, viewer);
  if (!isOffered) throw refuse(field, `There is no measure ${name}.`);
  return name;
};

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
  const reason = whyNotPlanned({ dimensions: [...dimensions, ...filtered], measures, granularity });
  if (reason !== null) throw cannotCombine(reason);
  const cutsGoals = channel !== 'all' || !filtered.every(isGoalDimension);
  if (group === 'mp') return { plan: 'campaigns', goalsBeside: false, cutsGoals };
  if (dimensions.every(isGoalDimension)) return { plan: 'goals', goalsBeside: false, cutsGoals };
  // A filter of numbers chooses among groups: the line is none.
  const hasBudget =
    query.filters.every(({ member }) => isDimensionKey(member)) &&
    measures.some((key) => isPlanMeasure(key) && partsOf(key).includes('budget'));
  return { plan: 'campaigns', goalsBeside: hasBudget, cutsGoals };
};

const platformNotes = (
  source: DimensionSource,
  facts: readonly AdditiveMetricKey[],
  { channel, forWidgets }: ReportViewer,
): string[] =>
  isOfPlatforms(source) && channel === 'all' && !forWidgets && facts.includes('platformSpend')
    ? [PLATFORM_COST_NOTE]
    : [];

const monthsBetween = ([from, to]: readonly [string, string]): number => {
  const [a, b] = [new Date(from), new Date(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth() + 1;
};

/** The query as the registry sees it for this viewer, or what is wrong with it, by the name of the field. */
export const checkReport = (owners: readonly number[], query: ReportQuery, viewer: ReportViewer): CheckedReport => {
  if (monthsBetween(query.timeDimensions.dateRange) > REPORT_LIMITS.months) throw new AppError('RANGE_TOO_LONG');
  const dimensions = query.dimensions.map((name, index) => checkDimension(name, `dimensions.${index}`, viewer));
  const formulas = checkFormulas(query, viewer);
  const isFormula = (name: string): boolean => formulas.some(({ key }) => key === name);
  const shown = query.measures.flatMap((name, index) =>
    isFormula(name) ? [] : [checkMeasure(name, `measures.${index}`, viewer)],
  );
  const measures = [...new Set([...shown, ...formulas.flatMap(({ uses }) => uses)])];
  const filtered = query.filters.flatMap(({ member }, index): (DimensionKey | MetricKey)[] => {
    const field = `filters.${index}.member`;
    if (isFormula(member)) return [];
    return isMetricKey(member) && !isDimensionKey(member)
      ? [checkMeasure(member, field, viewer)]
      : [checkDimension(member, field, viewer)];
  });
  for (const [index, { member }] of query.order.entries()) {
    const isInQuery = ['date', ...query.dimensions, ...query.measures].includes(member) || isFormula(member);
    if (!isInQuery) throw refuse(`order.${index}.member`, `${member} is not in the report.`);
  }
  const filterDimensions = filtered.filter((name): name is DimensionKey => isDimensionKey(name));
  const filterMeasures = filtered.filter((name): name is MetricKey => !isDimensionKey(name));
  const metrics = [...measures, ...filterMeasures];
  const allDimensions = [...dimensions, ...filterDimensions];
  const ofRange = metrics.filter((key) => !isPlanMeasure(key));
  const facts = factsBy(metrics, allDimensions, viewer.group);
  const { source, reason } = rowsFor(allDimensions, facts);
  if (source === undefined) throw cannotCombine(reason);
  const shared = source === 'lead' ? sharedCosts(facts, viewer.channel) : [];
  return {
    owners,
    query,
    dimensions,
    measures,
    shown,
    formulas,
    facts,
    matured: STAGES.filter((stage) => ofRange.some((key) => partsOf(key).includes(maturedPartOf(stage)))),
    source,
    ...decidePlan(metrics, dimensions, filterDimensions, query, viewer),
    shared,
    notes: [
      ...(shared.length > 0 ? [ATTRIBUTED_NOTE] : []),
      ...platformNotes(source, facts, viewer),
      ...(source === 'keyword' ? [KEYWORD_NOTE] : []),
    ],
  };
};
