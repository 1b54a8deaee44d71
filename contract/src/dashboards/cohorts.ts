import { MATURED_METRICS } from '../core/metrics/formula/counting.ts';
import { outcomeFactOf, STAGE_METRICS } from '../core/metrics/funnel.ts';
import { isMetricKey, type MetricKey } from '../core/metrics/metrics.ts';
import { type Stage, STAGES } from '../core/metrics/types.ts';

/** Days after the inquiry at which it is told how many had got how far. */
export const COHORT_AGES = [7, 14, 30, 60, 90, 120, 180] as const;

const FIRST_STAGE: Stage = 'enrollment';
/** The stage that was asked for; what is none is the first choice. */
export const cohortStage = (stageName: string | undefined): Stage =>
  STAGES.find((stage) => stage === stageName) ?? FIRST_STAGE;

/** What the registry calls a stage's count, its share of the inquiries, and how far it has come in. */
export const cohortMeasures = (stage: Stage): Record<'count' | 'rate' | 'matured', MetricKey> => {
  const count: string = outcomeFactOf(stage);
  if (!isMetricKey(count)) throw new Error(`${stage} is counted by no measure`);
  return { count, rate: STAGE_METRICS[stage].rate, matured: MATURED_METRICS[stage] };
};
