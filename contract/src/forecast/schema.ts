import { z } from 'zod';
import { KPI_CODES } from '../core/metrics/kpis.ts';
import { instant, key, monthSent } from '../core/calls/schema.ts';

export const FORECAST_METHODS = ['AUTO', 'RUN_RATE', 'SEASONAL_NAIVE', 'MANUAL'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

/**
 * Reasons for the method of a KPI. `NAIVE_BETTER` is last year's value with the growth of the last three months, `LAST_YEAR_BETTER` last
 * year's value unchanged, `RUNNING` the current month, projected from its actuals.
 */
const WHY_METHODS = [
  'ASKED',
  'BEST',
  'NAIVE_BETTER',
  'LAST_YEAR_BETTER',
  'COST_HELD',
  'TOO_SHORT',
  'NO_LAST_YEAR',
  'RUNNING',
] as const;
export type WhyMethod = (typeof WHY_METHODS)[number];

export const FORECAST = {
  defaultMonths: 6,
  mostMonths: 12,
  /** Maximum line items of a build; more than `atOnce` are built in the background. */
  mostLines: 2_000,
  atOnce: 20,
  mostScenarios: 6,
  /** Complete months below which a run rate is used. */
  leastMonths: 3,
} as const;

export const forecastMonth = z.iso.date().regex(/-01$/, 'must be the first of a month');
export const forecastKpi = z.enum(KPI_CODES);
/** A line item's key, or `custom:` and the key of a custom line. */
export const forecastLineItem = z
  .string()
  .regex(/^(custom:)?[1-9]\d{0,9}$/, 'must be the key of a line item, or custom: and a key');

const money = z.number().min(0).max(99_999_999.99);
const byMonth = z.record(forecastMonth, money);
const rate = z.number().min(0).max(100);
/** Rates of a plan by outcome, per 100 inquiries. */
export const FORECAST_RATES = { app: 'Application rate', enroll: 'Enrollment rate', start: 'Start rate' } as const;
export type ForecastRate = keyof typeof FORECAST_RATES;

/** Plan input: spend and price by month, and mature rates in percent that override the calculated ones. */
const forecastPlanSchema = z.strictObject({
  plannedSpend: byMonth.default({}),
  plannedCpl: byMonth.default({}),
  rateOverrides: z.strictObject({ app: rate.optional(), enroll: rate.optional(), start: rate.optional() }).default({}),
});
/** The same as it is sent, with months in either form. */
const byMonthSent = z.record(monthSent, money);
export const forecastPlanSent = forecastPlanSchema.extend({
  plannedSpend: byMonthSent.default({}),
  plannedCpl: byMonthSent.default({}),
});
export type ForecastPlan = z.output<typeof forecastPlanSchema>;

const value = z.number().nullable();
const forecastPointSchema = z.object({
  month: forecastMonth,
  /** Actual value; for the current month the value so far. */
  actual: value,
  /** Calculated value, before overrides. */
  forecast: value,
  low80: value,
  high80: value,
  target: value,
  override: value,
  overrideNote: z.string().nullable(),
});
export type ForecastPoint = z.output<typeof forecastPointSchema>;

const forecastAccuracySchema = z.object({
  wape: value,
  bias: value,
  monthsTested: z.int(),
  beatsNaive: z.boolean().nullable(),
});
export type ForecastAccuracy = z.output<typeof forecastAccuracySchema>;

const forecastSpanSchema = z.object({
  fromMonth: forecastMonth,
  toMonth: forecastMonth,
  usedMethod: z.enum(FORECAST_METHODS),
  why: z.enum(WHY_METHODS),
  /** Error at this horizon; null if it could not be tested. */
  wape: value,
});
export type ForecastSpan = z.output<typeof forecastSpanSchema>;

const line = {
  forecastKey: key,
  ownerKey: key,
  lineItem: forecastLineItem,
  lineItemName: z.string(),
  clientName: z.string().nullable(),
  channel: z.string().nullable(),
  kpi: forecastKpi,
  startMonth: forecastMonth,
  months: z.int(),
  method: z.enum(FORECAST_METHODS),
  /** Method of the first future month; others may use another one, see `methods`. */
  usedMethod: z.enum(FORECAST_METHODS),
  why: z.enum(WHY_METHODS),
  /** Methods of all months, by horizon: one, two, three, and four or more months ahead. */
  methods: z.array(forecastSpanSchema),
  completeMonths: z.int(),
  accuracy: forecastAccuracySchema,
  /** From the start month on: actuals of past months, forecasts of the others. */
  total: z.object({ actual: value, forecast: value, target: value }),
  rowVersion: z.int(),
};
export const forecastLineSchema = z.object({ ...line, overrides: z.int(), scenarios: z.int() });
export type ForecastLine = z.output<typeof forecastLineSchema>;

const forecastCurveSchema = z.object({
  /** The month of the curve, its spend, and its cost per inquiry. */
  month: forecastMonth,
  spend: z.number(),
  cpl: z.number(),
  exponent: z.number(),
  isFitted: z.boolean(),
  /** Units that partners can deliver in it, if limited. */
  capacity: value,
});
export type ForecastCurve = z.output<typeof forecastCurveSchema>;

const forecastScenarioSchema = z.object({
  scenarioKey: key,
  name: z.string(),
  plan: forecastPlanSchema,
  rowVersion: z.int(),
  /** The selected KPI by month, and totals of all KPIs. */
  points: z.array(z.object({ month: forecastMonth, forecast: value, low80: value, high80: value })),
  totals: z.object({ spend: value, inquiries: value, enrollments: value, cpe: value }),
});
export type ForecastScenario = z.output<typeof forecastScenarioSchema>;

export const forecastDetailsSchema = z.object({
  ...line,
  clientKey: key.nullable(),
  campusName: z.string().nullable(),
  customChannel: z.string().nullable(),
  /** Line items of a custom line. */
  goalKeys: z.array(key),
  baselineFrom: forecastMonth,
  baselineTo: forecastMonth,
  currentMonth: forecastMonth,
  ...forecastPlanSchema.shape,
  points: z.array(forecastPointSchema),
  /** Months from the start on that are limited by the partners' capacity. */
  capped: z.array(forecastMonth),
  curve: forecastCurveSchema.nullable(),
  percentMatured: value,
  /** Mature rates of the history, in percent. */
  rates: z.object({ app: z.number(), enroll: z.number(), start: z.number() }),
  totals: forecastScenarioSchema.shape.totals,
  scenarios: z.array(forecastScenarioSchema),
  notes: z.string(),
  createdBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: instant,
  builtAt: instant,
});
export type ForecastDetails = z.output<typeof forecastDetailsSchema>;

const FORECAST_RUN_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ForecastRunState = (typeof FORECAST_RUN_STATES)[number];
export const forecastRunSchema = z.object({
  runKey: key,
  state: z.enum(FORECAST_RUN_STATES),
  lines: z.int(),
  linesDone: z.int(),
  failure: z.string().nullable(),
  askedBy: z.string().nullable(),
  askedAt: instant,
});
export type ForecastRun = z.output<typeof forecastRunSchema>;
