import { type MetricKey } from '../core/metrics/metrics.ts';
import { type ReportChannel } from '../core/metrics/types.ts';
import { type DimensionKey } from '../core/metrics/report-dimensions.ts';
import { type Comparison, type Grain } from '../core/values/days.ts';

/** The days that a widget is about when nobody says which. */
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

/** A widget is a report with a name: by what, how much of what, of when, in which shape. */
export interface ReportWidget {
  /** The widget's names for the dimensions and the measures of the report. */
  dimensions?: Readonly<Record<string, DimensionKey>>;
  measures: Readonly<Record<string, MetricKey>>;
  channel?: ReportChannel;
  granularity?: Grain;
  /** Its rows are of this grain and of no other. */
  fixedGrain?: true;
  range: RangeName;
  /** `change`: one row, each number beside its change. `years`: months of this year beside those of the last. */
  shape?: 'change' | 'years';
  compare?: Comparison;
  order?: string;
  limit?: number;
  /** Numbers that a table starts without: its reader adds them. The registry hides some of its own everywhere. */
  hidden?: readonly string[];
  /** Rows with fewer of it are left out: a rate of a handful is no rank. */
  atLeast?: { measure: string; count: number };
}
