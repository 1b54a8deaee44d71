import { fillLabel, type Labels } from '../../access/label-sets.ts';
import { type UserGroup } from '../../access/user-groups.ts';
import { wholePercent } from '../../values/share.ts';
import { type PartKey } from './facts.ts';
import { outcomeFactOf } from '../funnel.ts';
import { type MetricKey, METRICS, metricLabel, partsOf } from '../metrics.ts';
import { type Stage, STAGES } from '../types.ts';

/**
 * The day an outcome is counted on. `event`: the day it happened. `cohort`: the day of its inquiry; outcomes of recent inquiries are still
 * to come.
 */
export type Counted = 'event' | 'cohort';

interface Counting {
  counted: Counted;
  /** The stage whose lag curve gives the percentage matured. */
  stage: Stage;
}

const EVENTS = {
  contact: 'contactEvents',
  appointment: 'appointmentEvents',
  interview: 'interviewEvents',
  visit: 'visitEvents',
  application: 'applicationEvents',
  enrollment: 'enrollmentEvents',
  start: 'startEvents',
} as const satisfies Record<Stage, PartKey>;

const COUNTED = new Map<PartKey, Counting>([
  ...STAGES.map((stage): [PartKey, Counting] => [EVENTS[stage], { counted: 'event', stage }]),
  ...STAGES.map((stage): [PartKey, Counting] => [outcomeFactOf(stage), { counted: 'cohort', stage }]),
  // The amount of a sale arrives on the day of the sale.
  ['soldAmount', { counted: 'cohort', stage: 'enrollment' }],
]);

/** How a metric counts outcomes, by its latest stage; null if it counts none, or names its months in its label. */
export const countingOf = (key: MetricKey): Counting | null => {
  const { days } = METRICS[key].window;
  if (days === 'historical' || days === 'mature') return null;
  const own = partsOf(key).flatMap((part) => COUNTED.get(part) ?? []);
  return own.toSorted((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage)).at(-1) ?? null;
};

const DAYS_COUNTED = { event: 'in the period', cohort: 'of these inquiries' } as const satisfies Record<
  Counted,
  string
>;

/** How the outcome is counted, in words: "of these inquiries, 72 % matured". */
export const countedWords = (counted: Counted, percentMatured: number | null = null): string =>
  counted === 'event' || percentMatured === null
    ? DAYS_COUNTED[counted]
    : `${DAYS_COUNTED.cohort}, ${wholePercent(percentMatured)}% matured`;

/** Labels of outcome metrics say how they are counted, so that one word never has two values; rates and costs follow from them. */
export const countedLabel = (key: MetricKey, set: Labels, group: UserGroup): string => {
  const label = metricLabel(key, set, group);
  const counting = countingOf(key);
  if (counting === null || METRICS[key].basis !== 'additive') return label;
  return `${label.replace(/^MTD /, '')} ${DAYS_COUNTED[counting.counted]}`;
};

/** The metric for a stage's percentage matured. */
export const MATURED_METRICS = {
  contact: 'contactPercentMatured',
  appointment: 'appointmentPercentMatured',
  interview: 'interviewPercentMatured',
  visit: 'visitPercentMatured',
  application: 'applicationPercentMatured',
  enrollment: 'enrollPercentMatured',
  start: 'startPercentMatured',
} as const satisfies Record<Stage, MetricKey>;

/** Below this percentage a comparison depends mostly on outcomes still to come, so none is shown. */
export const MIN_PERCENT_COMPARED = 20;

/**
 * A cohort figure extrapolated to full maturity, so that a recent period can be compared with an old one: counts and rates rise, costs
 * fall. Null if too little has matured.
 */
export const atFullMaturity = (key: MetricKey, value: number | null, percentMatured: number | null): number | null => {
  const counting = countingOf(key);
  if (counting?.counted !== 'cohort') return value;
  if (value === null || percentMatured === null || percentMatured < MIN_PERCENT_COMPARED) return null;
  const share = percentMatured / 100;
  const metric = METRICS[key];
  if (metric.basis === 'additive') return value / share;
  const [first, last] = [metric.basis === 'derived' ? metric.parts.at(0) : undefined, partsOf(key).at(-1)];
  const outcome = outcomeFactOf(counting.stage);
  if (last === outcome && metric.kind === 'dollar') return value * share;
  return first === outcome && last === 'validLeads' ? value / share : null;
};

/** "Enrollments of May to July inquiries", for stages with a time window of their own. */
export const stageOfMonths = (stage: Stage | 'inquiry', months: string, set: Labels): string =>
  stage === 'inquiry'
    ? fillLabel(`{inquiry.many} of ${months}`, set)
    : `${fillLabel(`{${stage}.many}`, set)} of ${months} ${fillLabel('{inquiry.many}', set).toLowerCase()}`;
