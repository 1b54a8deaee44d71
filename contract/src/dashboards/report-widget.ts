import { type MetricKey } from '../core/metrics/metrics.ts';
import { type ReportChannel } from '../core/metrics/types.ts';
import { type DimensionKey } from '../core/metrics/report-dimensions.ts';
import { type Comparison, type Grain } from '../core/values/days.ts';

/** Default date range of a widget. */
export type RangeName =
  | 'monthToDate'
  | 'lastMonth'
  | 'threeMonths'
  | 'sixMonths'
  | 'twelveMonths'
  | 'thirteenMonths'
  | 'last28Days'
  | 'lastWeek'
  | 'yesterday'
  | 'lastThreeDays'
  | 'threeDaysLastWeek';

/** A widget is a named report: dimensions, measures, range and shape. */
export interface ReportWidget {
  /** Widget names of the report's dimensions and measures. */
  dimensions?: Readonly<Record<string, DimensionKey>>;
  measures: Readonly<Record<string, MetricKey>>;
  channel?: ReportChannel;
  granularity?: Grain;
  /** The grain cannot be changed. */
  fixedGrain?: true;
  range: RangeName;
  /** `change`: one row, each number with its change. `years`: months of this year beside last year's. */
  shape?: 'change' | 'years';
  compare?: Comparison;
  order?: string;
  limit?: number;
  /** Numbers hidden by default; readers can add them. The registry hides some everywhere. */
  hidden?: readonly string[];
  /** Rows below this count are left out: a rate of a few leads is no basis for ranking. */
  atLeast?: { measure: string; count: number };
}
