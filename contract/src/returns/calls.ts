import { z } from 'zod';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { anyOf, exactText, keys, oneKey } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { instant, key } from '../core/calls/schema.ts';
import {
  clientReturnRowSchema,
  MAX_RETURNS,
  partnerReturnRowSchema,
  RETURN_DECISIONS,
  RETURN_REASON_CODES,
  RETURN_STATE_CODES,
  returnLimitSchema,
  returnRowSchema,
} from './schema.ts';

export const returnSearch = defineList({
  id: 'returnSearch',
  summary: 'Requests to return leads with their reasons and what became of them, the newest first',
  path: '/{p}/lead/return/search',
  owner: [
    'body',
    { session: 'The returns of a media partner’s leads, at every owner that it works for.', groups: ['mp'] },
  ],
  groups: ['ag', 'mp', 'cl'],
  permission: 'leadanalyzer:View',
  filters: {
    ownerKey: oneKey({ address: 'ownerKey' }),
    state: anyOf(RETURN_STATE_CODES),
    reason: anyOf(RETURN_REASON_CODES),
    partner: keys(),
    campaign: keys(),
    leadId: exactText({ address: 'lead' }),
    leadCaptureKeys: keys({ address: 'leads' }),
  },
  columns: {
    leadId: { label: 'Lead', kind: 'text' },
    requestedAt: { label: 'Requested', kind: 'instant' },
    state: { label: 'State', kind: 'text', firstOnPhone: true },
    reason: { label: 'Reason', kind: 'text' },
    limit: {
      label: 'Limit',
      kind: 'text',
      groups: ['ag', 'cl'],
      note: 'Returns accepted of those allowed for the client, the media partner and the month of the lead.',
    },
    month: { label: 'Month of the lead', kind: 'text' },
    comments: { label: 'Last comment', kind: 'text', groups: ['ag', 'mp'] },
    note: { label: 'Note', kind: 'text' },
    attempts: { label: 'Attempts', kind: 'count', hidden: true },
    partnerName: { label: 'Media partner', kind: 'text', groups: ['ag', 'cl'] },
    ownerName: { label: 'School group', kind: 'text', groups: ['mp'] },
    clientName: { label: 'Client', kind: 'text' },
    campaignName: { label: 'Campaign', kind: 'text', hidden: true },
    clientPrice: { label: 'Client price', kind: 'dollar', groups: ['ag', 'cl'] },
    mediaPrice: { label: 'Media price', kind: 'dollar', groups: ['ag', 'mp'] },
    requestedBy: { label: 'Requested by', kind: 'text', groups: ['ag'], hidden: true },
    decidedAt: { label: 'Decided', kind: 'instant', hidden: true },
    decidedBy: { label: 'Decided by', kind: 'text', groups: ['ag'], hidden: true },
    decisionNote: { label: 'Reason of the decision', kind: 'text', hidden: true },
    creditedOn: {
      label: 'Credited on',
      kind: 'date',
      hidden: true,
      note: 'The day of the credit line of a lead whose month was closed.',
    },
  },
  sort: { by: ['requestedAt'], first: '-requestedAt' },
  key: 'returnKey',
  row: returnRowSchema,
  rowFor: { mp: partnerReturnRowSchema, cl: clientReturnRowSchema },
  total: { upTo: 10_000 },
});

const base = { owner: 'body' } as const;
const requesting = { ...base, groups: ['ag', 'cl'], permission: 'leadanalyzer:Return', apiKey: true } as const;
const wanted = {
  ownerKey: key,
  /** Lead ids or lead keys. */
  leads: z.array(z.string().trim().min(1).max(40)).min(1).max(MAX_RETURNS),
  reasonCode: z.enum(RETURN_REASON_CODES),
  /** Number of attempts to reach the person. */
  attempts: z.int().min(0).max(99).nullable().default(null),
  /** Overrides the window or the limit: requires the right to override and a note with the reason. */
  override: z.boolean().default(false),
};
/** Message if a required note is missing, else null. */
export const missingReturnNote = (wish: { reasonCode: string; override: boolean; note: string }): string | null => {
  if (wish.note.trim() !== '') return null;
  if (wish.reasonCode === 'OTHER') return 'Write what the reason is.';
  return wish.override ? 'Write why the window or the limit does not hold.' : null;
};

const previewRow = z.object({
  /** As entered. */
  lead: z.string(),
  leadId: z.string().nullable(),
  clientName: z.string().nullable(),
  campaignName: z.string().nullable(),
  deliveredAt: instant.nullable(),
  /** End of the return window. */
  windowEndsAt: instant.nullable(),
  /** After the rows before this one. */
  limit: returnLimitSchema.nullable(),
  /** Why it cannot be requested. */
  refusal: z.string().nullable(),
  /** Whether a user with the right to override can request it anyway. */
  canOverride: z.boolean(),
});
export type ReturnPreviewRow = z.infer<typeof previewRow>;

