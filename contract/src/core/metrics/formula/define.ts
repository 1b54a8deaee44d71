import { type PartKey } from './facts.ts';
import {
  type AdditiveMetric,
  type DerivedMetric,
  type Formula,
  METRIC_CHANNELS,
  METRIC_VERTICALS,
  type Metric,
  type MetricCommon,
  type MetricKind,
  type PeriodMetric,
  type RollUp,
} from '../types.ts';
import { USER_GROUPS, type UserGroup } from '../../access/user-groups.ts';

type More<M extends Metric> = Partial<Omit<M, 'basis' | 'label' | 'kind'>>;

const COMMON = {
  window: { days: 'range' },
  groups: USER_GROUPS,
  measure: false,
  channels: METRIC_CHANNELS,
  verticals: METRIC_VERTICALS,
  hiddenIn: [],
} as const satisfies Partial<MetricCommon>;

export const additive = (
  label: string,
  kind: MetricKind,
  part: PartKey,
  more: More<AdditiveMetric> = {},
): AdditiveMetric => ({ ...COMMON, basis: 'additive', label, kind, part, ...more });

export const derived = (
  label: string,
  kind: MetricKind,
  formula: Formula,
  more: More<DerivedMetric> = {},
): DerivedMetric => ({ ...COMMON, basis: 'derived', label, kind, ...formula, ...more });

export const period = (
  label: string,
  kind: MetricKind,
  rollUp: RollUp,
  more: More<PeriodMetric> = {},
): PeriodMetric => ({ ...COMMON, basis: 'period', label, kind, rollUp, ...more });

/** Rates are often below one percent, so a second decimal is needed to tell them apart. */
const RATE_DECIMALS = 2;

export const rate = (label: string, formula: Formula, more: More<DerivedMetric> = {}): DerivedMetric =>
  derived(label, 'percent', formula, { decimals: RATE_DECIMALS, ...more });

/** Actual and target unit costs are always compared to the cent: $4.12 is not $4. */
export const CENTS = { decimals: 2 } as const;

export const unitCost = (label: string, formula: Formula, more: More<DerivedMetric> = {}): DerivedMetric =>
  derived(label, 'dollar', formula, { ...CENTS, ...more });

export const MTD = { window: { days: 'mtd' } } as const;
export const EDUCATION = { verticals: ['education'] } as const satisfies Partial<MetricCommon>;
export const NOT_PARTNERS = { groups: ['ag', 'cl'] } as const satisfies { groups: readonly UserGroup[] };
