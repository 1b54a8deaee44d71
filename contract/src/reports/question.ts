import { z } from 'zod';
import { COMPARISONS, comparedDays, type Days } from '../core/values/days.ts';
import { reportFormulasSchema } from '../core/metrics/formula/report-formula.ts';
import { GRANULARITIES, REPORT_LIMITS, reportQuerySchema } from '../core/metrics/report-query.ts';
import { daysOfRange, NAMED_RANGES, type NamedRange } from '../core/calls/ranges.ts';
import { reportChannel, reportVertical } from './calls.ts';

/** How the answer is drawn. The table is always there below. */
export const REPORT_CHARTS = ['table', 'line', 'bar', 'stackedBar', 'pie', 'scatter', 'map'] as const;
export type ReportChart = (typeof REPORT_CHARTS)[number];

const { dimensions, measures, filters, order } = reportQuerySchema.shape;
const day = z.iso.date();

/** Days by name move with the calendar, and those between two dates stay. */
const period = z
  .union([
    z.strictObject({ range: z.enum(Object.keys(NAMED_RANGES) as [NamedRange, ...NamedRange[]]) }),
    z.strictObject({ from: day, to: day }),
  ])
  .refine((days) => 'range' in days || days.from <= days.to, 'The end must not be before the start.');

/** What Media Analysis is asked, as it is sent, saved and scheduled. Whose rows answer is not in it: that is the reader's. */
export const reportQuestionSchema = z.strictObject({
  channel: reportChannel,
  vertical: reportVertical,
  dimensions,
  measures,
  filters,
  period,
  granularity: z.enum(GRANULARITIES).nullable().default(null),
  compare: z.enum(COMPARISONS).nullable().default(null),
  /** The dimension whose values stand side by side as columns. */
  pivot: z.string().max(64).nullable().default(null),
  /** `measures` says where each stands; one that is not there stands behind them. */
  formulas: reportFormulasSchema.default([]),
  order,
  /** The first so many rows in that order; null is all of them. */
  top: z.int().min(1).max(REPORT_LIMITS.rows).nullable().default(null),
  chart: z.enum(REPORT_CHARTS).default('table'),
});
export type ReportQuestion = z.infer<typeof reportQuestionSchema>;

/** The days that a question is about on this day of the owner's calendar, and those that it compares with. */
export const questionDays = (
  { period: choice, compare }: Pick<ReportQuestion, 'period' | 'compare'>,
  today: string,
): { days: Days; compared: Days | null } => {
  const days = 'range' in choice ? daysOfRange(choice.range, today) : { from: choice.from, to: choice.to };
  return { days, compared: compare && comparedDays(days, compare, today) };
};
