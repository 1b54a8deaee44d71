import {
  DIMENSIONS,
  isDimensionKey,
  isDimensionOf,
  isMeasureOf,
  isMetricKey,
  type Labels,
  maySeeMetric,
  metricLabel,
  type MetricViewer,
  type ReportFormula,
  type ReportQuestion,
} from '@paceline/contract';

const namesIn = ({ expression }: ReportFormula): string[] => expression.match(/[A-Za-z]\w*/g) ?? [];

type NamedFields = Pick<ReportQuestion, 'dimensions' | 'measures' | 'filters' | 'pivot' | 'formulas'>;

/** Every field used in a question: shown, filtered, pivoted or used in a formula. */
const membersOf = ({ dimensions, measures, filters, pivot, formulas }: NamedFields): string[] => {
  const own = new Set(formulas.map(({ key }) => key));
  const named = [
    ...dimensions,
    ...measures,
    ...filters.map(({ member }) => member),
    ...(pivot === null ? [] : [pivot]),
  ];
  const used = formulas.flatMap(namesIn).filter(isMetricKey);
  return [...new Set([...named, ...used])].filter((name) => name !== 'date' && !own.has(name));
};

/** Labels, in the owner's words, of the fields of a question that a viewer may not see; empty if it may be shown to them. */
export const hiddenFields = (
  question: NamedFields & Pick<ReportQuestion, 'channel' | 'vertical'>,
  viewer: MetricViewer,
  labels: Labels,
): string[] => {
  const { channel, vertical } = question;
  return membersOf(question).flatMap((name) => {
    if (isDimensionKey(name))
      return isDimensionOf(name, viewer.group, channel, vertical) ? [] : [DIMENSIONS[name].label];
    if (!isMetricKey(name)) return [name];
    return isMeasureOf(name, channel, vertical) && maySeeMetric(name, viewer)
      ? []
      : [metricLabel(name, labels, viewer.group)];
  });
};

/** Whether a filter of the question names records: a media partner must not see others' names in a shared view. */
export const namesRecords = ({ filters }: ReportQuestion): boolean =>
  filters.some(({ member, values }) => isDimensionKey(member) && values.length > 0);

/**
 * Whether a saved question is shown to a viewer. Its maker's own stays, so that it can be repaired; another's with a field that the viewer
 * may not see does not exist.
 */
export const isQuestionOffered = (question: ReportQuestion, viewer: MetricViewer, isMine: boolean): boolean =>
  isMine ||
  (hiddenFields(question, viewer, 'default').length === 0 && (viewer.group !== 'mp' || !namesRecords(question)));
