import { type MetricFormat } from '../core/values/formats.ts';
import { type Labels, type LabelSetName } from '../core/access/label-sets.ts';
import { isMetricKey, metricLabel, METRICS } from '../core/metrics/metrics.ts';
import { dimensionWords } from '../core/metrics/dimension-values.ts';
import { DIMENSIONS, isDimensionKey } from '../core/metrics/report-dimensions.ts';
import { type FilterOperator } from '../core/metrics/report-query.ts';
import { type ReportVertical } from '../core/metrics/types.ts';
import { NAMED_RANGES } from '../core/calls/ranges.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type QuestionFilter } from './cell.ts';
import { type ReportQuestion } from './question.ts';

/** Home improvement has words of its own for the stages. */
export const labelsOfVertical = (vertical: ReportVertical): LabelSetName => (vertical === 'home' ? 'sales' : 'default');

/** Labels of a query: an owner's own words override those of its vertical. */
export const labelsOfQuestion = (vertical: ReportVertical, own: Labels | null): Labels =>
  own === null || typeof own === 'string' ? labelsOfVertical(vertical) : { ...own, set: labelsOfVertical(vertical) };

/** A number column of a query's table. */
interface QuestionMeasure extends MetricFormat {
  key: string;
  label: string;
}

const dimensionLabel = (name: string): string => (isDimensionKey(name) ? DIMENSIONS[name].label : name);

/** Measures in order: labels of this group, and names of custom measures. */
const questionMeasures = (
  { measures, formulas }: Pick<ReportQuestion, 'measures' | 'formulas'>,
  group: UserGroup,
  labels: Labels,
): QuestionMeasure[] => {
  const own = new Map(formulas.map(({ key, label, kind }) => [key, { key, label, kind }]));
  const names = [...measures, ...[...own.keys()].filter((key) => !measures.includes(key))];
  return names.map((key): QuestionMeasure => {
    const formula = own.get(key);
    if (formula !== undefined) return formula;
    if (!isMetricKey(key)) return { key, label: key, kind: 'number' };
    const { kind, decimals } = METRICS[key];
    return { key, label: metricLabel(key, labels, group), kind, ...(decimals !== undefined && { decimals }) };
  });
};

const shortDate = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

export const daysWords = ({ from, to }: { from: string; to: string }): string =>
  from === to ? shortDate(from) : `${shortDate(from)} – ${shortDate(to)}`;

/** The query in one line: "Spend, Inquiries by Client and month · Last 3 months". */
export const questionWords = (question: ReportQuestion, group: UserGroup, labels: Labels): string => {
  const { dimensions, granularity, period, filters } = question;
  const shown = questionMeasures(question, group, labels).map(({ label }) => label);
  const by = [...dimensions.map(dimensionLabel), ...(granularity === null ? [] : [granularity])];
  const days = 'range' in period ? NAMED_RANGES[period.range] : daysWords(period);
  const count = filters.length === 1 ? '1 filter' : `${filters.length} filters`;
  return [
    `${shown.join(', ')}${by.length > 0 ? ` by ${by.join(', ')}` : ''}`,
    days,
    ...(filters.length > 0 ? [count] : []),
  ].join(' · ');
};

export const OPERATOR_WORDS: Readonly<Record<FilterOperator, string>> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  set: 'has a value',
  notSet: 'has no value',
};
/** Whether an operator takes no value. */
export const takesNoValue = (operator: FilterOperator): boolean => operator === 'set' || operator === 'notSet';

/** Such as "State is TX, OH". */
export const filterText = (label: string, { member, operator, values }: QuestionFilter): string =>
  takesNoValue(operator)
    ? `${label} ${OPERATOR_WORDS[operator]}`
    : `${label} ${OPERATOR_WORDS[operator]} ${values.map((value) => dimensionWords(member, value)).join(', ')}`;

export const filtersWords = (
  { filters }: Pick<ReportQuestion, 'filters'>,
  group: UserGroup,
  labels: Labels,
): string[] =>
  filters.map((filter) => {
    const { member } = filter;
    return filterText(isMetricKey(member) ? metricLabel(member, labels, group) : dimensionLabel(member), filter);
  });
