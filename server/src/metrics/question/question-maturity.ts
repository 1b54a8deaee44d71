import {
  countingOf,
  type Days,
  isDimensionKey,
  isMetricKey,
  isMeasureOf,
  type Labels,
  MATURED_METRICS,
  maySeeMetric,
  metricLabel,
  type MetricKey,
  type QuestionAnswer,
  type ReportQuestion,
  STAGES,
  whyNotCombined,
} from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { type ReportViewer } from '../report/report-check.ts';
import { runReport } from '../report/report.ts';
import { type Matured } from './question-rows.rules.ts';
import { type Shape, splitFilters } from './question-shape.rules.ts';

interface MaturityQuestion {
  question: ReportQuestion;
  days: Days;
  compared: Days | null;
  measured: readonly MetricKey[];
  labels: Labels;
  /** Totals already loaded, of the days and of the compared ones. */
  totals: readonly (Record<string, unknown> | null)[];
}

/** The percentages matured of the outcomes in a question's rows; none where its rows cannot tell, as those of keywords. */
export const maturedOf = (
  question: ReportQuestion,
  { measures }: Pick<Shape, 'measures'>,
  viewer: ReportViewer,
): Matured => {
  const names = [...question.dimensions, question.pivot ?? '', ...question.filters.map(({ member }) => member)];
  const dimensions = names.filter(isDimensionKey);
  const matured: Record<string, MetricKey> = {};
  for (const measure of measures.filter(isMetricKey)) {
    const counting = countingOf(measure);
    if (counting?.counted !== 'cohort') continue;
    const key = MATURED_METRICS[counting.stage];
    const isSeen = isMeasureOf(key, viewer.channel, viewer.vertical) && maySeeMetric(key, viewer);
    const reason = whyNotCombined({ dimensions, measures: [key], granularity: question.granularity }, viewer.group);
    if (isSeen && reason === null) matured[measure] = key;
  }
  return matured;
};

/** Percentage matured of the outcomes of these days and of the compared ones: recent days look worse than they are. */
export const loadOutcomeMaturity = async (
  tx: Tx,
  owners: readonly number[],
  { question, days, compared, measured, labels, totals }: MaturityQuestion,
  viewer: ReportViewer,
  now: Date,
): Promise<QuestionAnswer['maturity']> => {
  const stages = new Set(
    measured.flatMap((measure) => {
      const counting = countingOf(measure);
      return counting?.counted === 'cohort' ? [counting.stage] : [];
    }),
  );
  const keys = STAGES.filter((stage) => stages.has(stage))
    .map((stage) => MATURED_METRICS[stage])
    .filter((key) => isMeasureOf(key, viewer.channel, viewer.vertical) && maySeeMetric(key, viewer));
  const filters = splitFilters(question.filters).ofRows;
  const dimensions = filters.map(({ member }) => member).filter(isDimensionKey);
  if (keys.length === 0 || whyNotCombined({ dimensions, measures: keys, granularity: null }, viewer.group) !== null)
    return [];
  const ask = async ({ from, to }: Days, loaded: Record<string, unknown> | null | undefined) => {
    if (loaded && keys.every((key) => key in loaded)) return loaded;
    const { total } = await runReport(
      tx,
      owners,
      {
        dimensions: [],
        measures: keys,
        filters,
        timeDimensions: { dimension: 'date', granularity: null, dateRange: [from, to] },
        getTotal: true,
        order: [],
        limit: 1,
      },
      viewer,
      now,
    );
    return total;
  };
  const current = await ask(days, totals[0]);
  const before = compared === null ? null : await ask(compared, totals[1]);
  return keys.map((key) => ({
    label: metricLabel(key, labels, viewer.group),
    percent: (current?.[key] ?? null) as number | null,
    compared: (before?.[key] ?? null) as number | null,
  }));
};
