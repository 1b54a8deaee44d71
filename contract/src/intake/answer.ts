import { z } from 'zod';
import { LEAD_REASONS, LEAD_STATUS_CODES, type LeadReason, type LeadStatus } from '../core/leads/lead-status.ts';

const REASON_CODES = Object.values(LEAD_REASONS).flat() as [LeadReason, ...LeadReason[]];

/** Which status a reason belongs to. */
export const statusOfReason = (reason: LeadReason): keyof typeof LEAD_REASONS => {
  const entry = Object.entries(LEAD_REASONS).find(([, codes]) => (codes as readonly string[]).includes(reason));
  // Every reason stands in the table: the type says so.
  return entry![0] as keyof typeof LEAD_REASONS;
};

/** Why a lead was refused, as a partner is told. Nothing in it speaks of anybody else's leads. */
export const answerReasonSchema = z.object({
  code: z.enum(REASON_CODES),
  /** The parameter that it is about; null where it is about none. */
  field: z.string().nullable(),
  message: z.string(),
});
export type AnswerReason = z.infer<typeof answerReasonSchema>;

const leadId = z.string();
const status = z.enum(LEAD_STATUS_CODES);
const requestId = z.string();
const warnings = z.array(z.string()).optional();
/** Of a test lead: what it would have been. */
const wouldBe = status.optional();

/** What a partner is answered: accepted, do not resend; refused for good, do not resend; fix and resend. */
export const leadAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('success'),
    leadId,
    status,
    wouldBe,
    /** Null while the lead is held: nothing is owed for it yet. */
    price: z.number().nullable(),
    /** Why it is held; left out of what is simply accepted. */
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
/** Refused for good is what a partner must not send again; held is accepted for now. */
export const outcomeOf = (decided: LeadStatus): 'success' | 'failure' =>
  decided === 'VAL' || decided === 'HLD' ? 'success' : 'failure';

/** What a question before the post is answered with. */
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
