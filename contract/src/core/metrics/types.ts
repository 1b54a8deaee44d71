import { type PartKey } from './formula/facts.ts';
import { type Permission } from '../access/permissions.ts';
import { type UserGroup } from '../access/user-groups.ts';

export const METRIC_CHANNELS = ['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'] as const;
export type MetricChannel = (typeof METRIC_CHANNELS)[number];
/** Channel of a report: one, or all together. */
export type ReportChannel = MetricChannel | 'all';

export const METRIC_VERTICALS = ['education', 'home', 'lending'] as const;
export type MetricVertical = (typeof METRIC_VERTICALS)[number];
export type ReportVertical = MetricVertical | 'all';

/** Percent values carry percent units: 110.5 means 110.5 %. */
export type MetricKind = 'dollar' | 'count' | 'percent' | 'number';

export const STAGES = ['contact', 'appointment', 'interview', 'visit', 'application', 'enrollment', 'start'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * Days over which the parts are summed. `range`: the requested ones. `mtd`: the month through its last complete day. `historical`: three
 * whole months, old enough for the stage. `mature`: days that ended long enough ago for the stage.
 */
type MetricWindow =
  | { days: 'range' | 'mtd' }
  | { days: 'historical'; stage: Stage | 'inquiry' }
  | { days: 'mature'; stage: Stage };

/** A number calculated from sums. `derive` gets the parts in order and is never called with a null. */
export interface Formula {
  parts: readonly PartKey[];
  /** The parts are added, not compared. */
  adds?: true;
  derive: (...sums: number[]) => number | null;
  /** The formula in words, from the names of its parts. */
  words: (...names: string[]) => string;
}

export interface MetricCommon {
  /** With placeholders for the label set: `MTD {enrollment.many}`. */
  label: string;
  /** Labels that differ by group. */
  labelFor?: Partial<Record<UserGroup, string>>;
  kind: MetricKind;
  window: MetricWindow;
  /** Upper bound: a layout may show it to fewer groups, never to more. */
  groups: readonly UserGroup[];
  /** Required in addition to the group. */
  permission?: Permission;
  /** Offered by the report builder, for these channels and verticals. */
  measure: boolean;
  channels: readonly MetricChannel[];
  verticals: readonly MetricVertical[];
  /** Channels in which dashboards and analysis reports hide it by default. */
  hiddenIn: readonly ReportChannel[];
  /** Overrides the decimals of its kind. */
  decimals?: number;
  blankWhenZero?: boolean;
  /** `month`: whole months only, by campaign or a level above it. */
  grain?: 'month';
  /** Name on the wire, if it shares that name with another metric. */
  wireKey?: string;
}

export interface AdditiveMetric extends MetricCommon {
  basis: 'additive';
  part: PartKey;
}

export interface DerivedMetric extends MetricCommon, Formula {
  basis: 'derived';
  /** Below this there is too little data for a value. */
  minimum?: { part: PartKey; atLeast: number };
  /** A campaign with a zero denominator shows its current price; groups and totals have none. */
  fallback?: 'price';
}

/** How a period metric is aggregated over rows. */
export type RollUp =
  | 'sum'
  /** A row without a value adds its value so far; the total is null only if every row is. */
  | 'sumOrMtd'
  /** Calculated from the summed parts and the calendar, not from the rows' values. */
  | 'recompute'
  /** Not aggregated. */
  | 'none';

export interface PeriodMetric extends MetricCommon {
  basis: 'period';
  rollUp: RollUp;
  /** Its name as a part of derived metrics, if it is one. */
  part?: PartKey;
}

export type Metric = AdditiveMetric | DerivedMetric | PeriodMetric;
