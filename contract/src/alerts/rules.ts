import { z } from 'zod';
import { COMPARISONS, type Comparison } from '../core/values/days.ts';
import { formatMetricValue } from '../core/values/formats.ts';
import { isMetricKey, metricLabel, METRICS, type MetricKey } from '../core/metrics/metrics.ts';
import { DIMENSIONS, isDimensionKey } from '../core/metrics/report-dimensions.ts';
import { reportQuerySchema } from '../core/metrics/report-query.ts';
import { METRIC_CHANNELS, METRIC_VERTICALS } from '../core/metrics/types.ts';
import { instant, key } from '../core/calls/schema.ts';
import { type Labels } from '../core/access/label-sets.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

export const RULE_LIMITS = { days: 90, hours: 720, readers: 50, previewDays: 90 } as const;

/** A measure over the last days, or its change against the comparison period, is above or below a threshold. */
export const alertConditionSchema = z.strictObject({
  channel: z.enum([...METRIC_CHANNELS, 'all']),
  vertical: z.enum([...METRIC_VERTICALS, 'all']),
  measure: z.string().max(64),
  /** Each value is checked separately; null checks the total. */
  dimension: z.string().max(64).nullable(),
  filters: reportQuerySchema.shape.filters,
  days: z.int().min(1).max(RULE_LIMITS.days),
  /** Null compares the value itself, otherwise its change in percent against these days. */
  compare: z.enum(COMPARISONS).nullable(),
  direction: z.enum(['above', 'below']),
  threshold: z.number().min(-1_000_000_000).max(1_000_000_000),
});
export type AlertCondition = z.infer<typeof alertConditionSchema>;

/** The fields of a condition that its wording needs. */
export type ConditionInWords = Pick<
  AlertCondition,
  'measure' | 'dimension' | 'days' | 'compare' | 'direction' | 'threshold'
>;

export const alertRuleFormSchema = z.strictObject({
  /** Null for a new one. */
  ruleKey: key.nullable(),
  rowVersion: z.int().nullable(),
  name: z.string().trim().min(1).max(80),
  condition: alertConditionSchema,
  /** At most one alert in this many hours while the condition lasts or recurs. */
  hours: z.int().min(1).max(RULE_LIMITS.hours),
  readerKeys: z.array(key).min(1, 'Choose at least one reader.').max(RULE_LIMITS.readers),
});
export type AlertRuleForm = z.infer<typeof alertRuleFormSchema>;

export const alertRuleSchema = z.object({
  ruleKey: key,
  rowVersion: z.int(),
  name: z.string(),
  condition: alertConditionSchema,
  hours: z.int(),
  readerKeys: z.array(key),
  readers: z.array(z.string()),
  by: z.string(),
  mayChange: z.boolean(),
  isPaused: z.boolean(),
  pauseReason: z.string().nullable(),
  checkedAt: instant.nullable(),
  /** Number of open alerts of this rule. */
  open: z.int(),
});
export type AlertRule = z.infer<typeof alertRuleSchema>;

export const rulePreviewSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** How many alerts it would have sent. */
  told: z.int(),
  /** Days on which the condition was met, with the values. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      met: z.int(),
      first: z.array(z.object({ name: z.string().nullable(), value: z.number() })),
    }),
  ),
  /** For each day the value that the threshold is compared with: the largest of all groups for "above", the smallest for "below". */
  values: z.array(z.object({ day: z.iso.date(), name: z.string().nullable(), value: z.number().nullable() })),
  notes: z.array(z.string()),
});
export type RulePreview = z.infer<typeof rulePreviewSchema>;

/** Plan figures cover whole months, so a rule cannot watch them by day. */
export const isWatchable = (measure: MetricKey): boolean => METRICS[measure].grain !== 'month';

const COMPARED: Record<Comparison, string> = {
  previous: 'the days before',
  weekdays: 'the same weekdays before',
  lastYear: 'the same days last year',
};

/** Formats a threshold: in the measure's unit, or in percent if it is a change. */
export const writeRuleValue = (
  { measure, compare }: Pick<AlertCondition, 'measure' | 'compare'>,
  value: number,
): string =>
  compare === null && isMetricKey(measure)
    ? formatMetricValue(METRICS[measure], value)
    : `${formatMetricValue({ kind: 'number', decimals: 1 }, value)} %`;

export const ruleMeasureLabel = (
  { measure }: Pick<AlertCondition, 'measure'>,
  group: UserGroup,
  labels: Labels,
): string => (isMetricKey(measure) ? metricLabel(measure, labels, group) : measure);

/** For example "CPL above $50.00 over 7 days, by Campaign", in the words of the rule's owner. */
export const conditionWords = (condition: ConditionInWords, group: UserGroup, labels: Labels): string => {
  const { dimension, days, compare, direction, threshold } = condition;
  const what = `${compare === null ? '' : 'Change of '}${ruleMeasureLabel(condition, group, labels)}`;
  const against = compare === null ? '' : ` against ${COMPARED[compare]}`;
  const by = dimension !== null && isDimensionKey(dimension) ? `, by ${DIMENSIONS[dimension].label}` : '';
  const over = days === 1 ? 'over 1 day' : `over ${days} days`;
  return `${what} ${direction} ${writeRuleValue(condition, threshold)}${against} ${over}${by}`;
};
