import {
  ADDITIVE_FACTS,
  type DimensionKey,
  DIMENSIONS,
  type FactFamily,
  factsOf,
  isDimensionKey,
  isMetricKey,
  isPlanMeasure,
  type Labels,
  labelsOfQuestion,
  metricLabel,
  METRICS,
  type MetricKey,
  parseFormula,
  REPORT_LIMITS,
  type ReportMember,
  type ReportQuestion,
  type UserGroup,
  whyNotCombined,
} from '@paceline/contract';
import type { Shelf } from '../prepare-question.ts';

/** A field of the panel: where it is used, or why it cannot be. */
export interface Field {
  key: string;
  label: string;
  shelf: Shelf;
  isUsed: boolean;
  /** Why it cannot be added now; null if it can. */
  reason: string | null;
}
export interface FieldTopic {
  title: string;
  fields: Field[];
}
export interface FieldPanelData {
  inUse: Field[];
  dimensions: FieldTopic[];
  measures: FieldTopic[];
  /** Shown on demand. */
  more: FieldTopic[];
  /** Whether the search finds nothing. */
  isEmpty: boolean;
}

interface FieldsQuestion {
  question: ReportQuestion;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  group: UserGroup;
  search: string;
}

const DIMENSION_TOPICS: readonly [title: string, holds: (key: DimensionKey) => boolean][] = [
  ['Campaign', (key) => DIMENSIONS[key].source === 'campaign'],
  [
    'School and program',
    (key) =>
      ['campus', 'program', 'degreeLevel', 'subjectArea', 'modality', 'areaOfInterest', 'degreeOfInterest'].includes(
        key,
      ),
  ],
  ['Source', (key) => ['publisher', 'publisherSource', 'subSource'].includes(key)],
  ['Ad platform', (key) => ['platform', 'keyword'].includes(DIMENSIONS[key].source)],
  ['Website', (key) => ['page', 'event'].includes(DIMENSIONS[key].source)],
  ['Inquiry', () => true],
];

const FAMILY_TOPICS: Readonly<Record<FactFamily, string>> = {
  leads: 'Inquiries',
  milestones: 'Outcomes',
  clicks: 'Clicks',
  platform: 'Ad platforms',
  email: 'Email',
  website: 'Website',
};
const TOPIC_ORDER = ['Cost', 'Inquiries', 'Outcomes', 'Plan', 'Ad platforms', 'Clicks', 'Email', 'Website'];

const STAGE_FACT = /^(contacts|appointments|interviews|visits|applications|enrollments|starts|daysTo)/;

const topicOfMeasure = (key: MetricKey, group: UserGroup): string => {
  if (isPlanMeasure(key)) return 'Plan';
  const facts = factsOf([key], group);
  const families = new Set(facts.map((fact) => ADDITIVE_FACTS[fact].family));
  if (
    families.has('platform') &&
    !facts.includes('clientCost') &&
    facts.every((fact) => ADDITIVE_FACTS[fact].family !== 'clicks')
  )
    return 'Ad platforms';
  if (facts.some((fact) => STAGE_FACT.test(fact)) || key.endsWith('PercentMatured')) return 'Outcomes';
  if (METRICS[key].kind === 'dollar' || facts.includes('mediaCost')) return 'Cost';
  return FAMILY_TOPICS[[...families].toSorted()[0] ?? 'leads'];
};

/** Measures with the labels of the answer's columns. */
export const inWords = (
  measures: readonly ReportMember[],
  { vertical }: Pick<ReportQuestion, 'vertical'>,
  own: Labels | null,
  group: UserGroup,
): ReportMember[] => {
  const labels = labelsOfQuestion(vertical, own);
  return measures.map((measure) =>
    isMetricKey(measure.key) ? { ...measure, label: metricLabel(measure.key, labels, group) } : measure,
  );
};

/** The registry measures a question needs: directly, through formulas, and through number filters. */
const measuresAsked = (question: ReportQuestion, names: ReadonlySet<string>): MetricKey[] => {
  const used = question.formulas.flatMap(({ expression }) => {
    const formula = parseFormula(expression, names);
    return formula.error ? [] : formula.uses;
  });
  const filtered = question.filters.map(({ member }) => member).filter((name) => !isDimensionKey(name));
  return [...new Set([...question.measures, ...used, ...filtered])].filter(isMetricKey);
};

const dimensionsAsked = ({ dimensions, filters, pivot }: ReportQuestion): DimensionKey[] =>
  [...new Set([...dimensions, ...(pivot === null ? [] : [pivot]), ...filters.map(({ member }) => member)])].filter(
    isDimensionKey,
  );

