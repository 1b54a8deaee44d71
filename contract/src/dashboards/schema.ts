import { z } from 'zod';
import { key } from '../core/schema.ts';

const keys = z.array(key).max(500);
const day = z.iso.date();

export const COMPARISONS = ['previous', 'lastYear'] as const;

/** What every widget is asked with. Dates that are left out are the widget's own; a month is a whole one. */
export const widgetBodySchema = z
  .strictObject({
    ownerKey: key,
    brandKeys: keys.optional(),
    clientKeys: keys.optional(),
    campusKeys: keys.optional(),
    goalKeys: keys.optional(),
    customChannelKeys: keys.optional(),
    partnerKeys: keys.optional(),
    channels: z.array(z.string().max(30)).max(10).optional(),
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
    /** Which number a widget with a choice of them shows. */
    kpi: z.string().max(40).optional(),
    sort: z.string().max(40).optional(),
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
const keyList = z.preprocess(splitKeys, keys).optional();
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
  goalKeys: keyList,
  customChannelKeys: keyList,
  partnerKeys: keyList,
  channels: nameList,
  startDate: day.optional(),
  endDate: day.optional(),
  month: z.string().max(10).optional(),
  selectedCampuses: keyList,
  selectedChannels: nameList,
  compare: z.enum(COMPARISONS).optional(),
  kpi: z.string().max(40).optional(),
  sort: z.string().max(40).optional(),
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
  /** Through which day the data are complete. */
  asOf: z.string(),
  notes: z.array(z.string()),
});
export type WidgetAnswer = z.infer<typeof widgetAnswerSchema>;

export const timestampsSchema = z.object({
  leads: z.iso.datetime().nullable(),
  milestones: z.iso.datetime().nullable(),
  platforms: z.record(z.string(), z.iso.datetime()),
  ga4: z.iso.datetime().nullable(),
  rollups: z.iso.datetime().nullable(),
});
export type Timestamps = z.infer<typeof timestampsSchema>;
