import { z } from 'zod';
import { COMPARISONS, comparedDays, type Days } from '../core/values/days.ts';
import { reportFormulasSchema } from '../core/metrics/formula/report-formula.ts';
import { GRANULARITIES, REPORT_LIMITS, reportQuerySchema } from '../core/metrics/report-query.ts';
import { daysOfRange, NAMED_RANGES, type NamedRange } from '../core/calls/ranges.ts';
import { reportChannel, reportVertical } from './calls.ts';

/** Chart types. The table is always shown below. */
export const REPORT_CHARTS = ['table', 'line', 'bar', 'stackedBar', 'pie', 'scatter', 'map'] as const;
export type ReportChart = (typeof REPORT_CHARTS)[number];

const { dimensions, measures, filters, order } = reportQuerySchema.shape;
const day = z.iso.date();

/** Named ranges are relative to today, date ranges fixed. */
const period = z
  .union([
    z.strictObject({ range: z.enum(Object.keys(NAMED_RANGES) as [NamedRange, ...NamedRange[]]) }),
    z.strictObject({ from: day, to: day }),
  ])
  .refine((days) => 'range' in days || days.from <= days.to, 'The end must not be before the start.');

/** A query of Media Analysis, as sent, saved and scheduled. Its rows depend on the reader's rights. */
export const reportQuestionSchema = z.strictObject({
  channel: reportChannel,
  vertical: reportVertical,
  dimensions,
  measures,
  filters,
  period,
  granularity: z.enum(GRANULARITIES).nullable().default(null),
  compare: z.enum(COMPARISONS).nullable().default(null),
  /** The dimension whose values become columns. */
  pivot: z.string().max(64).nullable().default(null),
  /** `measures` defines their positions; formulas missing there come last. */
  formulas: reportFormulasSchema.default([]),
  order,
  /** Only the first rows in that order; null for all. */
  top: z.int().min(1).max(REPORT_LIMITS.rows).nullable().default(null),
  chart: z.enum(REPORT_CHARTS).default('table'),
});
export type ReportQuestion = z.infer<typeof reportQuestionSchema>;

/** The days of a query and of its comparison, on this day of the owner's calendar. */
export const questionDays = (
  { period: choice, compare }: Pick<ReportQuestion, 'period' | 'compare'>,
  today: string,
): { days: Days; compared: Days | null } => {
  const days = 'range' in choice ? daysOfRange(choice.range, today) : { from: choice.from, to: choice.to };
  return { days, compared: compare && comparedDays(days, compare, today) };
};
