import { z } from 'zod';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { key } from '../core/calls/schema.ts';
import { COMPARISONS, GRAINS } from '../core/values/days.ts';
import { LEAD_ATTRIBUTE_NAMES } from './attributes.ts';

/** As many rows as one widget is asked for at most: more are read in a file. */
export const MAX_ROWS = 500;

const keys = z.array(key).max(500);
const day = z.iso.date();

/** What every widget is asked with. Dates that are left out are the widget's own; a month is a whole one. */
export const widgetBodySchema = z
  .strictObject({
    ownerKey: key,
    brandKeys: keys.optional(),
    clientKeys: keys.optional(),
    /** Campus, program and state are those of the lead itself; the other filters choose campaigns. */
    campusKeys: keys.optional(),
    programKeys: keys.optional(),
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
    /** Campuses and channels as the month-to-date pack names them. */
    selectedCampuses: keys.optional(),
    selectedChannels: z.array(z.string().max(60)).max(50).optional(),
    compare: z.enum(COMPARISONS).optional(),
    /** Of numbers over time: by day, week or month, in place of the widget's own. */
    grain: z.enum(GRAINS).optional(),
    /** Which number a widget with a choice of them shows. */
    kpi: z.string().max(40).optional(),
    /** Of a widget whose reader chooses what its rows are by: the attributes, in the order of the columns. */
    attributes: z.array(z.enum(LEAD_ATTRIBUTE_NAMES)).min(1).max(2).optional(),
    /** A column that the rows are ranked by, in place of the widget's own, and which way. */
    sort: z.string().max(40).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    /** Of rows that are ranked: how many of them, in place of the widget's own number. */
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

/** The same names as a query: lists are joined by commas. */
export const widgetQuerySchema = z.strictObject({
  ownerKey: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  brandKeys: keyList,
  clientKeys: keyList,
  campusKeys: keyList,
  programKeys: keyList,
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
  /** The days that the numbers are of, both included, and those that they are compared with. */
  range: z.object({ from: day, to: day }),
  compared: z.object({ from: day, to: day }).nullable(),
  /** Of answers that are held against a plan: from how many percent off it on, by the owner, a row is over or under. */
  band: z.number().optional(),
  /** Of rows over time: what each of them stands for. */
  grain: z.enum(GRAINS).optional(),
  /** Of a widget with a choice: what its rows are by, and which number it shows. */
  attributes: z.array(z.enum(LEAD_ATTRIBUTE_NAMES)).optional(),
  kpi: z.string().optional(),
  /** Of rows that are ranked and not all shown: how many there are. */
  rowsInAll: z.int().optional(),
  /** Through which day the data are complete. */
  asOf: z.string(),
  notes: z.array(z.string()),
  /**
   * Of numbers of outcomes, and what is made of them: whether they are counted on their own days (`event`) or on those of their
   * inquiries (`cohort`), and then which percentage of them has come in, of the whole and of what it is compared with.
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
  /** Numbers that cannot be told under these filters, each with the reason; in every row they are null. */
  blank: z.record(z.string(), z.string()).optional(),
  /** What platforms charged in these days for campaigns that nobody has linked: in no number of the answer. */
  unattributed: unattributedSchema.optional(),
  /** Numbers with a cost of which leads carry their share of what platforms charged. Their labels say so. */
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
   * The copy of the database that reports are read at, told to the agency; null where there is none. While it is `late` or `away`
   * they are read where everything is stored. No answer is older than what was stored when it was asked for.
   */
  replica: z.object({ state: z.enum(['used', 'late', 'away']), lagSeconds: z.number().min(0).nullable() }).nullable(),
});
export type Timestamps = z.infer<typeof timestampsSchema>;

/** The newest recount of an owner: how many rolled-up numbers are not what the raw rows say, and the first of them. */
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
