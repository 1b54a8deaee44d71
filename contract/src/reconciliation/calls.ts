import { z } from 'zod';
import { BILLING_SIDES } from '../core/billing-sides.ts';
import { bulkImportResultSchema, bulkUploadQuery } from '../core/calls/bulk.ts';
import { defineCall } from '../core/calls/call.ts';
import { REPORT_FILE_FORMATS } from '../core/calls/file-names.ts';
import { LIMITS } from '../core/calls/limits.ts';
import { anyOf, exactText, oneKey, oneOf, required } from '../core/calls/list-filters.ts';
import { defineList } from '../core/calls/list.ts';
import { key, keyParam, monthSent } from '../core/calls/schema.ts';
import { RECONCILIATION_RIGHTS } from './rights.ts';
import {
  RECONCILIATION_DECISIONS,
  RECONCILIATION_KIND_CODES,
  RECONCILIATION_LIMITS,
  RECONCILIATION_STATE_CODES,
  reconciliationMatchSchema,
  reconciliationRowSchema,
  reconciliationRunSchema,
} from './schema.ts';

const shared = {
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: RECONCILIATION_RIGHTS,
} as const;
const party = {
  /** Whose list it is: a media partner’s with its payments, or a client’s with its bill. */
  side: z.enum(BILLING_SIDES),
  /** The media partner, or the client. */
  partyKey: key,
  month: monthSent,
};

export const reconciliationImport = defineCall({
  ...shared,
  id: 'reconciliationImport',
  summary: 'Reads the other side’s list of a month’s leads; applying it puts every lead beside ours',
  route: 'POST /{p}/{owner}/reconciliation/import',
  kind: 'upload',
  query: z.strictObject({ ...bulkUploadQuery.shape, ...party, partyKey: keyParam }),
  response: bulkImportResultSchema,
});

const kindSchema = z.object({
  kind: z.enum(RECONCILIATION_KIND_CODES),
  rows: z.int(),
  /** Unresolved differences, and their amount: theirs minus ours. */
  open: z.int(),
  difference: z.number(),
});

export const reconciliationGet = defineCall({
  ...shared,
  id: 'reconciliationGet',
  summary:
    'One comparison of a side and a month, the newest unless another is named: what it came to, and the ones before it',
  route: 'POST /{p}/{owner}/reconciliation/get',
  apiKey: true,
  body: z.strictObject({ ...party, runKey: key.optional() }),
  response: z.object({
    partyName: z.string(),
    /** Null before the first upload. */
    run: reconciliationRunSchema.nullable(),
    history: z.array(reconciliationRunSchema),
    kinds: z.array(kindSchema),
    ourTotal: z.number(),
    theirTotal: z.number(),
    /** Difference between the two sides; 0 once everything is resolved. */
    difference: z.number(),
    /** Amounts (theirs minus ours) accepted as adjustments, and conceded by the other side. */
    accepted: z.number(),
    agreed: z.number(),
  }),
});

export const reconciliationSearch = defineList({
  id: 'reconciliationSearch',
  summary: 'The leads of one comparison, ours and theirs side by side',
  path: '/{p}/{owner}/reconciliation/search',
  owner: 'path',
  groups: ['ag', 'mp', 'cl'],
  permission: RECONCILIATION_RIGHTS,
  filters: {
    runKey: required(oneKey({ address: 'run' })),
    kind: oneOf(RECONCILIATION_KIND_CODES),
    state: anyOf(RECONCILIATION_STATE_CODES),
    id: exactText(),
  },
  columns: {
    leadId: { label: 'Our lead', kind: 'text' },
    ourStatus: { label: 'Our status', kind: 'text' },
    ourAmount: { label: 'Our amount', kind: 'dollar' },
    theirId: { label: 'Their id', kind: 'text' },
    theirStatus: { label: 'Their status', kind: 'text' },
    theirAmount: { label: 'Their amount', kind: 'dollar' },
    difference: { label: 'Difference', kind: 'dollar', note: 'Theirs less ours.' },
    state: { label: 'State', kind: 'text', firstOnPhone: true },
    suggestion: { label: 'Suggested', kind: 'text' },
    reasonText: { label: 'Why', kind: 'text' },
    comments: { label: 'Last comment', kind: 'text' },
    campaignName: { label: 'Campaign', kind: 'text', hidden: true },
    capturedDate: { label: 'Inquiry date', kind: 'date', hidden: true },
    fileRow: { label: 'Row of the file', kind: 'count', hidden: true },
  },
  sort: { by: ['fileRow'], first: 'fileRow' },
  key: 'rowKey',
  row: reconciliationRowSchema,
  total: { upTo: 100_000 },
});

