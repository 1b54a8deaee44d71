import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { PLAN_FIELDS } from '../core/metrics/pacing/plan.ts';
import { keyParam } from '../core/calls/schema.ts';

const units = z.int().nullable();
const dollars = z.number().nullable();

const planSchema = z.object(
  Object.fromEntries(PLAN_FIELDS.map((field) => [field, units])) as Record<(typeof PLAN_FIELDS)[number], typeof units>,
);

/** A campaign's plan of one month beside what its line item has left for it. */
const campaignAllocationMonthSchema = z.object({
  /** Its first day. */
  month: z.iso.date(),
  /** Null where nothing is planned, which is not the same as a blank plan. */
  plan: planSchema.nullable(),
  /** Of the month's plan, for saving it; 0 where there is none. */
  rowVersion: z.int(),
  /** What the client pays for the next lead: what an allocation costs. */
  price: dollars,
  eligibleDays: z.int(),
  /** Valid leads of the month so far. */
  delivered: z.int(),
  lineItem: z.object({
    name: z.string(),
    budget: dollars,
    /** What the budgets of its other campaigns come to. */
    others: z.number(),
    otherCampaigns: z.int(),
    /** Those of them that have neither an allocation with a price nor a budget: what they will cost is not known. */
    othersWithoutBudget: z.int(),
  }),
});
export type CampaignAllocationMonth = z.infer<typeof campaignAllocationMonthSchema>;

/** Null for a month that the campaign's dates do not reach. */
const campaignAllocationSchema = z.object({
  current: campaignAllocationMonthSchema.nullable(),
  next: campaignAllocationMonthSchema.nullable(),
});
export type CampaignAllocation = z.infer<typeof campaignAllocationSchema>;

export const campaignAllocationGet = defineCall({
  id: 'campaignAllocationGet',
  summary: 'The allocations of a campaign for this month and the next, and what its line item has left for them',
  method: 'GET',
  path: '/{p}/campaign/{key}/allocation/get',
  owner: { byKey: 'campaign', param: 'key' },
  groups: ['ag'],
  permission: 'allocations:View',
  kind: 'json',
  params: { key: keyParam },
  response: campaignAllocationSchema,
});
