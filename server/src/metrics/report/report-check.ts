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
  /** Allows metrics that only widgets use. Rights are checked all the same. */
  forWidgets?: true;
  /** Rows include their key, so that rows of two queries can be matched. */
  withKeys?: true;
  /** Rows include the sums behind their numbers (`partColumn`), so that rows can be added up. Never for an answer. */
  withParts?: true;
  /** The period these days are compared with: days that an ad account has not loaded count in neither. */
  comparedWith?: DayRange;
}

/** A validated query, with the rows that can answer it. */
export interface CheckedReport {
  /** Owners whose rows are read: every table is filtered by them, in addition to row-level security. */
  owners: readonly number[];
  query: ReportQuery;
  dimensions: readonly DimensionKey[];
  /** Measures shown, and those used in formulas. */
  measures: readonly MetricKey[];
  /** Measures shown in the rows. */
  shown: readonly MetricKey[];
  formulas: readonly CheckedFormula[];
  /** Facts to sum over the requested days; plan numbers load their own. */
  facts: readonly AdditiveMetricKey[];
  /** Stages whose matured share is needed. */
  matured: readonly Stage[];
  source: DimensionSource;
  /** Costs in which leads carry their share of platform charges. */
  shared: readonly AdditiveMetricKey[];
  /** Source of plan numbers: line items or campaigns; null if none are requested. */
  plan: 'goals' | 'campaigns' | null;
  /** Whether line items have budget beyond the campaigns shown, which needs an extra line. */
  goalsBeside: boolean;
  /** Whether a filter or channel excludes some campaigns of a line item. */
  cutsGoals: boolean;
  /** Notes beside the numbers. */
  notes: readonly string[];
  /** Additional condition on daily rows, by the row's name in the statement. */
  only?: (row: string) => RawBuilder<unknown>;
}

const refuse = (field: string, message: string): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field, code: 'unknown', message }] });

const cannotCombine = (reason: string): AppError =>
  new AppError('VALIDATION', { message: `These fields cannot be combined. ${reason}` });

/** A name hidden from the viewer is answered like an unknown one. */
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
/** Whether the dimension consists of whole line items. */
export const isGoalDimension = (key: DimensionKey): boolean => GOAL_DIMENSIONS.has(key);

/**
 * Decides whose budgets are used. Line items have their own, and so have groups of whole line items: client, brand, month. Groupings that
 * split line items, such as channel or partner, use their campaigns' budgets, and the line items' excess is an extra line. Partners do not
 * see line item budgets.
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
  // Filters on measures select groups, and the extra line is not a group.
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

/** Validates the query for this viewer; throws with the name of the wrong field. */
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
