import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';

/** Requirements before leads can flow: those of an owner now, and those of its first campaign. */
export const READINESS_ITEMS = {
  clients: { when: 'now', label: 'A client of a brand' },
  campuses: { when: 'now', label: 'A campus for every client' },
  programs: { when: 'now', label: 'Programs at every campus' },
  partners: { when: 'now', label: 'A media partner for every client' },
  people: { when: 'now', label: 'A client user who can sign in' },
  lineItems: { when: 'live', label: 'A line item with a budget for this month or later' },
  campaigns: { when: 'live', label: 'A campaign with a price' },
  postingKeys: { when: 'live', label: 'A posting key for every media partner' },
  criteria: { when: 'live', label: 'Criteria for every client' },
  endpoints: { when: 'live', label: 'A delivery endpoint for every client' },
  activated: { when: 'live', label: 'An activated campaign' },
} as const satisfies Record<string, { when: 'now' | 'live'; label: string }>;
export type ReadinessId = keyof typeof READINESS_ITEMS;
export const READINESS_IDS = Object.keys(READINESS_ITEMS) as [ReadinessId, ...ReadinessId[]];

/** Maximum names listed for a missing requirement. */
export const MAX_LACKING = 5;

const readinessSchema = z.object({
  items: z.array(
    z.object({
      id: z.enum(READINESS_IDS),
      done: z.boolean(),
      /** The first few names that lack it, and their number. Empty if nothing exists yet that could have it. */
      lacking: z.array(z.string()),
      lackingCount: z.int(),
    }),
  ),
});
export type Readiness = z.infer<typeof readinessSchema>;

export const ownerReadiness = defineCall({
  id: 'ownerReadiness',
  summary: 'What an owner has and what it lacks before its first campaign can go live',
  route: 'GET /ag/{owner}/readiness/get',
  owner: 'path',
  groups: ['ag'],
  permission: 'clients:View',
  response: readinessSchema,
});

/** What a campaign's leads need besides the campaign itself, and what happens without. */
export const LEAD_NEEDS = {
  postingKeys: (partner: string) => `${partner} has no active posting key: no lead can be posted.`,
  criteria: (client: string) => `The criteria of ${client} are not set: leads are judged by the defaults.`,
  endpoints: (client: string) => `${client} has no active delivery endpoint: accepted leads are not delivered.`,
} as const satisfies Partial<Record<ReadinessId, (name: string) => string>>;
export type LeadNeedId = keyof typeof LEAD_NEEDS;
const LEAD_NEED_IDS = Object.keys(LEAD_NEEDS) as [LeadNeedId, ...LeadNeedId[]];

const leadNeedSchema = z.object({
  id: z.enum(LEAD_NEED_IDS),
  /** The partner or client that lacks it. */
  name: z.string(),
});
export type LeadNeed = z.infer<typeof leadNeedSchema>;

export const campaignReadiness = defineCall({
  id: 'campaignReadiness',
  summary: 'What the leads of a pay-per-lead campaign lack outside of it: posting key, criteria, delivery endpoint',
  route: 'GET /ag/campaign/{key}/readiness/get',
  owner: { byKey: 'campaign', param: 'key' },
  groups: ['ag'],
  permission: 'campaigns:View',
  response: z.object({ lacking: z.array(leadNeedSchema) }),
});
