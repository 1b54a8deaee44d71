import { z } from 'zod';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { key } from '../core/calls/schema.ts';
import { COMPARISONS, GRAINS } from '../core/values/days.ts';
import { LEAD_ATTRIBUTE_NAMES } from './attributes.ts';

/** Maximum rows of a widget; files have more. */
export const MAX_ROWS = 500;

const keys = z.array(key).max(500);
const day = z.iso.date();

/** Request of every widget. Omitted dates default to the widget's own; a month is a whole one. */
export const widgetBodySchema = z
  .strictObject({
    ownerKey: key,
    brandKeys: keys.optional(),
    clientKeys: keys.optional(),
    /** Campus, program and state are the lead's own; the other filters choose campaigns. */
    campusKeys: keys.optional(),
    programKeys: keys.optional(),
    /** Programs by name, at every campus: each key stands for all programs that are called like it. */
    programNameKeys: keys.optional(),
    states: z.array(z.string().max(60)).max(100).optional(),
    clientModelKeys: keys.optional(),
    goalKeys: keys.optional(),
    customChannelKeys: keys.optional(),
    partnerKeys: keys.optional(),
    channels: z.array(z.string().max(30)).max(10).optional(),
    campaignKeys: keys.optional(),
    campaignCodes: z.array(z.string().max(60)).max(100).optional(),
    startDate: day.optional(),
    endDate: day.optional(),
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])(-01)?$/, 'must be a month')
      .optional(),
    /** Names of campuses and channels used by the month-to-date pack. */
    selectedCampuses: keys.optional(),
    selectedChannels: z.array(z.string().max(60)).max(50).optional(),
    compare: z.enum(COMPARISONS).optional(),
    /** Grain of a time series, overriding the widget's default. */
    grain: z.enum(GRAINS).optional(),
    /** The number shown by a widget with a choice of numbers. */
    kpi: z.string().max(40).optional(),
    /** Attributes that group the rows, in column order, for widgets that offer them. */
    attributes: z.array(z.enum(LEAD_ATTRIBUTE_NAMES)).min(1).max(2).optional(),
    /** Sort column and direction, overriding the widget's default. */
    sort: z.string().max(40).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    /** Number of ranked rows, overriding the widget's default. */
    limit: z.int().min(1).max(MAX_ROWS).optional(),
  })
  .refine(({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined), {
    message: 'startDate and endDate go together.',
    path: ['endDate'],
  })
  .refine(({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate, {
    message: 'The end must not be before the start.',
    path: ['endDate'],
  });
export type WidgetBody = z.infer<typeof widgetBodySchema>;

const split = (text: unknown): unknown => (typeof text === 'string' && text !== '' ? text.split(',') : text);
const splitKeys = (text: unknown): unknown => {
  const parts = split(text);
  return Array.isArray(parts) ? parts.map(Number) : parts;
};
/** Keys of a query, joined by commas. */
export const keyList = z.preprocess(splitKeys, keys).optional();
const nameList = z.preprocess(split, z.array(z.string().max(60)).max(50)).optional();

/** The same fields as a query: lists are joined by commas. */
export const widgetQuerySchema = z.strictObject({
  ownerKey: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  brandKeys: keyList,
  clientKeys: keyList,
  campusKeys: keyList,
  programKeys: keyList,
  programNameKeys: keyList,
  states: nameList,
  clientModelKeys: keyList,
  goalKeys: keyList,
  customChannelKeys: keyList,
  partnerKeys: keyList,
  channels: nameList,
  campaignKeys: keyList,
  campaignCodes: nameList,
  startDate: day.optional(),
  endDate: day.optional(),
  month: z.string().max(10).optional(),
  selectedCampuses: keyList,
  selectedChannels: nameList,
  compare: z.enum(COMPARISONS).optional(),
  grain: z.enum(GRAINS).optional(),
  kpi: z.string().max(40).optional(),
  attributes: z.preprocess(split, z.array(z.enum(LEAD_ATTRIBUTE_NAMES)).min(1).max(2)).optional(),
  sort: z.string().max(40).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .optional(),
});

const cell = z.union([z.string(), z.number(), z.null()]);
export const widgetRowSchema = z.record(z.string(), cell);
export type WidgetRow = z.infer<typeof widgetRowSchema>;

export const widgetAnswerSchema = z.object({
  data: z.array(widgetRowSchema),
  totals: widgetRowSchema,
  /** Date range of the numbers and of the comparison, both ends included. */
  range: z.object({ from: day, to: day }),
  compared: z.object({ from: day, to: day }).nullable(),
  /** The owner's pacing band in percent, for answers compared with a plan. */
  band: z.number().optional(),
  /** Grain of rows over time. */
  grain: z.enum(GRAINS).optional(),
  /** The chosen grouping and number, for widgets that offer a choice. */
  attributes: z.array(z.enum(LEAD_ATTRIBUTE_NAMES)).optional(),
  kpi: z.string().optional(),
  /** Total number of ranked rows, if not all are shown. */
  rowsInAll: z.int().optional(),
  /** Last day with complete data. */
  asOf: z.string(),
  notes: z.array(z.string()),
  /**
   * For outcomes and numbers derived from them: whether they count on their own day (`event`) or their inquiry's (`cohort`), and then the
   * percentage matured, in total and for the comparison.
   */
  basis: z
    .record(
      z.string(),
      z.object({
        counted: z.enum(['event', 'cohort']),
        percentMatured: z.number().nullable(),
        comparedPercentMatured: z.number().nullable(),
      }),
    )
    .optional(),
  /** Numbers unavailable under these filters, with the reason; null in every row. */
  blank: z.record(z.string(), z.string()).optional(),
  /** Platform charges of unlinked campaigns in these days, included in no number of the answer. */
  unattributed: unattributedSchema.optional(),
  /** Numbers whose cost includes the leads' share of platform charges; their labels say so. */
  attributedToLeads: z.array(z.string()).optional(),
});
export type WidgetBasis = NonNullable<WidgetAnswer['basis']>;
export type WidgetAnswer = z.infer<typeof widgetAnswerSchema>;

export const timestampsSchema = z.object({
  leads: z.iso.datetime().nullable(),
  milestones: z.iso.datetime().nullable(),
  platforms: z.record(z.string(), z.iso.datetime()),
  ga4: z.iso.datetime().nullable(),
  rollups: z.iso.datetime().nullable(),
  /**
   * The replica that reports are read from, for the agency; null if there is none. While it is `late` or `away` the primary is read
   * instead. No answer is older than the data stored at the time of the request.
   */
  replica: z.object({ state: z.enum(['used', 'late', 'away']), lagSeconds: z.number().min(0).nullable() }).nullable(),
});
export type Timestamps = z.infer<typeof timestampsSchema>;

/** The owner's latest recount: how many rolled-up numbers differ from the raw rows, and the first of them. */
export const recountSchema = z.object({
  at: z.iso.datetime(),
  differences: z.int().min(0),
  found: z.array(
    z.object({
      day,
      campaignKey: z.int().nullable(),
      counter: z.string(),
      rolled: z.string(),
      recounted: z.string(),
    }),
  ),
});
export type Recount = z.infer<typeof recountSchema>;
