import { z } from 'zod';
import { MAX_UNITS } from '../core/metrics/pacing/allocation.ts';
import { key } from '../core/calls/schema.ts';
import { EDIT_FIELDS } from './editing.ts';

/** Objectives of a reallocation proposal, none of which raises planned spend, with their labels. */
export const PROPOSAL_OBJECTIVES = {
  enrollments: 'Most matured enrollments',
  inquiries: 'Most inquiries',
  cost: 'Lowest cost per matured enrollment',
} as const;
export type ProposalObjective = keyof typeof PROPOSAL_OBJECTIVES;
const OBJECTIVES = Object.keys(PROPOSAL_OBJECTIVES) as [ProposalObjective, ...ProposalObjective[]];

/** Units move between campaigns of one client, whose spend stays the same, or of one line item. */
export const PROPOSAL_WITHIN = { client: 'Each client', lineItem: 'Each line item' } as const;
export type ProposalWithin = keyof typeof PROPOSAL_WITHIN;
const WITHIN = Object.keys(PROPOSAL_WITHIN) as [ProposalWithin, ...ProposalWithin[]];

const units = z.int().min(0).max(MAX_UNITS);
const MAX_PROPOSAL_LIMITS = 1_000;

/** A buyer's constraints: floors and ceilings in units, and how much may change. */
export const proposalSettingsSchema = z.strictObject({
  objective: z.enum(OBJECTIVES).default('enrollments'),
  within: z.enum(WITHIN).default('client'),
  /** Maximum percent of a campaign's units that may move between two campaigns. */
  maxShareMoved: z.number().min(1).max(100).default(20),
  /** Only these line items; all of the owner's if left out. */
  goalKeys: z.array(key).min(1).max(MAX_PROPOSAL_LIMITS).optional(),
  limits: z
    .array(z.strictObject({ campaignKey: key, floor: units.optional(), cap: units.optional() }))
    .max(MAX_PROPOSAL_LIMITS)
    .default([]),
});
export type ProposalSettings = z.infer<typeof proposalSettingsSchema>;

/** Expected results of a campaign at an allocation, over the whole month. */
const expectedSchema = z.object({
  inquiries: z.number(),
  spend: z.number(),
  /** Once all inquiries of the month have matured. */
  enrollments: z.number(),
  /** Variances of the estimates; they add up over campaigns. */
  inquiriesVariance: z.number(),
  enrollmentsVariance: z.number(),
});
export type ProposalExpected = z.infer<typeof expectedSchema>;

const proposalCampaignSchema = z.object({
  campaignKey: key,
  name: z.string(),
  vendor: z.string(),
  goalKey: key,
  groupKey: key,
  rowVersion: z.int(),
  /** Client price of the next inquiry. */
  price: z.number(),
  before: z.int(),
  after: z.int(),
  least: z.int(),
  most: z.int(),
  /** Cells the change writes on save, and their current values. */
  changes: z.partialRecord(z.enum(EDIT_FIELDS), z.number().nullable()),
  former: z.partialRecord(z.enum(EDIT_FIELDS), z.number().nullable()),
  /** Cost of a matured enrollment at that price; null if nothing has matured. */
  cost: z.object({ value: z.number(), low: z.number(), high: z.number().nullable() }).nullable(),
  /** Too little matured history of its own: mostly its line item's rate is used. */
  young: z.boolean(),
  /** Why the allocation changes or does not, in sentences. */
  why: z.array(z.string()),
  expectedBefore: expectedSchema,
  expectedAfter: expectedSchema,
});
export type ProposalCampaign = z.infer<typeof proposalCampaignSchema>;

const proposalLineItemSchema = z.object({
  goalKey: key,
  goalName: z.string(),
  groupKey: key,
  budget: z.number().nullable(),
  /** Dollars allocated to campaigns that proposals do not move. */
  others: z.number(),
});
const proposalGroupSchema = z.object({
  groupKey: key,
  name: z.string(),
  /** Extra matured enrollments, or inquiries, per 1,000 dollars; null if money is not the limit. */
  perThousand: z.number().nullable(),
});
export const proposalSchema = z.object({
  month: z.iso.date(),
  objective: z.enum(OBJECTIVES),
  groups: z.array(proposalGroupSchema),
  lineItems: z.array(proposalLineItemSchema),
  /** All candidates; unchanged ones have the same units before and after. */
  campaigns: z.array(proposalCampaignSchema),
  leftAlone: z.array(z.object({ reason: z.string(), campaigns: z.int() })),
  /** Basis of the proposal, in sentences. */
  decidedBy: z.array(z.string()),
  /** The time limit was reached before the optimum was proven. */
  timedOut: z.boolean(),
});
export type Proposal = z.infer<typeof proposalSchema>;
