import { z } from 'zod';
import { RETURN_REASONS } from '../core/leads/lead-reasons.ts';
import { instant, key } from '../core/calls/schema.ts';

export type ReturnReason = keyof typeof RETURN_REASONS;
export const RETURN_REASON_CODES = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]];

/** States of a return request. */
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

/** Business days in which the media partner may comment on a request. */
export const RETURN_COMMENT_DAYS = 3;
/** Last day of the following month on which a lead can be returned. */
export const RETURN_LAST_DAY = 3;
/** Conditions for automatic acceptance, if the client's criteria allow it: hours since delivery, and reasons in the lead's own data. */
export const RETURN_AUTO_ACCEPT = { hours: 24, reasons: ['WRONG_NUMBER', 'DISCONNECTED', 'BAD_EMAIL'] } as const;
/** Maximum requests or decisions at once. */
export const MAX_RETURNS = 500;

/** Limit of a client's returns of a partner's leads in a month. */
export const returnLimitSchema = z.object({
  /** Percentage from the client's criteria. */
  percent: z.number(),
  delivered: z.int(),
  /** That percentage of the delivered leads, in whole leads. */
  allowed: z.int(),
  accepted: z.int(),
  /** Requested and undecided. */
  open: z.int(),
});
export type ReturnLimit = z.infer<typeof returnLimitSchema>;

/** Comments of the agency and the media partner on a request; hidden from the client. */
const returnCommentSchema = z.object({
  at: instant,
  isPartner: z.boolean(),
  /** Visible to the same side only. */
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
  /** Number of the client's attempts to reach the person. */
  attempts: z.int().nullable(),
  /** First day of the month in which the lead is billed. */
  month: z.iso.date(),
  clientName: z.string(),
  campaignName: z.string(),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  /** Day of the credit line; null if the lead's own month was reduced, or nothing was owed. */
  creditedOn: z.iso.date().nullable(),
};
/** Both prices are null if the lead is not paid for. */
const clientSide = {
  partnerName: z.string().nullable(),
  clientPrice: z.number().nullable(),
  limit: returnLimitSchema,
  isMonthClosed: z.boolean(),
  /** Open, and requested by the viewer's side. */
  mayWithdraw: z.boolean(),
};
const partnerSide = {
  mediaPrice: z.number().nullable(),
  comments: z.array(returnCommentSchema),
  /** Last day, by the owner's calendar, on which the partner may comment. */
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
