import { z } from 'zod';
import { MAX_UNITS } from '../core/metrics/pacing/allocation.ts';
import { key } from '../core/calls/schema.ts';
import { EDIT_FIELDS } from './editing.ts';

/** What a reallocation proposal is to reach, at no more planned spend than now, and what its screen calls it. */
export const PROPOSAL_OBJECTIVES = {
  enrollments: 'Most matured enrollments',
  inquiries: 'Most inquiries',
  cost: 'Lowest cost per matured enrollment',
} as const;
export type ProposalObjective = keyof typeof PROPOSAL_OBJECTIVES;
const OBJECTIVES = Object.keys(PROPOSAL_OBJECTIVES) as [ProposalObjective, ...ProposalObjective[]];

/** Among which campaigns units move: those of one client, whose spend stays what it is, or those of one line item. */
export const PROPOSAL_WITHIN = { client: 'Each client', lineItem: 'Each line item' } as const;
export type ProposalWithin = keyof typeof PROPOSAL_WITHIN;
const WITHIN = Object.keys(PROPOSAL_WITHIN) as [ProposalWithin, ...ProposalWithin[]];

const units = z.int().min(0).max(MAX_UNITS);
const MAX_PROPOSAL_LIMITS = 1_000;

/** What a buyer says before: floors and ceilings in units, and how much may change. */
export const proposalSettingsSchema = z.strictObject({
  objective: z.enum(OBJECTIVES).default('enrollments'),
  within: z.enum(WITHIN).default('client'),
  /** Percent of the units that may be taken from one campaign and given to another. */
  maxShareMoved: z.number().min(1).max(100).default(20),
  /** Only these line items; without it all of the owner's. */
  goalKeys: z.array(key).min(1).max(MAX_PROPOSAL_LIMITS).optional(),
  limits: z
    .array(z.strictObject({ campaignKey: key, floor: units.optional(), cap: units.optional() }))
    .max(MAX_PROPOSAL_LIMITS)
    .default([]),
});
export type ProposalSettings = z.infer<typeof proposalSettingsSchema>;

/** What is expected of a campaign at an allocation, over the whole month. */
const expectedSchema = z.object({
  inquiries: z.number(),
  spend: z.number(),
  /** Once all of the month's inquiries have matured. */
  enrollments: z.number(),
  /** How far off it may be: variances, which add up over campaigns. */
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
  /** What the client pays for the next inquiry. */
  price: z.number(),
  before: z.int(),
  after: z.int(),
  least: z.int(),
  most: z.int(),
  /** The cells that saving the change writes, and what stands in them now. */
  changes: z.partialRecord(z.enum(EDIT_FIELDS), z.number().nullable()),
  former: z.partialRecord(z.enum(EDIT_FIELDS), z.number().nullable()),
  /** Of a matured enrollment at that price; null where nothing has matured. */
  cost: z.object({ value: z.number(), low: z.number(), high: z.number().nullable() }).nullable(),
  /** Too little matured history of its own: mostly its line item's rate. */
  young: z.boolean(),
  /** Why its allocation is changed, or why not, in sentences. */
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
  /** In dollars: what its campaigns are given that no proposal moves. */
  others: z.number(),
});
const proposalGroupSchema = z.object({
  groupKey: key,
  name: z.string(),
  /** Matured enrollments, or inquiries, that 1,000 dollars more would bring; null where money is not what holds it back. */
  perThousand: z.number().nullable(),
});
export const proposalSchema = z.object({
  month: z.iso.date(),
  objective: z.enum(OBJECTIVES),
  groups: z.array(proposalGroupSchema),
  lineItems: z.array(proposalLineItemSchema),
  /** All that could be changed; those that are not have the same units before and after. */
  campaigns: z.array(proposalCampaignSchema),
  leftAlone: z.array(z.object({ reason: z.string(), campaigns: z.int() })),
  /** What it was decided from, in sentences. */
  decidedBy: z.array(z.string()),
  /** The time was over before the best was certain. */
  timedOut: z.boolean(),
});
export type Proposal = z.infer<typeof proposalSchema>;