export const returnPreview = defineCall({
  ...requesting,
  id: 'returnPreview',
  summary: 'Which leads could be returned for a reason, and of the others why not; nothing is changed',
  route: 'POST /{p}/lead/return/preview',
  body: z.strictObject(wanted),
  response: z.object({ rows: z.array(previewRow) }),
});

export const returnRequest = defineCall({
  ...requesting,
  id: 'returnRequest',
  summary: 'Asks to return leads; those that cannot be are left as they are and named with the reason',
  route: 'POST /{p}/lead/return/request',
  body: z
    .strictObject({
      ...wanted,
      /** Visible to the media partner. */
      note: z.string().trim().max(500).default(''),
    })
    .superRefine((wish, context) => {
      const message = missingReturnNote(wish);
      if (message !== null) context.addIssue({ code: 'custom', path: ['note'], message });
    }),
  response: z.object({
    requested: z.int(),
    /** Of those, accepted at once by the client's criteria. */
    accepted: z.int(),
    refused: z.array(z.object({ lead: z.string(), message: z.string() })),
  }),
});

export const returnWithdraw = defineCall({
  ...base,
  groups: ['ag', 'cl'],
  permission: 'leadanalyzer:Return',
  id: 'returnWithdraw',
  summary: 'Takes an open request back, by the side that asked; the lead is delivered as it was before',
  route: 'POST /{p}/lead/return/withdraw',
  body: z.strictObject({
    ownerKey: key,
    returnKey: key,
    /** Visible to the other sides. */
    note: z.string().trim().min(1, 'Enter a reason.').max(500),
  }),
  response: z.null(),
});

export const returnImport = defineCall({
  id: 'returnImport',
  summary: 'Reads a file of returns and says what applying it would request',
  route: 'POST /{p}/{owner}/lead/return/import',
  owner: 'path',
  groups: ['ag', 'cl'],
  permission: 'leadanalyzer:Return',
  kind: 'upload',
  query: bulkUploadQuery,
  response: bulkImportResultSchema,
});

export const returnComment = defineCall({
  ...base,
  id: 'returnComment',
  summary: 'A media partner, or the agency, comments on a request that is not decided; the client does not see it',
  route: 'POST /{p}/lead/return/comment',
  groups: ['ag', 'mp'],
  permission: 'leadanalyzer:View',
  body: z.strictObject({ ownerKey: key, returnKey: key, comment: z.string().trim().min(1).max(1_000) }),
  response: z.null(),
});

const deciding = { ...base, groups: ['ag'], permission: 'leadanalyzer:Return' } as const;
const returnKeys = z.array(key).min(1).max(MAX_RETURNS);
const money = z.object({ leads: z.int(), client: z.number(), media: z.number() });

export const returnDecisionPreview = defineCall({
  ...deciding,
  id: 'returnDecisionPreview',
  summary:
    'What accepting requests would do: which months it lowers, which credit lines it writes, what is beyond the limit',
  route: 'POST /{p}/lead/return/decision/preview',
  body: z.strictObject({ ownerKey: key, returnKeys }),
  response: z.object({
    /** For open months: reduces the month's bill. */
    lowered: money,
    /** For closed months: they are unchanged, and lines are written in `creditMonth`. */
    credited: money,
    creditMonth: z.iso.date(),
    rows: z.array(
      z.object({
        returnKey: key,
        leadId: z.string(),
        month: z.iso.date(),
        isMonthClosed: z.boolean(),
        /** After the rows before this one. */
        limit: returnLimitSchema,
        /** Accepting it requires the right to override. */
        isBeyondLimit: z.boolean(),
        /** Why it can no longer be decided. */
        refusal: z.string().nullable(),
      }),
    ),
  }),
});
export type ReturnDecisionPreview = z.infer<(typeof returnDecisionPreview)['response']>;

export const returnDecide = defineCall({
  ...deciding,
  id: 'returnDecide',
  summary: 'Accepts or declines requests, all of them or none; refused with both values where somebody else was first',
  route: 'POST /{p}/lead/return/decide',
  body: z
    .strictObject({
      ownerKey: key,
      returnKeys,
      decision: z.enum(RETURN_DECISIONS),
      /** Visible to the client and the media partner. */
      note: z.string().trim().max(500).default(''),
    })
    .refine(({ decision, note }) => decision === 'ACCEPT' || note !== '', {
      path: ['note'],
      message: 'Write why it is declined.',
    }),
  response: z.object({ decided: z.int(), credited: z.int() }),
});
