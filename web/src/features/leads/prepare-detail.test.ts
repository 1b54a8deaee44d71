import type { LeadEvent } from '@paceline/contract';
import { expect, test } from 'vitest';
import { checkText, eventText, type ShownLead, verdictOf } from './prepare-detail.ts';

const status = (from: string | null, to: Extract<LeadEvent, { kind: 'status' }>['to'], note = ''): LeadEvent => ({
  kind: 'status',
  at: '2026-11-16T10:00:00.000Z',
  from,
  to,
  reasons: to === 'RTR' ? ['WRONG_NUMBER'] : [],
  note,
  by: null,
  isWithdrawal: false,
});

test('says what the status beside it means, without saying it again', () => {
  const tries = (count: number) => Array.from({ length: count }, () => ({ kind: 'delivery' }));
  const verdict = (lead: object) =>
    verdictOf({
      statusReasons: [],
      events: tries(1),
      isUnpaid: false,
      createdAt: '2026-12-01T02:00:00Z',
      timeZone: 'America/Chicago',
      ...lead,
    } as unknown as ShownLead);
  expect(verdict({ status: 'REJ', statusReasons: ['CLIENT_DUPLICATE'] })).toBe(
    'Duplicate at the client. Not billable.',
  );
  expect(verdict({ status: 'STK', statusReasons: ['MAPPING_ERROR'], events: tries(3) })).toBe(
    'Client refused the lead, after 3 tries. Not billable until it is delivered.',
  );
  expect([verdict({ status: 'DLV' }), verdict({ status: 'DLV', events: tries(2) })]).toEqual([
    'Billable in November 2026.',
    'On try 2. Billable in November 2026.',
  ]);
  expect(verdict({ status: 'DLV', isUnpaid: true })).toBe('Taken beyond the cap, not paid.');
});

test('shows a return’s request, comments and decision', () => {
  expect(eventText(status('DLV', 'RTR', 'Rings elsewhere'), 'default')).toEqual({
    title: 'Return requested',
    detail: 'Wrong number · Rings elsewhere',
  });
  expect(eventText(status('RTR', 'RTN'), 'default').title).toBe('Return accepted');
  expect(eventText(status('RTR', 'DLV', 'There is a recording'), 'default')).toEqual({
    title: 'Return declined',
    detail: 'There is a recording',
  });
  expect(eventText(status('VAL', 'DLV'), 'default').title).toBe('Delivered');
  const comment = { kind: 'returnComment', at: '2026-11-16T10:00:00.000Z', comment: 'We have a recording' } as const;
  expect(eventText({ ...comment, isPartner: true, by: null }, 'default')).toEqual({
    title: 'Comment on the return, media partner',
    detail: 'We have a recording',
  });
});

const event = (over: Partial<Extract<LeadEvent, { kind: 'milestone' }>>): LeadEvent => ({
  kind: 'milestone',
  at: '2026-03-06T15:00:00Z',
  milestoneKey: 1,
  version: 1,
  code: 'ENROLLMENT',
  happenedOn: '2026-03-05',
  term: null,
  standing: 'counts',
  voidReason: null,
  canReinstate: false,
  by: null,
  ...over,
});

test('a milestone has the owner’s label and its details', () => {
  expect(eventText(event({}), 'default')).toEqual({ title: 'Enrollment', detail: 'Mar 5, 2026' });
  expect(eventText(event({ term: 'Fall', by: 'Dana Whitfield' }), 'sales')).toEqual({
    title: 'Sale',
    detail: 'Mar 5, 2026 · Fall · Dana Whitfield',
  });
  expect(eventText(event({ standing: 'toCome' }), 'default').detail).toBe('Mar 5, 2026 · Counts from that day on');
  expect(eventText(event({ standing: 'history' }), 'default').detail).toBe(
    'Mar 5, 2026 · History: an earlier one counts',
  );
  expect(eventText(event({ standing: 'history', voidReason: 'Wrong person' }), 'default').detail).toBe(
    'Mar 5, 2026 · Voided: Wrong person',
  );
  expect(eventText(event({ code: 'PERSIST' }), 'default').title).toBe('PERSIST');
});

test('the checks of one decision are one expandable line with each result', () => {
  const check = { title: 'Caps', reasons: [], detail: '' };
  const of = (...outcomes: ('passed' | 'flagged' | 'failed' | 'skipped')[]) =>
    eventText(
      { kind: 'checks', at: '2026-03-06T15:00:00Z', checks: outcomes.map((outcome) => ({ ...check, outcome })) },
      'default',
    ).title;
  expect(of('passed', 'passed', 'skipped')).toBe('2 checks passed');
  expect(of('passed', 'flagged')).toBe('1 check passed, 1 check marked the lead');
  expect(of('passed', 'failed')).toBe('Check failed: Caps, 1 check passed');
  expect(checkText({ ...check, outcome: 'failed', reasons: ['CAP_DAILY'], detail: 'Daily cap 25 of 25.' })).toBe(
    'Failed: Daily cap full. Daily cap 25 of 25.',
  );
  expect(checkText({ ...check, outcome: 'passed' })).toBe('Passed');
});

test('a postback shows its content and the partner’s response', () => {
  const one = {
    status: 'DLV',
    attempt: 2,
    at: '2026-03-06T15:00:00Z',
    durationMs: 40,
    url: 'https://p.example',
  } as const;
  expect(
    eventText(
      {
        kind: 'postback',
        at: one.at,
        try: { ...one, outcome: 'failed', httpStatus: null, response: 'No answer', nextTryAt: null },
      },
      'default',
    ),
  ).toEqual({ title: 'Postback “Delivered” failed', detail: 'Try 2 · No answer · 40 ms' });
});
