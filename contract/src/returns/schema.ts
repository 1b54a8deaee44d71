import { z } from 'zod';
import { RETURN_REASONS } from '../core/leads/lead-reasons.ts';
import { instant, key } from '../core/calls/schema.ts';

export type ReturnReason = keyof typeof RETURN_REASONS;
export const RETURN_REASON_CODES = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]];

/** What became of a request to return a lead. */
export const RETURN_STATES = {
  OPEN: 'Open',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
} as const;
export type ReturnState = keyof typeof RETURN_STATES;
export const RETURN_STATE_CODES = Object.keys(RETURN_STATES) as [ReturnState, ...ReturnState[]];

export const RETURN_DECISIONS = ['ACCEPT', 'DECLINE'] as const;
export type ReturnDecision = (typeof RETURN_DECISIONS)[number];

/** For as many business days the media partner may comment on a request. */
export const RETURN_COMMENT_DAYS = 3;
/** No lead can be returned after this day of the month that follows its own. */
export const RETURN_LAST_DAY = 3;
/** Where a client's criteria accept returns by themselves: so soon after delivery, and for what is wrong with the lead's own data. */
export const RETURN_AUTO_ACCEPT = { hours: 24, reasons: ['WRONG_NUMBER', 'DISCONNECTED', 'BAD_EMAIL'] } as const;
/** So many can be asked for, or decided, at once. */
export const MAX_RETURNS = 500;

/** How many of a partner's leads of a month a client may return. */
export const returnLimitSchema = z.object({
  /** The share of the client's criteria. */
  percent: z.number(),
  delivered: z.int(),
  /** That share of those delivered, in whole leads. */
  allowed: z.int(),
  accepted: z.int(),
  /** Requested and undecided. */
  open: z.int(),
});
export type ReturnLimit = z.infer<typeof returnLimitSchema>;

/** What the agency and the media partner say to each other about a request; the client does not see it. */
const returnCommentSchema = z.object({
  at: instant,
  isPartner: z.boolean(),
  /** Shown to those of the same side only. */
  by: z.string().nullable(),
  comment: z.string(),
});
export type ReturnComment = z.infer<typeof returnCommentSchema>;

const shared = {
  returnKey: key,
  ownerKey: key,
  leadCaptureKey: key,
  leadId: z.string(),
  requestedAt: instant,
  state: z.enum(RETURN_STATE_CODES),
  reason: z.enum(RETURN_REASON_CODES),
  note: z.string(),
  /** How often the client tried to reach the person. */
  attempts: z.int().nullable(),
  /** The first day of the month that the lead is billed in. */
  month: z.iso.date(),
  clientName: z.string(),
  campaignName: z.string(),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  /** The day of the credit line; null where the lead's own month was lowered, or nothing was owed. */
  creditedOn: z.iso.date().nullable(),
};
/** Both prices are null where the lead is not paid for. */
const clientSide = {
  partnerName: z.string().nullable(),
  clientPrice: z.number().nullable(),
  limit: returnLimitSchema,
  isMonthClosed: z.boolean(),
  /** Open, and asked for by the side that reads it. */
  mayWithdraw: z.boolean(),
};
const partnerSide = {
  mediaPrice: z.number().nullable(),
  comments: z.array(returnCommentSchema),
  /** The last day of the owner's on which the partner may comment. */
  commentsThrough: z.iso.date(),
  mayComment: z.boolean(),
};

export const returnRowSchema = z.object({
  ...shared,
  ...clientSide,
  ...partnerSide,
  requestedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
});
export type ReturnRow = z.infer<typeof returnRowSchema>;
export const partnerReturnRowSchema = z.object({ ...shared, ...partnerSide, ownerName: z.string() });
export const clientReturnRowSchema = z.object({ ...shared, ...clientSide });
