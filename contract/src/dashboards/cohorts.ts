import { MATURED_METRICS } from '../core/metrics/formula/counting.ts';
import { outcomeFactOf, STAGE_METRICS } from '../core/metrics/funnel.ts';
import { isMetricKey, type MetricKey } from '../core/metrics/metrics.ts';
import { type Stage, STAGES } from '../core/metrics/types.ts';

/** Ages in days after the inquiry at which a cohort is measured. */
export const COHORT_AGES = [7, 14, 30, 60, 90, 120, 180] as const;

const FIRST_STAGE: Stage = 'enrollment';
/** The requested stage; the first if it is unknown. */
export const cohortStage = (stageName: string | undefined): Stage =>
  STAGES.find((stage) => stage === stageName) ?? FIRST_STAGE;

/** Metrics of a stage's count, rate and percentage matured. */
export const cohortMeasures = (stage: Stage): Record<'count' | 'rate' | 'matured', MetricKey> => {
  const count: string = outcomeFactOf(stage);
  if (!isMetricKey(count)) throw new Error(`${stage} is counted by no measure`);
  return { count, rate: STAGE_METRICS[stage].rate, matured: MATURED_METRICS[stage] };
};
