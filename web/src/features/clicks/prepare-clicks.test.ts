import { CLICK_STATUS_NAMES } from '@paceline/contract';
import { expect, test } from 'vitest';
import { clickTone, placeText, verdictOf } from './prepare-clicks.ts';

const LEAD = { leadCaptureKey: 1, leadId: 'L-1', status: 'DLV', createdAt: '2026-03-10T15:00:00Z' } as const;
const TO = 'https://www.school.example/';

test('shows a click’s status, and whether it counts', () => {
  expect(verdictOf({ status: 'VALID', sentTo: TO, lead: LEAD })).toBe('Sent on to the landing page.');
  expect(verdictOf({ status: 'VALID', sentTo: TO, lead: null })).toBe('Sent on to the landing page. No lead yet.');
  expect(verdictOf({ status: 'PAUSED', sentTo: null, lead: null })).toBe(
    'The campaign is paused, not open yet or has no landing page. The visitor saw that the offer is not available. Not counted.',
  );
  expect(verdictOf({ status: 'EXPIRED', sentTo: TO, lead: null })).toBe(
    'The campaign has ended. The visitor was sent to the fallback page of the line item. Not counted.',
  );
  expect(verdictOf({ status: 'DUPLICATE', sentTo: TO, lead: null })).toMatch(
    /sent on with the first click\. Not counted\.$/,
  );
});

test('only a valid click is shown as good', () => {
  expect(CLICK_STATUS_NAMES.filter((status) => clickTone(status) === 'good')).toEqual(['VALID']);
  expect(clickTone('TEST')).toBe('off');
});

test('shows a place as far as known', () => {
  expect(placeText({ country: 'US', state: 'OH' })).toBe('OH, United States');
  expect(placeText({ country: null, state: null })).toBe('');
});
