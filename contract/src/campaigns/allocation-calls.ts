import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { PLAN_FIELDS } from '../core/metrics/pacing/plan.ts';

const units = z.int().nullable();
const dollars = z.number().nullable();

const planSchema = z.object(
  Object.fromEntries(PLAN_FIELDS.map((field) => [field, units])) as Record<(typeof PLAN_FIELDS)[number], typeof units>,
);

/** A campaign's plan of one month, with what its line item has left. */
const campaignAllocationMonthSchema = z.object({
  /** First day of the month. */
  month: z.iso.date(),
  /** Null if the month has no plan, as opposed to a plan with blank fields. */
  plan: planSchema.nullable(),
  /** Version of the month's plan, for saving; 0 if there is none. */
  rowVersion: z.int(),
  /** Price the client pays for the next lead, which determines the cost of an allocation. */
  price: dollars,
  eligibleDays: z.int(),
  /** Valid leads of the month so far. */
  delivered: z.int(),
  lineItem: z.object({
    name: z.string(),
    budget: dollars,
    /** Total budget of the line item's other campaigns. */
    others: z.number(),
    otherCampaigns: z.int(),
    /** Other campaigns without a budget or a priced allocation: their cost is unknown. */
    othersWithoutBudget: z.int(),
  }),
});
export type CampaignAllocationMonth = z.infer<typeof campaignAllocationMonthSchema>;

/** Null if the campaign's dates do not reach the month. */
const campaignAllocationSchema = z.object({
  current: campaignAllocationMonthSchema.nullable(),
  next: campaignAllocationMonthSchema.nullable(),
});
export type CampaignAllocation = z.infer<typeof campaignAllocationSchema>;

export const campaignAllocationGet = defineCall({
  id: 'campaignAllocationGet',
  summary: 'The allocations of a campaign for this month and the next, and what its line item has left for them',
  route: 'GET /{p}/campaign/{key}/allocation/get',
  owner: { byKey: 'campaign', param: 'key' },
  groups: ['ag'],
  permission: 'allocations:View',
  response: campaignAllocationSchema,
});
