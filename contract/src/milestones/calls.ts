import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { MILESTONES } from '../core/leads/milestones.ts';
import { key } from '../core/calls/schema.ts';
import { MILESTONE_RIGHTS } from './right.ts';

const groups = ['ag', 'cl'] as const;
const change = {
  owner: 'path',
  groups,
  permission: MILESTONE_RIGHTS,
} as const;

export const MILESTONE_LIMITS = {
  /** Maximum rows per call; a file may have more. */
  callRows: 1_000,
  /** Days before the milestone in which a person's lead is searched for. */
  personDays: 365,
  /** Scheduled days further ahead are treated as mistakes. */
  aheadDays: 3 * 365,
  reasonCharacters: 300,
  /** Maximum days and rows of an export. */
  exportDays: 92,
  exportRows: 200_000,
} as const;

export const milestoneImport = defineCall({
  ...change,
  id: 'milestoneImport',
  summary: 'Imports a file of milestones from the client’s CRM, or only says what that would do',
  route: 'POST /{p}/{owner}/milestonedata/import',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

const named = (most: number) => z.string().trim().min(1).max(most).optional();
/** Identifiers of a row's lead, in lookup order; at least one of them, or both email and phone. */
const milestoneRowSchema = z.strictObject({
  leadCaptureKey: key.optional(),
  leadId: named(60),
  clientReference: named(200),
  transactionId: named(200),
  email: z.email().max(254).optional(),
  phone: z
    .string()
    .regex(/^\+?1?\D*(?:\d\D*){10}$/, 'must be ten digits')
    .max(40)
    .optional(),
  milestone: z.enum(MILESTONES),
  date: z.iso.date(),
  programCode: named(100),
  term: named(100),
  /** Voids the milestone of that day. */
  voidReason: named(MILESTONE_LIMITS.reasonCharacters),
});
const MILESTONE_OUTCOMES = ['recorded', 'voided', 'changed', 'unchanged', 'unmatched', 'refused'] as const;
export type MilestoneOutcome = (typeof MILESTONE_OUTCOMES)[number];

export const milestoneSave = defineCall({
  ...change,
  id: 'milestoneSave',
  apiKey: true,
  summary:
    'Records milestones from the client’s CRM; the same row again changes nothing, and one without a lead is stored as unmatched',
  route: 'POST /{p}/{owner}/milestonedata/save',
  body: z.strictObject({ rows: z.array(milestoneRowSchema).min(1).max(MILESTONE_LIMITS.callRows) }),
  response: z.object({
    /** In row order. */
    results: z.array(
      z.object({
        outcome: z.enum(MILESTONE_OUTCOMES),
        leadCaptureKey: key.nullable(),
        /** Reason of a refusal, or a remark. */
        message: z.string(),
      }),
    ),
  }),
  bodyBytes: 1024 * 1024,
});

/** Maximum leads of one selection. */
const MAX_CHOSEN = 5_000;
export const milestonePreview = defineCall({
  ...change,
  id: 'milestonePreview',
  summary: 'Says of each chosen lead what recording a milestone on it would do; applied and undone as a file is',
  route: 'POST /{p}/{owner}/milestonedata/preview',
  body: z.strictObject({
    leadCaptureKeys: z.array(key).min(1).max(MAX_CHOSEN),
    milestone: z.enum(MILESTONES),
    date: z.iso.date(),
    term: named(100),
  }),
  response: bulkImportResultSchema,
});

const oneMilestone = z.strictObject({
  leadCaptureKey: key,
  milestoneKey: key,
  version: z.int(),
  reason: z.string().trim().min(1, 'Enter a reason.').max(MILESTONE_LIMITS.reasonCharacters),
});

export const milestoneVoid = defineCall({
  ...change,
  id: 'milestoneVoid',
  summary: 'Takes a milestone of a lead back, with a reason; it stays in the history',
  route: 'POST /{p}/{owner}/milestonedata/void',
  body: oneMilestone,
  response: z.null(),
});

export const milestoneReinstate = defineCall({
  ...change,
  id: 'milestoneReinstate',
  summary: 'Lets a milestone that was voided stand again, with a reason',
  route: 'POST /{p}/{owner}/milestonedata/reinstate',
  body: oneMilestone,
  response: z.null(),
});

export const milestoneExport = defineCall({
  id: 'milestoneExport',
  summary: `The milestones of at most ${MILESTONE_LIMITS.exportDays} days as a file, one row for each that counts`,
  route: 'GET /{p}/{owner}/milestonedata/{start}/{end}/export',
  owner: 'path',
  groups,
  permission: 'leadanalyzer:Export',
  kind: 'download',
  params: { start: z.iso.date(), end: z.iso.date() },
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});
