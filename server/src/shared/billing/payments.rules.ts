import { type BillingSide, formatMetricValue, type PaymentKind } from '@paceline/contract';

/** What is left to pay of a statement, on the day at its owner. */
export interface PayableStatement {
  statementKey: number;
  number: string;
  side: BillingSide;
  partnerKey: number | null;
  clientKey: number | null;
  total: number;
  open: number;
  isWrittenOff: boolean;
  today: string;
}

export interface StoredPayment {
  paymentKey: number;
  statementKey: number;
  kind: PaymentKind;
  reference: string;
  paidOn: string;
  amount: number;
  counterKey: number | null;
}

interface WantedPayment {
  paidOn: string;
  amount: number;
  reference: string;
}
interface PaymentProblem {
  field: 'amount' | 'paidOn' | 'reference' | 'statementKey';
  message: string;
}

const cents = (amount: number): number => Math.round(amount * 100);
const dollars = (amount: number): string => formatMetricValue({ kind: 'dollar', decimals: 2 }, Math.abs(amount));
const hasReference = ({ kind, reference }: StoredPayment, wanted: string): boolean =>
  kind === 'PAYMENT' && reference.toLowerCase() === wanted.toLowerCase();

/** What is paid back on a credit note counts against it. */
export const signedAmount = ({ total }: PayableStatement, amount: number): number => (total < 0 ? -amount : amount);

export const isSamePayment = (payment: StoredPayment, { paidOn, amount, reference }: WantedPayment): boolean =>
  hasReference(payment, reference) && payment.paidOn === paidOn && cents(Math.abs(payment.amount)) === cents(amount);

/** Why a payment cannot be noted; null if it can. */
export const paymentProblem = (
  { number, open, isWrittenOff, today }: PayableStatement,
  standing: readonly StoredPayment[],
  { paidOn, amount, reference }: WantedPayment,
): PaymentProblem | null => {
  const earlier = standing.find((payment) => hasReference(payment, reference));
  if (earlier !== undefined) {
    const message = `A payment of ${dollars(earlier.amount)} on ${earlier.paidOn} has this reference. Reverse it first, or use another reference.`;
    return { field: 'reference', message };
  }
  if (isWrittenOff) return { field: 'statementKey', message: `${number} is written off. Take that back first.` };
  if (paidOn > today) return { field: 'paidOn', message: 'The day of the payment is in the future.' };
  if (cents(open) === 0) return { field: 'amount', message: `Nothing is open on ${number}.` };
  const over = cents(amount) - cents(Math.abs(open));
  if (over > 0)
    return {
      field: 'amount',
      message: `${dollars(over / 100)} more than is open on ${number} (${dollars(open)}).`,
    };
  return null;
};
