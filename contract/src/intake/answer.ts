import { z } from 'zod';
import { LEAD_REASONS, LEAD_STATUS_CODES, type LeadReason, type LeadStatus } from '../core/leads/lead-status.ts';

const REASON_CODES = Object.values(LEAD_REASONS).flat() as [LeadReason, ...LeadReason[]];

/** The status a reason belongs to. */
export const statusOfReason = (reason: LeadReason): keyof typeof LEAD_REASONS => {
  const entry = Object.entries(LEAD_REASONS).find(([, codes]) => (codes as readonly string[]).includes(reason));
  // Every reason is in the table: the type guarantees it.
  return entry![0] as keyof typeof LEAD_REASONS;
};

/** Reason of a refusal for the partner. It must not disclose other parties' leads. */
export const answerReasonSchema = z.object({
  code: z.enum(REASON_CODES),
  /** The parameter it refers to; null if none. */
  field: z.string().nullable(),
  message: z.string(),
});
export type AnswerReason = z.infer<typeof answerReasonSchema>;

const leadId = z.string();
const status = z.enum(LEAD_STATUS_CODES);
const requestId = z.string();
const warnings = z.array(z.string()).optional();
/** For a test lead: the status a real one would have got. */
const wouldBe = status.optional();

/** Answer to a partner: accepted, do not resend; refused for good, do not resend; fix and resend. */
export const leadAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('success'),
    leadId,
    status,
    wouldBe,
    /** Null while the lead is held: nothing is owed for it yet. */
    price: z.number().nullable(),
    /** Reasons for holding it; left out if simply accepted. */
    reasons: z.array(answerReasonSchema).optional(),
    warnings,
    requestId,
  }),
  z.object({
    outcome: z.literal('failure'),
    leadId,
    status,
    wouldBe,
    reasons: z.array(answerReasonSchema),
    warnings,
    requestId,
  }),
  z.object({ outcome: z.literal('error'), reasons: z.array(answerReasonSchema), warnings, requestId }),
]);
export type LeadAnswer = z.infer<typeof leadAnswerSchema>;
/** `failure` means that the partner must not resend; a held lead is accepted for now. */
export const outcomeOf = (decided: LeadStatus): 'success' | 'failure' =>
  decided === 'VAL' || decided === 'HLD' ? 'success' : 'failure';

/** Results of a check before posting. */
export const PRECHECK_RESULTS = {
  accept: 'It would be accepted',
  duplicate: 'The person is a duplicate',
  closed: 'The campaign, the hour, the source or the program is closed',
  over_cap: 'A cap is full',
  geo: 'The place is outside the campaign’s area',
  audience: 'The person is not in the campaign’s audience',
} as const;
export type PrecheckResult = keyof typeof PRECHECK_RESULTS;
const PRECHECK_CODES = Object.keys(PRECHECK_RESULTS) as [PrecheckResult, ...PrecheckResult[]];

export const precheckAnswerSchema = z.object({
  result: z.enum(PRECHECK_CODES),
  reasons: z.array(answerReasonSchema),
  requestId,
});
export type PrecheckAnswer = z.infer<typeof precheckAnswerSchema>;