export const reconciliationExport = defineCall({
  ...shared,
  id: 'reconciliationExport',
  summary: 'The differences of one comparison as a file, each with its reason and what became of it',
  route: 'POST /{p}/{owner}/reconciliation/export',
  apiKey: true,
  kind: 'download',
  body: z.strictObject({
    runKey: key,
    kind: z.enum(RECONCILIATION_KIND_CODES).optional(),
    format: z.enum(REPORT_FILE_FORMATS).default('xlsx'),
  }),
  response: z.null(),
  rateLimit: 'export',
  timeoutMs: LIMITS.exportTimeoutMs,
});

/** Selected rows, or all unresolved rows of one kind. Only selected rows can be undone. */
const chosenRows = z.union([
  z.strictObject({ rowKeys: z.array(key).min(1).max(RECONCILIATION_LIMITS.decided) }),
  z.strictObject({ kind: z.enum(RECONCILIATION_KIND_CODES) }),
]);
export type ChosenDifferences = z.infer<typeof chosenRows>;

export const reconciliationPreview = defineCall({
  ...shared,
  id: 'reconciliationPreview',
  summary: 'What accepting, agreeing to, disputing or undoing differences would do; nothing is changed',
  route: 'POST /{p}/{owner}/reconciliation/preview',
  body: z.strictObject({ runKey: key, chosen: chosenRows, decision: z.enum(RECONCILIATION_DECISIONS) }),
  bodyBytes: 128 * 1024,
  response: z.object({
    rows: z.int(),
    /** Adjustment lines that would be written, their amount, and their month. */
    lines: z.int(),
    amount: z.number(),
    bookedMonth: z.iso.date(),
    /** Rows that cannot be decided like this, by reason. */
    leftOut: z.array(z.object({ message: z.string(), rows: z.int() })),
    /** Decidable rows with the version that was read, to be sent back. */
    versions: z.array(z.object({ rowKey: key, version: z.int() })),
  }),
});
export type ReconciliationPreview = z.infer<(typeof reconciliationPreview)['response']>;

export const reconciliationDecide = defineCall({
  ...shared,
  id: 'reconciliationDecide',
  summary:
    'Accepts differences as adjustments, agrees to them, disputes them or takes that back by a line against it, all or none; refused with both values where somebody else was first',
  route: 'POST /{p}/{owner}/reconciliation/decide',
  body: z
    .strictObject({
      runKey: key,
      rows: z
        .array(z.strictObject({ rowKey: key, version: z.int() }))
        .min(1)
        .max(RECONCILIATION_LIMITS.decided),
      decision: z.enum(RECONCILIATION_DECISIONS),
      /** Visible to both sides. */
      note: z.string().trim().max(RECONCILIATION_LIMITS.noteCharacters).default(''),
    })
    .refine(({ decision, note }) => decision !== 'DISPUTE' || note !== '', {
      path: ['note'],
      message: 'Write why it is disputed.',
    }),
  bodyBytes: 512 * 1024,
  response: z.object({ decided: z.int(), lines: z.int(), amount: z.number() }),
});

export const reconciliationMatches = defineCall({
  ...shared,
  id: 'reconciliationMatches',
  summary: 'What a lead that only one side has may be on the other side, each with its reason, the likeliest first',
  route: 'POST /{p}/{owner}/reconciliation/matches',
  apiKey: true,
  body: z.strictObject({ runKey: key, rowKey: key }),
  response: z.object({ matches: z.array(reconciliationMatchSchema) }),
});

export const reconciliationMatch = defineCall({
  ...shared,
  id: 'reconciliationMatch',
  summary: 'Takes a row of theirs for one of our leads, which has to be a possible match; no bill changes',
  route: 'POST /{p}/{owner}/reconciliation/match',
  body: z.strictObject({
    runKey: key,
    theirs: z.strictObject({ rowKey: key, version: z.int() }),
    leadCaptureKey: key,
    /** Our row of the lead with the version that was read; null if it has none. */
    ours: z.strictObject({ rowKey: key, version: z.int() }).nullable(),
  }),
  /** Result of the match. */
  response: z.object({ kind: z.enum(RECONCILIATION_KIND_CODES), difference: z.number() }),
});

export const reconciliationUnmatch = defineCall({
  ...shared,
  id: 'reconciliationUnmatch',
  summary: 'Takes apart what was matched by hand: one row is only theirs again, the other only ours',
  route: 'POST /{p}/{owner}/reconciliation/unmatch',
  body: z.strictObject({ runKey: key, rowKey: key, version: z.int() }),
  response: z.null(),
});

export const reconciliationComment = defineCall({
  ...shared,
  id: 'reconciliationComment',
  summary: 'Says something about one row; both sides read it',
  route: 'POST /{p}/{owner}/reconciliation/comment',
  body: z.strictObject({
    runKey: key,
    rowKey: key,
    comment: z.string().trim().min(1).max(RECONCILIATION_LIMITS.noteCharacters),
  }),
  response: z.null(),
});
