import { type MetricFormat } from '../core/formats.ts';
import { type Labels, type LabelSetName } from '../core/label-sets.ts';
import { isMetricKey, metricLabel, METRICS } from '../core/metrics/metrics.ts';
import { DIMENSIONS, isDimensionKey } from '../core/metrics/report-dimensions.ts';
import { type ReportVertical } from '../core/metrics/types.ts';
import { NAMED_RANGES } from '../core/ranges.ts';
import { type UserGroup } from '../core/user-groups.ts';
import { type ReportQuestion } from './question.ts';

/** Home remodelers have words of their own for the stages. */
export const labelsOfVertical = (vertical: ReportVertical): LabelSetName => (vertical === 'home' ? 'sales' : 'default');

/** The words of a question: a question about one owner has that owner's own over those of its vertical. */
export const labelsOfQuestion = (vertical: ReportVertical, own: Labels | null): Labels =>
  own === null || typeof own === 'string' ? labelsOfVertical(vertical) : { ...own, set: labelsOfVertical(vertical) };

/** A column of numbers in a question's table. */
export interface QuestionMeasure extends MetricFormat {
  key: string;
  label: string;
}

export const dimensionLabel = (name: string): string => (isDimensionKey(name) ? DIMENSIONS[name].label : name);

/** What is measured, in its order: measures by what this group calls them, and those of one's own by their names. */
export const questionMeasures = (
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

/** A question in one line: "Spend, Inquiries by Client and month · Last 3 months". */
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
