import { MAX_PAYMENT, type StatementPayment } from '@paceline/contract';

/** What a line of payments is, with its reference. */
export const paymentText = ({ kind, reference, counter, amount, isReversed }: StatementPayment): string => {
  if (kind === 'REVERSAL') return `Reversal of ${reference}`;
  const reversed = isReversed ? ' (reversed)' : '';
  if (kind === 'CREDIT') return `${amount > 0 ? 'Credit note' : 'Used for'} ${counter ?? reference}${reversed}`;
  return `${amount < 0 ? 'Refund' : 'Payment'} ${reference}${reversed}`;
};

export interface PaymentValues {
  paidOn: string;
  amount: string | number;
  reference: string;
  note: string;
}
export type PaymentErrors = Partial<Record<keyof PaymentValues, string>>;

/** What a form can see by itself; what is open may have changed meanwhile, so the server looks again. */
export const paymentErrors = (
  { paidOn, amount, reference }: PaymentValues,
  open: number,
  today: string,
): PaymentErrors => {
  const number = Number(amount);
  const over = Math.round(number * 100) - Math.round(Math.abs(open) * 100);
  return {
    ...(paidOn === '' && { paidOn: 'Enter the day of the payment.' }),
    ...(paidOn > today && { paidOn: 'The day of the payment is in the future.' }),
    ...((amount === '' || !(number > 0) || number > MAX_PAYMENT) && { amount: 'Enter the amount.' }),
    ...(over > 0 && number <= MAX_PAYMENT && { amount: `${(over / 100).toFixed(2)} more than is open.` }),
    ...(reference.trim() === '' && { reference: 'Enter the reference of the payment.' }),
  };
};
