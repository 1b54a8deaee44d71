import { describe, expect, it } from 'vitest';
import { paymentErrors, paymentText } from './prepare-payments.ts';

const VALUES = { paidOn: '2026-07-05', amount: 100, reference: 'Wire 7', note: '' };

describe('a payment', () => {
  it('is complete, not in the future and not above what is open', () => {
    expect(paymentErrors(VALUES, 100, '2026-07-05')).toEqual({});
    expect(
      paymentErrors({ ...VALUES, paidOn: '2026-07-06', amount: 100.01, reference: ' ' }, 100, '2026-07-05'),
    ).toEqual({
      paidOn: 'The day of the payment is in the future.',
      amount: '0.01 more than is open.',
      reference: 'Enter the reference of the payment.',
    });
    expect(paymentErrors({ ...VALUES, amount: '' }, 100, '2026-07-05')).toEqual({ amount: 'Enter the amount.' });
    // What is paid back on a credit note.
    expect(paymentErrors({ ...VALUES, amount: 30 }, -30, '2026-07-05')).toEqual({});
  });

  it('says what its line is', () => {
    const line = {
      paymentKey: 1,
      paidOn: '2026-07-05',
      reference: 'Wire 7',
      counter: null,
      isReversed: false,
      note: null,
      by: null,
    };
    expect(paymentText({ ...line, kind: 'PAYMENT', amount: 5 })).toBe('Payment Wire 7');
    expect(paymentText({ ...line, kind: 'PAYMENT', amount: -5, isReversed: true })).toBe('Refund Wire 7 (reversed)');
    expect(paymentText({ ...line, kind: 'REVERSAL', amount: -5 })).toBe('Reversal of Wire 7');
    expect(paymentText({ ...line, kind: 'CREDIT', amount: 5, counter: 'INV-2026-0003' })).toBe(
      'Credit note INV-2026-0003',
    );
    expect(paymentText({ ...line, kind: 'CREDIT', amount: -5, counter: 'INV-2026-0001' })).toBe(
      'Used for INV-2026-0001',
    );
  });
});
