import { type AlertCondition, REPORT_LIMITS, type ReportQuery } from '@paceline/contract';

/** What a report is asked for a condition: its measure or the parts of it, over these days, whole or by day. */
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
