import { expect, test } from 'vitest';
import { BILLED_STATUSES, billedStatusOf, readBilledStatus } from './schema.ts';
import { acceptRefusal, suggestedDecision } from './words.ts';

test('common words for statuses are recognised in any spelling; others are not guessed', () => {
  const words = [
    'Delivered',
    'DLV',
    'accepted',
    'PAID',
    'Return requested',
    'Returned',
    'credited',
    'duplicate',
    'not-billable',
    'Held',
    'new',
  ];
  expect(words.map(readBilledStatus)).toEqual([
    ...Array.from({ length: 5 }, () => 'BILLABLE'),
    'RETURNED',
    'RETURNED',
    'REFUSED',
    'REFUSED',
    'PENDING',
    'PENDING',
  ]);
  expect(Object.values(BILLED_STATUSES).map(readBilledStatus)).toEqual(Object.keys(BILLED_STATUSES));
  expect(['', '12', 'gone', 'unbillable'].map(readBilledStatus)).toEqual([null, null, null, null]);
  expect(billedStatusOf('STK')).toBe('BILLABLE');
});

test('the agency accepts differences that can be booked and are in its favour; settled rows need nothing', () => {
  const price = { kind: 'PRICE', reason: 'OTHER_PRICE', state: 'OPEN' } as const;
  expect(suggestedDecision({ ...price, difference: -2 }, 'media', true)).toBe('ACCEPT');
  expect(suggestedDecision({ ...price, difference: 2 }, 'media', true)).toBe('DISPUTE');
  expect(suggestedDecision({ ...price, difference: 2 }, 'client', true)).toBe('ACCEPT');
  expect(suggestedDecision({ ...price, difference: 2 }, 'media', false)).toBe('AGREE');
  expect(suggestedDecision({ ...price, state: 'AGREED', difference: 2 }, 'media', true)).toBeNull();
  const unknown = { kind: 'THEIRS', reason: 'UNKNOWN_ID', state: 'DISPUTED', difference: -1 } as const;
  expect([suggestedDecision(unknown, 'media', true), acceptRefusal(unknown)]).toEqual([
    'DISPUTE',
    'No lead has this id: there is no campaign to write a line for.',
  ]);
});
