import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { type LeadStatus, REFUSING_STATUSES } from '../core/leads/lead-status.ts';

/** Days of refusals, and of those before that they are compared with. */
export const REFUSAL_DAYS = 7;

/** Refused by our checks, or by the client's system. */
export const REFUSED_STATUSES: readonly LeadStatus[] = [...REFUSING_STATUSES, 'REJ'];

const refusalSchema = z.object({
  /** A reason of LEAD_REASONS; a lead with several counts in the first. */
  reason: z.string(),
  leads: z.int(),
  /** In the days before. */
  before: z.int(),
});
export type Refusal = z.infer<typeof refusalSchema>;

export const leadRefusals = defineCall({
  id: 'leadRefusals',
  summary: `A media partner's refused leads of the last ${REFUSAL_DAYS} days by reason, beside those of the ${REFUSAL_DAYS} days before`,
  route: 'GET /mp/lead/refusals',
  owner: { session: 'A media partner’s leads, at every owner that it works for.' },
  groups: ['mp'],
  permission: 'leadanalyzer:View',
  response: z.object({
    /** The first and last day, through yesterday. Null without an owner. */
    days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    /** Leads posted in these days and in those before, and how many of them were refused. */
    posted: z.object({ leads: z.int(), before: z.int() }),
    refused: z.object({ leads: z.int(), before: z.int() }),
    refusals: z.array(refusalSchema),
  }),
});
