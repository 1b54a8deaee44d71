import { comparedDays, type Days, plusDays } from '../core/values/days.ts';
import { MATURITY_DAYS } from '../core/metrics/maturity-days.ts';
import { countingOf } from '../core/metrics/formula/counting.ts';
import { isMetricKey, type MetricKey } from '../core/metrics/metrics.ts';
import { type AlertCondition } from './rules.ts';

/** For how many of the latest days inquiries are left out, because their outcomes are still to come. */
export const immatureDays = (measure: MetricKey): number => {
  const counting = countingOf(measure);
  return counting?.counted === 'cohort' ? MATURITY_DAYS[counting.stage] : 0;
};

interface RuleWindow {
  days: Days;
  compared: Days | null;
  /** The days that decide which groups exist: a group with rows then and none now is reported as well. */
  knownDays: Days;
}

/** The days that a rule covers on a day of the owner's calendar: complete ones, and old enough for the measure. */
export const windowOn = (
  { measure, days, compare }: Pick<AlertCondition, 'measure' | 'days' | 'compare'>,
  today: string,
): RuleWindow => {
  const young = isMetricKey(measure) ? immatureDays(measure) : 0;
  const to = plusDays(today, -1 - young);
  const span = { from: plusDays(to, 1 - days), to };
  // Month-to-date comparison has its own rule in reports; here the compared span has as many days as the rule.
  const compared = compare && comparedDays(span, compare, to);
  return { days: span, compared, knownDays: compared ?? comparedDays(span, 'previous', to) };
};
