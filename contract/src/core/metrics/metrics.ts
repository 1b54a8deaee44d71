import { fillLabel, type Labels, verticalOfLabels } from '../access/label-sets.ts';
import { BILLING_METRICS } from './billing.ts';
import { CAMPAIGN_ROW_METRICS } from './campaign-rows.ts';
import { type AdditiveMetricKey, factOf, type PartKey, partOf, type Parts } from './formula/facts.ts';

import { FUNNEL_METRICS } from './funnel.ts';
import { MEASURES } from './measures.ts';
import { GOAL_ROW_METRICS, PACING_ROW_METRICS } from './pacing/pacing-rows.ts';
import { evaluate } from './formula/sums.ts';
import { type Metric, type ReportChannel, type ReportVertical } from './types.ts';
import { WIDGET_ROW_METRICS } from './widget-rows.ts';
import { hasPermission, type Permission } from '../access/permissions.ts';
import { type UserGroup } from '../access/user-groups.ts';

const REGISTRY = {
  ...CAMPAIGN_ROW_METRICS,
  ...GOAL_ROW_METRICS,
  ...PACING_ROW_METRICS,
  ...WIDGET_ROW_METRICS,
  ...MEASURES,
  ...FUNNEL_METRICS,
  ...BILLING_METRICS,
} as const satisfies Record<string, Metric>;

export type MetricKey = keyof typeof REGISTRY;
/** Every number in a table, tile, chart, report or file, by its name on the wire. */
export const METRICS: Readonly<Record<MetricKey, Metric>> = REGISTRY;
export const METRIC_KEYS = Object.keys(REGISTRY) as MetricKey[];

export const isMetricKey = (name: string): name is MetricKey => Object.hasOwn(REGISTRY, name);

/** Name of the metric outside the process. */
export const wireKeyOf = (key: MetricKey): string => METRICS[key].wireKey ?? key;

export const metricLabel = (key: MetricKey, set: Labels, group: UserGroup): string => {
  const { label, labelFor } = METRICS[key];
  return fillLabel(labelFor?.[group] ?? label, set);
};

/** Whether the metric exists in the label set's vertical: home improvement has no applications. */
export const isOfLabels = (key: MetricKey, set: Labels): boolean =>
  METRICS[key].verticals.includes(verticalOfLabels(set));

export interface MetricViewer {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

export const maySeeMetric = (key: MetricKey, { group, permissions }: MetricViewer): boolean => {
  const { groups, permission = 'none' } = METRICS[key];
  return groups.includes(group) && hasPermission(permissions, permission);
};

/** Whether the report builder offers it there. `all` offers what any channel has: sums keep the fact families apart. */
export const isMeasureOf = (key: MetricKey, channel: ReportChannel, vertical: ReportVertical): boolean => {
  const { measure, channels, verticals } = METRICS[key];
  return (
    measure && (channel === 'all' || channels.includes(channel)) && (vertical === 'all' || verticals.includes(vertical))
  );
};

export const measuresFor = (viewer: MetricViewer, channel: ReportChannel, vertical: ReportVertical): MetricKey[] =>
  METRIC_KEYS.filter((key) => isMeasureOf(key, channel, vertical) && maySeeMetric(key, viewer));

export const isHiddenByDefault = (key: MetricKey, channel: ReportChannel): boolean =>
  METRICS[key].hiddenIn.includes(channel);

/** The sums that this metric is made of. */
export const partsOf = (key: MetricKey): readonly PartKey[] => {
  const metric = METRICS[key];
  const minimum = metric.basis === 'derived' && metric.minimum ? [metric.minimum.part] : [];
  const parts = metric.basis === 'derived' ? metric.parts : metric.part ? [metric.part] : [];
  return [...new Set([...parts, ...minimum])];
};

/** Facts that must be summed to show these metrics to this group; monthly numbers are not facts. */
export const factsOf = (keys: Iterable<MetricKey>, group: UserGroup): AdditiveMetricKey[] => {
  const facts = new Set<AdditiveMetricKey>();
  for (const key of keys) {
    for (const part of partsOf(key)) {
      const fact = factOf(part, group);
      if (fact) facts.add(fact);
    }
  }
  return [...facts];
};

interface RowContext {
  /** For a single campaign's row: the viewer's current price. */
  price?: number | null;
}

/**
 * Value of a metric from sums: one function for a row, a group, a total, an export and a screen. A period metric that is not a part has no
 * value here; the monthly rules calculate it.
 */
export const metricValue = (key: MetricKey, sums: Parts, { price = null }: RowContext = {}): number | null => {
  const metric = METRICS[key];
  if (metric.basis !== 'derived') return metric.part ? partOf(sums, metric.part) : null;
  if (metric.minimum && (sums[metric.minimum.part] ?? 0) < metric.minimum.atLeast) return null;
  const value = evaluate(metric, sums);
  if (value !== null || metric.fallback !== 'price') return value;
  return metric.parts.every((part) => partOf(sums, part) !== null) ? price : null;
};
