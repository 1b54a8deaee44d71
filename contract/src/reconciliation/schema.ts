import { z } from 'zod';
import { LEAD_STATUS_CODES, LEAD_STATUSES, type LeadStatus } from '../core/leads/lead-status.ts';
import { instant, key } from '../core/calls/schema.ts';

/** Results of comparing their lead with ours. */
export const RECONCILIATION_KINDS = {
  MATCHED: 'Matched',
  OURS: 'Only ours',
  THEIRS: 'Only theirs',
  PRICE: 'Price',
  STATUS: 'Status',
} as const;
export type ReconciliationKind = keyof typeof RECONCILIATION_KINDS;
export const RECONCILIATION_KIND_CODES = Object.keys(RECONCILIATION_KINDS) as [
  ReconciliationKind,
  ...ReconciliationKind[],
];

export const RECONCILIATION_STATES = {
  OPEN: 'Open',
  DISPUTED: 'Disputed',
  ACCEPTED: 'Accepted',
  AGREED: 'Agreed',
} as const;
export type ReconciliationState = keyof typeof RECONCILIATION_STATES;
export const RECONCILIATION_STATE_CODES = Object.keys(RECONCILIATION_STATES) as [
  ReconciliationState,
  ...ReconciliationState[],
];
/** Whether its amount is still open between the two sides. */
export const isUnresolved = (state: ReconciliationState): boolean => state === 'OPEN' || state === 'DISPUTED';

const RECONCILIATION_REASON_CODES = [
  'SAME',
  'NOT_IN_FILE',
  'UNKNOWN_ID',
  'NAMED_TWICE',
  'OTHER_MONTH',
  'OTHER_CAMPAIGN',
  'OTHER_CLIENT',
  'REFUSED',
  'RETURNED',
  'PENDING',
  'UNPAID',
  'TEST',
  'OTHER_PRICE',
  'OTHER_STATUS',
] as const;
/** How a lead of ours and a row of theirs with different ids may be the same. */
const RECONCILIATION_MATCH_WAYS = ['SPELLING', 'CAMPAIGN_DAY_PRICE'] as const;
export type ReconciliationMatchWay = (typeof RECONCILIATION_MATCH_WAYS)[number];
/** Maximum days between the two sides' dates of one inquiry. */
export const RECONCILIATION_MATCH_DAYS = 2;

/** Billing status behind the differing words of the two sides. */
export const BILLED_STATUSES = {
  BILLABLE: 'Billable',
  RETURNED: 'Returned',
  REFUSED: 'Refused',
  PENDING: 'Pending',
} as const;
export type BilledStatus = keyof typeof BILLED_STATUSES;
const BILLED_STATUS_CODES = Object.keys(BILLED_STATUSES) as [BilledStatus, ...BilledStatus[]];

/** An accepted, undelivered lead counts as billed, as in every cost. */
export const billedStatusOf = (status: LeadStatus): BilledStatus => {
  const { group } = LEAD_STATUSES[status];
  if (group === 'Good') return 'BILLABLE';
  if (group === 'Pending') return 'PENDING';
  return status === 'RTN' ? 'RETURNED' : 'REFUSED';
};

const USUAL_WORDS: Readonly<Record<BilledStatus, readonly string[]>> = {
  BILLABLE: ['accepted', 'approved', 'billed', 'good', 'paid', 'payable', 'sold', 'valid'],
  RETURNED: ['credited', 'refunded', 'return', 'reversed'],
  REFUSED: ['bad', 'cancelled', 'declined', 'denied', 'disqualified', 'not billable', 'rejected', 'unpaid'],
  PENDING: ['in progress', 'new', 'open', 'queued'],
};
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '');
const WORDS: ReadonlyMap<string, BilledStatus> = new Map([
  ...LEAD_STATUS_CODES.flatMap((code): [string, BilledStatus][] => [
    [plain(code), billedStatusOf(code)],
    [plain(LEAD_STATUSES[code].label), billedStatusOf(code)],
  ]),
  ...BILLED_STATUS_CODES.flatMap((status): [string, BilledStatus][] =>
    [status, BILLED_STATUSES[status], ...USUAL_WORDS[status]].map((word) => [plain(word), status]),
  ),
]);
/** Billing status for the other side's word; null if the word is unknown. */
export const readBilledStatus = (word: string): BilledStatus | null => WORDS.get(plain(word)) ?? null;

