import { type PartKey } from './formula/facts.ts';
import { type Permission } from '../access/permissions.ts';
import { type UserGroup } from '../access/user-groups.ts';

export const METRIC_CHANNELS = ['ppl', 'ppc', 'social', 'programmaticDisplay', 'email'] as const;
export type MetricChannel = (typeof METRIC_CHANNELS)[number];
/** The channel of a report: one of them, or all of them together. */
export type ReportChannel = MetricChannel | 'all';

export const METRIC_VERTICALS = ['education', 'home', 'lending'] as const;
export type MetricVertical = (typeof METRIC_VERTICALS)[number];
export type ReportVertical = MetricVertical | 'all';

/** Percent values carry percent units: 110.5 means 110.5 %. */
export type MetricKind = 'dollar' | 'count' | 'percent' | 'number';

export const STAGES = ['contact', 'appointment', 'interview', 'visit', 'application', 'enrollment', 'start'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * Which days the parts are summed over. `range`: those that were asked for. `mtd`: the month through its last complete day.
 * `historical`: three whole months, old enough for the stage. `mature`: the days that ended long enough ago for the stage.
 */
type MetricWindow =
  | { days: 'range' | 'mtd' }
  | { days: 'historical'; stage: Stage | 'inquiry' }
  | { days: 'mature'; stage: Stage };

/** A number that is made of sums. `derive` gets the parts in their order and is never called with a null among them. */
export interface Formula {
  parts: readonly PartKey[];
  /** The parts are added up and not held against each other. */
  adds?: true;
  derive: (...sums: number[]) => number | null;
  /** The same in words, made of what the parts are called. */
  words: (...names: string[]) => string;
}

export interface MetricCommon {
  /** With words of the label set in braces: `MTD {enrollment.many}`. */
  label: string;
  /** Where one group reads another label than the rest. */
  labelFor?: Partial<Record<UserGroup, string>>;
  kind: MetricKind;
  window: MetricWindow;
  /** Upper bound: a layout may show less, nothing shows more. */
  groups: readonly UserGroup[];
  /** A right that is needed on top of the group. */
  permission?: Permission;
  /** The report builder offers it, for these channels and verticals. */
  measure: boolean;
  channels: readonly MetricChannel[];
  verticals: readonly MetricVertical[];
  /** Channels in which dashboards and analysis reports start without it. */
  hiddenIn: readonly ReportChannel[];
  /** In place of the decimals of its kind. */
  decimals?: number;
  blankWhenZero?: boolean;
  /** `month`: only whole months, by campaign or something above it. */
  grain?: 'month';
  /** Where the wire uses one name for two metrics: the name that this one has there. */
  wireKey?: string;
}

export interface AdditiveMetric extends MetricCommon {
  basis: 'additive';
  part: PartKey;
}

export interface DerivedMetric extends MetricCommon, Formula {
  basis: 'derived';
  /** With fewer than this there is too little to tell. */
  minimum?: { part: PartKey; atLeast: number };
  /** A campaign with nothing to divide by shows the price it runs at; a group or a total has no price. */
  fallback?: 'price';
}

/** How a period metric of many rows comes from theirs. */
export type RollUp =
  | 'sum'
  /** A row that has none yet adds what it has so far; only where all have none, the total has none. */
  | 'sumOrMtd'
  /** From the summed parts and the calendar, not from the rows' values. */
  | 'recompute'
  /** It belongs to one row. */
  | 'none';

export interface PeriodMetric extends MetricCommon {
  basis: 'period';
  rollUp: RollUp;
  /** Its name among the parts of derived metrics, if it is one. */
  part?: PartKey;
}

export type Metric = AdditiveMetric | DerivedMetric | PeriodMetric;
