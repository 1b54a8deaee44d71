import { z } from 'zod';
import { BILLING_SIDES } from '../../core/billing-sides.ts';
import { instant, key } from '../../core/calls/schema.ts';
import { ADJUSTMENT_CAUSES, type AdjustmentCause } from '../calls.ts';
import {
  PAYMENT_KINDS,
  STATEMENT_KINDS,
  STATEMENT_LINE_KINDS,
  STATEMENT_MAIL_STATES,
  STATEMENT_STATE_CODES,
  STATEMENT_TALK,
  type StatementKind,
  type StatementMailState,
  type StatementTalkKind,
} from './words.ts';

const codes = <Code extends string>(words: Record<Code, unknown>) => z.enum(Object.keys(words) as [Code, ...Code[]]);

export const statementRowSchema = z.object({
  statementKey: key,
  ownerKey: key,
  ownerName: z.string(),
  number: z.string(),
  side: z.enum(BILLING_SIDES),
  kind: codes<StatementKind>(STATEMENT_KINDS),
  partyName: z.string(),
  month: z.iso.date(),
  issuedOn: z.iso.date(),
  dueOn: z.iso.date(),
  total: z.number(),
  paid: z.number(),
  /** What is left to pay; negative on a credit note. Nothing of what was written off. */
  open: z.number(),
  state: z.enum(STATEMENT_STATE_CODES),
});
export type StatementRow = z.infer<typeof statementRowSchema>;

const lineSchema = z.object({
  line: z.int(),
  campaignKey: key,
  campaignName: z.string(),
  campaignCode: z.string(),
  kind: z.enum(STATEMENT_LINE_KINDS),
  forMonth: z.iso.date().nullable(),
  cause: codes<AdjustmentCause>(ADJUSTMENT_CAUSES).nullable(),
  quantity: z.int(),
  unitPrice: z.number(),
  amount: z.number(),
});
export type StatementLine = z.infer<typeof lineSchema>;

export const MAX_PAYMENT = 99_999_999.99;
export const MAX_REFERENCE = 100;
export const MAX_PAYMENT_NOTE = 500;

const paymentSchema = z.object({
  paymentKey: key,
  kind: z.enum(PAYMENT_KINDS),
  paidOn: z.iso.date(),
  /** Negative where it raises what is open. */
  amount: z.number(),
  reference: z.string(),
  /** Number of the other statement of a credit. */
  counter: z.string().nullable(),
  isReversed: z.boolean(),
  /** Notes and names are the agency's; null for the others. */
  note: z.string().nullable(),
  by: z.string().nullable(),
});
export type StatementPayment = z.infer<typeof paymentSchema>;

const talkSchema = z.object({
  eventKey: key,
  kind: codes<StatementTalkKind>(STATEMENT_TALK),
  /** Null: the statement as a whole. */
  line: z.int().nullable(),
  /** What the amount should be. */
  amount: z.number().nullable(),
  text: z.string(),
  isAgency: z.boolean(),
  by: z.string(),
  at: instant,
});
export type StatementTalk = z.infer<typeof talkSchema>;

const mailSchema = z.object({
  to: z.string(),
  state: codes<StatementMailState>(STATEMENT_MAIL_STATES),
  reason: z.string(),
  at: instant,
});
export type StatementMail = z.infer<typeof mailSchema>;

export const statementSchema = z.object({
  ...statementRowSchema.shape,
  agencyName: z.string(),
  partyCode: z.string(),
  issuedAt: instant,
  /** Number of the statement that it corrects. */
  corrects: z.string().nullable(),
  /** Before tax. */
  amount: z.number(),
  /** Null where no tax is added. */
  tax: z.object({ label: z.string(), rate: z.number(), amount: z.number() }).nullable(),
  lines: z.array(lineSchema),
  /** Payments, credits and what reversed them, oldest first. */
  payments: z.array(paymentSchema),
  /** Disputes and what became of them, oldest first. */
  talk: z.array(talkSchema),
  isDisputed: z.boolean(),
  /** When it was last sent, by mail or otherwise. */
  sentAt: instant.nullable(),
  /** When its side opened it first. */
  seenAt: instant.nullable(),
  /** Mails to users of its side, newest first; only for the agency. */
  mails: z.array(mailSchema),
  /** Open statements of the same party that this credit note can settle; only for the agency. */
  creditable: z.array(z.object({ statementKey: key, number: z.string(), open: z.number() })),
});
export type Statement = z.infer<typeof statementSchema>;