/** Why a field cannot be added to a question, by the server's rule. */
export const whyNotAdded = (
  question: ReportQuestion,
  names: ReadonlySet<string>,
  group: UserGroup,
  added: { dimension?: DimensionKey; measure?: MetricKey },
): string | null =>
  whyNotCombined(
    {
      dimensions: [...dimensionsAsked(question), ...(added.dimension ? [added.dimension] : [])],
      measures: [...measuresAsked(question, names), ...(added.measure ? [added.measure] : [])],
      granularity: question.granularity,
    },
    group,
  );

/** A dimension that fits none of the available measures is not offered. */
const isUseful = (key: DimensionKey, measures: readonly MetricKey[], group: UserGroup): boolean =>
  measures.some(
    (measure) => whyNotCombined({ dimensions: [key], measures: [measure], granularity: null }, group) === null,
  );

const grouped = <Item>(
  items: readonly Item[],
  titleOf: (item: Item) => string,
  field: (item: Item) => Field,
): FieldTopic[] => {
  const topics = new Map<string, Field[]>();
  for (const item of items) topics.set(titleOf(item), [...(topics.get(titleOf(item)) ?? []), field(item)]);
  return [...topics].map(([title, fields]) => ({ title, fields }));
};

const byOrder =
  (order: readonly string[]) =>
  (a: FieldTopic, b: FieldTopic): number =>
    order.indexOf(a.title) - order.indexOf(b.title);

/** All fields of the panel: those in use first, the rest by topic, with the reason for unavailable ones. */
export const fieldPanel = ({ question, dimensions, measures, group, search }: FieldsQuestion): FieldPanelData => {
  const names = new Set(measures.map(({ key }) => key));
  const measureKeys = measures.map(({ key }) => key).filter(isMetricKey);
  const wanted = search.trim().toLowerCase();
  const isFound = ({ key, label }: ReportMember): boolean =>
    wanted === '' || `${label} ${key}`.toLowerCase().includes(wanted);
  const rows = new Set([...question.dimensions, ...(question.pivot === null ? [] : [question.pivot])]);
  const values = new Set(question.measures);

  const dimensionField = ({ key, label }: ReportMember): Field => {
    const isUsed = rows.has(key);
    const full =
      rows.size >= REPORT_LIMITS.dimensions ? `A report has at most ${REPORT_LIMITS.dimensions} dimensions.` : null;
    const reason =
      isUsed || !isDimensionKey(key) ? null : (full ?? whyNotAdded(question, names, group, { dimension: key }));
    return { key, label, shelf: 'dimensions', isUsed, reason };
  };
  const measureField = ({ key, label }: ReportMember): Field => {
    const isUsed = values.has(key);
    const full =
      values.size >= REPORT_LIMITS.measures ? `A report has at most ${REPORT_LIMITS.measures} values.` : null;
    const reason = isUsed || !isMetricKey(key) ? null : (full ?? whyNotAdded(question, names, group, { measure: key }));
    return { key, label, shelf: 'measures', isUsed, reason };
  };

  const foundDimensions = dimensions.filter(
    (one) => isFound(one) && isDimensionKey(one.key) && (rows.has(one.key) || isUseful(one.key, measureKeys, group)),
  );
  const foundMeasures = measures.filter(isFound);
  const inUse = [
    ...foundDimensions.filter(({ key }) => rows.has(key)).map(dimensionField),
    ...foundMeasures.filter(({ key }) => values.has(key)).map(measureField),
  ];
  const titleOf = ({ key }: ReportMember): string =>
    DIMENSION_TOPICS.find(([, holds]) => holds(key as DimensionKey))?.[0] ?? '';
  const topicOf = ({ key }: ReportMember): string => topicOfMeasure(key as MetricKey, group);
  const order = DIMENSION_TOPICS.map(([title]) => title);
  return {
    inUse,
    dimensions: grouped(
      foundDimensions.filter(({ key }) => !rows.has(key)),
      titleOf,
      dimensionField,
    ).toSorted(byOrder(order)),
    measures: grouped(
      foundMeasures.filter(({ key, hidden }) => !hidden && !values.has(key)),
      topicOf,
      measureField,
    ).toSorted(byOrder(TOPIC_ORDER)),
    more: grouped(
      foundMeasures.filter(({ key, hidden }) => hidden && !values.has(key)),
      topicOf,
      measureField,
    ).toSorted(byOrder(TOPIC_ORDER)),
    isEmpty: foundDimensions.length + foundMeasures.length === 0,
  };
};
