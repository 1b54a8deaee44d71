import type { LeadAnswer } from '@paceline/contract';
import { expect, test } from 'vitest';
import { trialAnswer } from './prepare-answer.ts';

const lead = { leadId: 'L-1', requestId: 'r' };
const reason = (message: string) => ({ code: 'CAP_DAILY' as const, field: null, message });

test.each<[LeadAnswer, string]>([
  [{ outcome: 'success', status: 'VAL', price: 42, ...lead }, 'Accepted: Valid - awaiting delivery, $42.00'],
  [
    { outcome: 'success', status: 'TST', wouldBe: 'VAL', price: 0, ...lead },
    'Accepted (as a test lead): Valid - awaiting delivery',
  ],
  [
    {
      outcome: 'failure',
      status: 'CAP',
      reasons: [reason('Daily cap 25 of 25, opens Nov 16, 12:00 AM EST.')],
      ...lead,
    },
    'Refused: daily cap 25 of 25, opens Nov 16, 12:00 AM EST',
  ],
  [
    { outcome: 'failure', status: 'INV', reasons: [reason('ZIP code does not match state.')], ...lead },
    'Refused: ZIP code does not match state',
  ],
  [
    { outcome: 'success', status: 'HLD', price: null, reasons: [reason('Outside hours.')], ...lead },
    'Held: outside hours',
  ],
  [
    { outcome: 'error', reasons: [reason('ZIP code is required.'), reason('x')], requestId: 'r' },
    'Fix and resend: 2 fields are wrong',
  ],
  [
    { outcome: 'error', reasons: [reason('ZIP code is required.')], requestId: 'r' },
    'Fix and resend: 1 field is wrong',
  ],
])('%j', (answer, sentence) => {
  expect(trialAnswer({ answer }).sentence).toBe(sentence);
});
