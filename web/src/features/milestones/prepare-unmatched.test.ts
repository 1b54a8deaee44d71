import { expect, test } from 'vitest';
import { matchedText, namedText, rowTitle, type ShownRow } from './prepare-unmatched.ts';

const ROW: ShownRow = {
  unmatchedKey: 1,
  version: 1,
  state: 'OPEN',
  receivedAt: '2026-03-10T15:00:00Z',
  receivedBy: null,
  milestone: 'ENROLLMENT',
  happenedOn: '2026-03-05',
  why: 'none',
  leadId: null,
  clientReference: 'CRM-1',
  email: 'g•••@m•••.example',
  phone: '•••0111',
  programCode: null,
  term: null,
  closedAt: null,
  closedBy: null,
  closeReason: null,
  leadCaptureKey: null,
};

test('a row shows the owner’s label and its identifiers', () => {
  expect(rowTitle(ROW, 'default')).toBe('Enrollment of Mar 5, 2026');
  expect(rowTitle(ROW, 'sales')).toBe('Sale of Mar 5, 2026');
  expect(namedText(ROW)).toBe('client reference CRM-1, g•••@m•••.example, •••0111');
  expect(namedText({ ...ROW, clientReference: null, email: null, phone: null })).toBe('data no longer stored');
});

test('the result of matching again', () => {
  expect(matchedText({ matched: 0, open: 2 })).toBe('No lead was found for them yet.');
  expect(matchedText({ matched: 1, open: 2 })).toBe('1 row matched, 2 still open.');
});
