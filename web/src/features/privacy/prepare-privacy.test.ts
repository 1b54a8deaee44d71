import { expect, test } from 'vitest';
import { isLeadOf } from './prepare-privacy.ts';

test('erasing is confirmed by the ID of a lead of the person, typed or pasted', () => {
  const leads = [{ leadId: 'L-01JC0000000000000000000001' }, { leadId: 'L-01JC0000000000000000000002' }];
  expect(isLeadOf(leads, ' l-01jc0000000000000000000002 ')).toBe(true);
  expect(isLeadOf(leads, 'L-01JC')).toBe(false);
  expect(isLeadOf(leads, '')).toBe(false);
});
