import type { LeadEvent } from '@paceline/contract';
import { expect, it } from 'vitest';
import { eventText } from './prepare-detail.ts';

const status = (from: string | null, to: Extract<LeadEvent, { kind: 'status' }>['to'], note = ''): LeadEvent => ({
  kind: 'status',
  at: '2026-11-16T10:00:00.000Z',
  from,
  to,
  reasons: to === 'RTR' ? ['WRONG_NUMBER'] : [],
  note,
  by: null,
});

it('tells a return as it was asked for, commented on and decided', () => {
  expect(eventText(status('DLV', 'RTR', 'Rings elsewhere'))).toEqual({
    title: 'Return requested',
    detail: 'Wrong number · Rings elsewhere',
  });
  expect(eventText(status('RTR', 'RTN')).title).toBe('Return accepted');
  expect(eventText(status('RTR', 'DLV', 'There is a recording'))).toEqual({
    title: 'Return declined',
    detail: 'There is a recording',
  });
  expect(eventText(status('VAL', 'DLV')).title).toBe('Delivered');
  const comment = { kind: 'returnComment', at: '2026-11-16T10:00:00.000Z', comment: 'We have a recording' } as const;
  expect(eventText({ ...comment, isPartner: true, by: null })).toEqual({
    title: 'Comment on the return, media partner',
    detail: 'We have a recording',
  });
});
