import {
  countingOf,
  type Days,
  isDimensionKey,
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
import { splitFilters } from './question-shape.rules.ts';

interface MaturityQuestion {
  question: ReportQuestion;
  days: Days;
  compared: Days | null;
  measured: readonly MetricKey[];
  labels: Labels;
}

/** Percentage matured of the outcomes of these days and of the compared ones: recent days look worse than they are. */
export const loadOutcomeMaturity = async (
  tx: Tx,
  owners: readonly number[],
  { question, days, compared, measured, labels }: MaturityQuestion,
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
  const ask = async ({ from, to }: Days) => {
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
  const current = await ask(days);
  const before = compared === null ? null : await ask(compared);
  return keys.map((key) => ({
    label: metricLabel(key, labels, viewer.group),
    percent: (current?.[key] ?? null) as number | null,
    compared: (before?.[key] ?? null) as number | null,
  }));
};