/**
 * Decisions on a difference: the agency accepts theirs, the other side agrees to ours, either disputes, or the side that conceded undoes
 * it.
 */
export const RECONCILIATION_DECISIONS = ['ACCEPT', 'AGREE', 'DISPUTE', 'UNDO'] as const;
export type ReconciliationDecision = (typeof RECONCILIATION_DECISIONS)[number];
export const RECONCILIATION_LIMITS = { fileRows: 50_000, decided: 5_000, noteCharacters: 1_000, matches: 20 } as const;

const ofRow = {
  kind: z.enum(RECONCILIATION_KIND_CODES),
  reason: z.enum(RECONCILIATION_REASON_CODES),
  ourStatus: z.enum(LEAD_STATUS_CODES).nullable(),
  theirStatus: z.enum(BILLED_STATUS_CODES).nullable(),
  /** The lead's amount in the month according to each side, of this side's money only. */
  ourAmount: z.number(),
  theirAmount: z.number(),
  /** Theirs minus ours. */
  difference: z.number(),
  state: z.enum(RECONCILIATION_STATE_CODES),
};

export const reconciliationRowSchema = z.object({
  ...ofRow,
  rowKey: key,
  version: z.int(),
  leadCaptureKey: key.nullable(),
  leadId: z.string().nullable(),
  capturedDate: z.iso.date().nullable(),
  campaignName: z.string().nullable(),
  campaignCode: z.string().nullable(),
  clientName: z.string().nullable(),
  fileRow: z.int().nullable(),
  theirId: z.string().nullable(),
  theirCampaign: z.string().nullable(),
  theirDate: z.iso.date().nullable(),
  /** How a user matched it to this lead; null if matched by id. */
  matchedBy: z.enum(RECONCILIATION_MATCH_WAYS).nullable(),
  reasonText: z.string(),
  /** Suggested decision for the viewer; null if there is nothing left to do. */
  suggestion: z.enum(RECONCILIATION_DECISIONS).nullable(),
  /** Why it cannot be accepted as an adjustment; null if it can. */
  refusal: z.string().nullable(),
  note: z.string(),
  decidedAt: instant.nullable(),
  decidedGroup: z.enum(['ag', 'mp', 'cl']).nullable(),
  /** Visible to the same side only. */
  decidedBy: z.string().nullable(),
  comments: z.array(
    z.object({ at: instant, group: z.enum(['ag', 'mp', 'cl']), by: z.string().nullable(), comment: z.string() }),
  ),
});
export type ReconciliationRow = z.infer<typeof reconciliationRowSchema>;

/** A lead of ours and a row of theirs that may be the same, and why. */
export const reconciliationMatchSchema = z.object({
  way: z.enum(RECONCILIATION_MATCH_WAYS),
  reasonText: z.string(),
  theirs: z.object({
    rowKey: key,
    version: z.int(),
    theirId: z.string().nullable(),
    theirDate: z.iso.date().nullable(),
    theirCampaign: z.string().nullable(),
    theirAmount: z.number(),
  }),
  ours: z.object({
    leadCaptureKey: key,
    leadId: z.string(),
    capturedDate: z.iso.date(),
    campaignCode: z.string(),
    campaignName: z.string(),
    ourStatus: z.enum(LEAD_STATUS_CODES),
    ourAmount: z.number(),
    /** Its row among those only we have; null if it is not billed. */
    rowKey: key.nullable(),
    version: z.int().nullable(),
  }),
});
export type ReconciliationMatch = z.infer<typeof reconciliationMatchSchema>;

export const reconciliationRunSchema = z.object({
  runKey: key,
  fileName: z.string(),
  fileRows: z.int(),
  uploadedAt: instant,
  uploadedGroup: z.enum(['ag', 'mp', 'cl']),
  uploadedBy: z.string().nullable(),
  /** When a newer file replaced it; null for the current one. */
  replacedAt: instant.nullable(),
});
export type ReconciliationRun = z.infer<typeof reconciliationRunSchema>;
