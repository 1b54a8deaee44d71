import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { widgetBodySchema, widgetRowSchema } from './schema.ts';

const day = z.iso.date();
const dollars = z.number().nullable();

/** What a row of the pacing overview needs somebody for. */
export const EXCEPTION_KINDS = [
  'over',
  'under',
  'noSpend',
  'capped',
  'noBudget',
  /** Of line items: no campaign spends their budget, or none a part of it. */
  'noCampaigns',
  'notAssigned',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

const exceptionSchema = z.object({
  kind: z.enum(EXCEPTION_KINDS),
  /** How much money it is about: what is too much or too little, what a cap holds back, what is in no campaign. */
  dollars: z.number(),
  goalKey: z.int(),
  goal: z.string(),
  /** Null where the line item itself is meant. */
  campaignKey: z.int().nullable(),
  campaign: z.string().nullable(),
  code: z.string().nullable(),
  channel: z.string().nullable(),
  budget: dollars,
  spent: dollars,
  projection: dollars,
  projectionLow: dollars,
  projectionHigh: dollars,
});
export type PacingException = z.infer<typeof exceptionSchema>;

/** Added up from the 1st through the day. */
const burnUpDaySchema = z.object({
  date: day,
  /** Null on days that are not over. */
  spent: dollars,
  /** An ad account has not delivered the day: `spent` is what the others have. */
  late: z.boolean(),
  /** What the line items' budgets have due by then, each by its own curve. */
  planned: dollars,
  /** From the last day that every source has delivered on; its last one is the projection of the month. */
  projected: dollars,
  low: dollars,
  high: dollars,
});
export type BurnUpDay = z.infer<typeof burnUpDaySchema>;

const pacingSummarySchema = z.object({
  month: day,
  state: z.enum(['past', 'current', 'future']),
  /** The month is over and every source has delivered all of it. */
  ended: z.boolean(),
  early: z.boolean(),
  /** In percent, on each side of a budget, by the owner: what ends outside is over or under. */
  band: z.number(),
  /** Of the month from today on, today included. */
  daysLeft: z.int(),
  /** Through which day spend and inquiries are complete; null where no day of the month is. */
  spendThrough: day.nullable(),
  leadsThrough: day.nullable(),
  /** The total of every pacing table of the month. */
  totals: widgetRowSchema,
  days: z.array(burnUpDaySchema),
  /** Those that most money depends on first, and how many there are in all. */
  exceptions: z.array(exceptionSchema),
  exceptionCount: z.int(),
  notes: z.array(z.string()),
  /** Why there is no plan under these filters. */
  blank: z.string().nullable(),
  unattributed: unattributedSchema.optional(),
});
export type PacingSummary = z.infer<typeof pacingSummarySchema>;

export const pacingSummary = defineCall({
  id: 'pacingSummary',
  summary: 'A month against its plan: the total, spend added up day by day, and the rows that need somebody',
  method: 'POST',
  path: '/{p}/reporting/pacing/summary',
  owner: 'body',
  groups: ['ag', 'cl'],
  permission: 'reports:View',
  apiKey: true,
  kind: 'json',
  rateLimit: 'report',
  params: {},
  body: widgetBodySchema,
  response: pacingSummarySchema,
});
