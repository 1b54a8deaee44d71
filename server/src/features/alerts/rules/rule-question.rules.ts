import { type AlertCondition, REPORT_LIMITS, type ReportQuery } from '@paceline/contract';

/** The report question for a condition: its measure or the measure's parts, over these days, in total or by day. */
export const questionOf = (
  { dimension, filters }: AlertCondition,
  measures: readonly string[],
  from: string,
  to: string,
  granularity: 'day' | null = null,
): ReportQuery => ({
  dimensions: dimension === null ? [] : [dimension],
  measures: [...measures],
  filters,
  timeDimensions: { dimension: 'date', granularity, dateRange: [from, to] },
  getTotal: false,
  order: [],
  limit: REPORT_LIMITS.rows,
});
