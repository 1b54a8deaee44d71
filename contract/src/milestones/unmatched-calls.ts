import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { LEAD_STATUS_CODES } from '../core/leads/lead-status.ts';
import { anyOf, oneOf } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { MILESTONES } from '../core/leads/milestones.ts';
import { instant, key, keyParam } from '../core/calls/schema.ts';
import { MILESTONE_LIMITS } from './calls.ts';
import { MILESTONE_RIGHTS } from './right.ts';

const groups = ['ag', 'cl'] as const;
const params = { owner: keyParam };

/** Why a row has no lead. */
export const UNMATCHED_WHY = {
  none: 'No lead found',
  several: 'Several leads fit',
  status: 'The lead is not delivered',
} as const;
export type UnmatchedWhy = keyof typeof UNMATCHED_WHY;
const WHY = Object.keys(UNMATCHED_WHY) as [UnmatchedWhy, ...UnmatchedWhy[]];

export const UNMATCHED_STATES = { OPEN: 'Open', MATCHED: 'Matched', IGNORED: 'Ignored' } as const;
export type UnmatchedState = keyof typeof UNMATCHED_STATES;
const STATES = Object.keys(UNMATCHED_STATES) as [UnmatchedState, ...UnmatchedState[]];

const unmatchedRowSchema = z.object({
  unmatchedKey: key,
  version: z.int(),
  state: z.enum(STATES),
  receivedAt: instant,
  receivedBy: z.string().nullable(),
  milestone: z.enum(MILESTONES),
  happenedOn: z.iso.date(),
  why: z.enum(WHY),
  /** Identifiers in the row; the person is masked, and deleted once the row is closed. */
  leadId: z.string().nullable(),
  clientReference: z.string().nullable(),
  transactionId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  programCode: z.string().nullable(),
  term: z.string().nullable(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closeReason: z.string().nullable(),
  /** The lead the row was assigned to. */
  leadCaptureKey: key.nullable(),
});
export type UnmatchedRow = z.infer<typeof unmatchedRowSchema>;
const clientRowSchema = unmatchedRowSchema.omit({ transactionId: true });

export const unmatchedSearch = defineList({
  id: 'unmatchedSearch',
  summary: 'Milestones that came without a lead that they belong to: open ones unless another state is asked for',
  path: '/{p}/{owner}/milestonedata/unmatched/search',
  owner: 'path',
  groups,
  permission: MILESTONE_RIGHTS,
  filters: {
    state: oneOf(STATES),
    why: anyOf(WHY),
    milestone: anyOf(MILESTONES),
  },
  columns: {
    milestone: { label: 'Milestone', kind: 'text' },
    happenedOn: { label: 'Date', kind: 'date' },
    why: { label: 'Why', kind: 'text' },
    leadId: { label: 'Lead', kind: 'text' },
    clientReference: { label: 'Client reference', kind: 'text' },
    transactionId: { label: 'Transaction ID', kind: 'text', groups: ['ag'], hidden: true },
    email: { label: 'Email', kind: 'text' },
    phone: { label: 'Phone', kind: 'text' },
    programCode: { label: 'Program code', kind: 'text', hidden: true },
    term: { label: 'Term', kind: 'text', hidden: true },
    receivedAt: { label: 'Received', kind: 'instant' },
    receivedBy: { label: 'Received from', kind: 'text', hidden: true },
    closedAt: { label: 'Closed', kind: 'instant', hidden: true },
    closedBy: { label: 'Closed by', kind: 'text', hidden: true },
    closeReason: { label: 'Closed because', kind: 'text', hidden: true },
  },
  sort: { by: ['receivedAt'], first: '-receivedAt' },
  key: 'unmatchedKey',
  row: unmatchedRowSchema,
  rowFor: { cl: clientRowSchema },
  total: { upTo: 20_000 },
});

export const unmatchedLeads = defineCall({
  id: 'unmatchedLeads',
  summary: 'The leads that one unmatched milestone may be of, the person masked',
  route: 'GET /{p}/{owner}/milestonedata/unmatched/{unmatchedKey}/leads',
  owner: 'path',
  groups,
  permission: MILESTONE_RIGHTS,
  params: { ...params },
  response: z.array(
    z.object({
      leadCaptureKey: key,
      leadId: z.string(),
      createdAt: instant,
      status: z.enum(LEAD_STATUS_CODES),
      campaignName: z.string(),
      campusName: z.string().nullable(),
      programName: z.string().nullable(),
      personName: z.string().nullable(),
      /** Why the milestone cannot be recorded on it; null if it can. */
      problem: z.string().nullable(),
    }),
  ),
});

const change = {
  owner: 'path',
  groups,
  permission: MILESTONE_RIGHTS,
} as const;
const chosen = z.array(key).min(1).max(1_000);

export const unmatchedResolve = defineCall({
  ...change,
  id: 'unmatchedResolve',
  summary: 'Records an unmatched milestone on the lead that somebody chose',
  route: 'POST /{p}/{owner}/milestonedata/unmatched/resolve',
  body: z.strictObject({
    unmatchedKey: key,
    version: z.int(),
    /** Public id or key. */
    leadId: z.string().trim().min(1, 'Choose a lead.').max(60),
  }),
  response: z.object({ leadCaptureKey: key }),
});

export const unmatchedMatch = defineCall({
  ...change,
  id: 'unmatchedMatch',
  summary: 'Looks for the leads of unmatched milestones once more: some may be delivered by now',
  route: 'POST /{p}/{owner}/milestonedata/unmatched/match',
  body: z.strictObject({ unmatchedKeys: chosen }),
  response: z.object({ matched: z.int(), open: z.int() }),
});

export const unmatchedIgnore = defineCall({
  ...change,
  id: 'unmatchedIgnore',
  summary: 'Closes unmatched milestones without a lead, with a reason',
  route: 'POST /{p}/{owner}/milestonedata/unmatched/ignore',
  body: z.strictObject({
    unmatchedKeys: chosen,
    reason: z.string().trim().min(1, 'Enter a reason.').max(MILESTONE_LIMITS.reasonCharacters),
  }),
  response: z.object({ ignored: z.int() }),
});
