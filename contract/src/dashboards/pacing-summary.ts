import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { ATTENTION_STATE_KEYS } from '../core/metrics/pacing/attention-rule.ts';
import { unattributedSchema } from '../core/metrics/unattributed.ts';
import { widgetBodySchema, widgetRowSchema } from './schema.ts';

const day = z.iso.date();
const dollars = z.number().nullable();

/** Reasons why a row of the pacing overview needs attention. */
export const EXCEPTION_KINDS = [
  'over',
  'under',
  'noSpend',
  'capped',
  'noBudget',
  /** For line items: no campaign spends their budget, or part of it is unassigned. */
  'noCampaigns',
  'notAssigned',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** What the agency does about a row; only the agency is told. */
const workSchema = z.object({
  assigneeKey: z.int().nullable(),
  assignee: z.string().nullable(),
  state: z.enum(ATTENTION_STATE_KEYS),
  note: z.string(),
  /** The day on which it is listed again. */
  snoozedUntil: day.nullable(),
  rowVersion: z.int(),
});
export type ExceptionWork = z.infer<typeof workSchema>;

const exceptionSchema = z.object({
  kind: z.enum(EXCEPTION_KINDS),
  /** Dollars at stake: over or under budget, held back by a cap, or in no campaign. */
  dollars: z.number(),
  goalKey: z.int(),
  goal: z.string(),
  /** Null for the line item itself. */
  campaignKey: z.int().nullable(),
  campaign: z.string().nullable(),
  code: z.string().nullable(),
  channel: z.string().nullable(),
  budget: dollars,
  spent: dollars,
  projection: dollars,
  projectionLow: dollars,
  projectionHigh: dollars,
  work: workSchema.nullable(),
});
export type PacingException = z.infer<typeof exceptionSchema>;

/** Cumulated from the 1st through the day. */
const burnUpDaySchema = z.object({
  date: day,
  /** Null on incomplete days. */
  spent: dollars,
  /** An ad account has not delivered the day: `spent` covers the others. */
  late: z.boolean(),
  /** Line item budgets due by then, each by its own curve. */
  planned: dollars,
  /** From the last day that every source has delivered; the last value is the month's projection. */
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
  /** The owner's pacing band: percent on each side of a budget. */
  band: z.number(),
  /** Days left in the month, including today. */
  daysLeft: z.int(),
  /** Last day with complete spend and inquiries; null if the month has none. */
  spendThrough: day.nullable(),
  leadsThrough: day.nullable(),
  /** Totals shared by all pacing tables of the month. */
  totals: widgetRowSchema,
  days: z.array(burnUpDaySchema),
  /** What needs attention, a page of it, most money first; how many there are, and how many of them are campaigns. */
  exceptions: z.array(exceptionSchema),
  exceptionCount: z.int(),
  exceptionCampaigns: z.int(),
  /** The dollars of all of them. */
  atStake: z.number(),
  /** The same for budgets below the minimum, and for rows that were put off until a day. */
  small: z.array(exceptionSchema),
  smallCount: z.int(),
  snoozed: z.array(exceptionSchema),
  snoozedCount: z.int(),
  notes: z.array(z.string()),
  /** Why there is no plan under these filters. */
  blank: z.string().nullable(),
  unattributed: unattributedSchema.optional(),
});
export type PacingSummary = z.infer<typeof pacingSummarySchema>;

export const pacingSummary = defineCall({
  id: 'pacingSummary',
  summary: 'A month against its plan: the total, spend added up day by day, and the rows that need somebody',
  route: 'POST /{p}/reporting/pacing/summary',
  owner: 'body',
  groups: ['ag', 'cl'],
  permission: 'reports:View',
  apiKey: true,
  rateLimit: 'report',
  body: widgetBodySchema,
  response: pacingSummarySchema,
});
