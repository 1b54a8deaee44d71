import { type BillingSide } from '../../core/billing-sides.ts';
import { dateLabel } from '../../core/values/date-label.ts';
import { ADJUSTMENT_CAUSES, type AdjustmentCause } from '../calls.ts';

/** What statement numbers begin with: `INV-2026-0042` is an owner's 42nd of its year to a client. */
export const STATEMENT_SERIES = { client: 'INV', media: 'PAY' } as const satisfies Record<BillingSide, string>;

/** States of a statement, in the order in which the first that is true holds. */
export const STATEMENT_STATES = {
  WRITTEN_OFF: 'Written off',
  DISPUTED: 'Disputed',
  PAID: 'Paid',
  OVERDUE: 'Overdue',
  PART_PAID: 'Partly paid',
  SEEN: 'Seen',
  SENT: 'Sent',
  DRAFT: 'Not sent',
} as const;
export type StatementState = keyof typeof STATEMENT_STATES;
export const STATEMENT_STATE_CODES = Object.keys(STATEMENT_STATES) as [StatementState, ...StatementState[]];

export const STATEMENT_SIDES = {
  client: 'To be paid by clients',
  media: 'To be paid to media partners',
} as const satisfies Record<BillingSide, string>;

/** What a statement is: a correction lowers or raises what was issued before. */
export const STATEMENT_KINDS = {
  INVOICE: 'Invoice',
  PAYABLE: 'Payment statement',
  CREDIT: 'Credit note',
  DEBIT: 'Debit note',
} as const;
export type StatementKind = keyof typeof STATEMENT_KINDS;
export const statementKind = (side: BillingSide, isCorrection: boolean, total: number): StatementKind => {
  if (isCorrection) return total < 0 ? 'CREDIT' : 'DEBIT';
  return side === 'client' ? 'INVOICE' : 'PAYABLE';
};

/** A state in the word of the document: nobody pays a credit note. */
export const statementStateText = ({ state, kind }: { state: StatementState; kind: StatementKind }): string =>
  state === 'PAID' && kind === 'CREDIT' ? 'Settled' : STATEMENT_STATES[state];

export const STATEMENT_LINE_KINDS = ['LEADS', 'PLATFORM', 'ADJUSTMENT', 'OTHER'] as const;
type StatementLineKind = (typeof STATEMENT_LINE_KINDS)[number];
interface DescribedLine {
  kind: StatementLineKind;
  forMonth: string | null;
  cause: AdjustmentCause | null;
}
/** What a line is charged for, beside its campaign. */
export const statementLineText = ({ kind, forMonth, cause }: DescribedLine): string => {
  if (kind === 'LEADS') return 'Inquiries';
  if (kind === 'PLATFORM') return 'Platform cost';
  if (kind === 'OTHER' || forMonth === null) return 'Correction';
  return [`Adjustment of ${dateLabel(forMonth, 'month')}`, cause && ADJUSTMENT_CAUSES[cause].toLowerCase()]
    .filter(Boolean)
    .join(': ');
};

export const PAYMENT_KINDS = ['PAYMENT', 'CREDIT', 'REVERSAL'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** What is said about a disputed statement. */
export const STATEMENT_TALK = {
  DISPUTED: 'Disputed',
  ANSWERED: 'Answered',
  SETTLED: 'Corrected',
  REFUSED: 'Refused',
} as const;
export type StatementTalkKind = keyof typeof STATEMENT_TALK;

/** States of a statement's mail to one user. */
export const STATEMENT_MAIL_STATES = {
  QUEUED: 'Waiting',
  SENDING: 'On its way',
  SENT: 'Sent',
  KEPT: 'Kept: no mail server is set up',
  FAILED: 'Not sent',
  UNSURE: 'May have gone',
} as const;
export type StatementMailState = keyof typeof STATEMENT_MAIL_STATES;

/** How late open amounts are, from the due day on. */
export const STATEMENT_AGES = {
  CURRENT: 'Not due',
  D30: '1–30 days',
  D60: '31–60 days',
  D90: '61–90 days',
  OLDER: 'Over 90 days',
} as const;
export type StatementAge = keyof typeof STATEMENT_AGES;
export const STATEMENT_AGE_CODES = Object.keys(STATEMENT_AGES) as [StatementAge, ...StatementAge[]];
