import { type LeadEvent, type LeadStatus } from '@paceline/contract';
import { expect, test } from 'vitest';
import { inOrderOfEvents } from './event-order.rules.ts';

const AT = '2026-11-16T15:00:00.000Z';
const LATER = '2026-11-16T15:00:01.000Z';
const status = (from: LeadStatus | null, to: LeadStatus, at = AT): LeadEvent => ({
  kind: 'status',
  at,
  from,
  to,
  reasons: [],
  note: '',
  by: null,
  isWithdrawal: false,
});
const attempt = (outcome: 'accepted' | 'failed', at = AT): LeadEvent => ({
  kind: 'delivery',
  at,
  endpointName: null,
  try: {
    attempt: 1,
    at,
    outcome,
    reason: null,
    httpStatus: 200,
    durationMs: 1,
    request: null,
    response: null,
    nextTryAt: null,
  },
});
const checks: LeadEvent = { kind: 'checks', at: AT, checks: [] };
const note = (at: string): LeadEvent => ({ kind: 'note', at, note: 'x', by: 'y' });
const step = (event: LeadEvent): string => (event.kind === 'status' ? `${event.from}>${event.to}` : event.kind);

test('a lead is delivered after the try that was accepted, also within one moment', () => {
  const events = [note(LATER), checks, status(null, 'VAL'), status('VAL', 'DLV'), attempt('accepted')];
  expect(inOrderOfEvents(events).map(step)).toEqual(['checks', 'null>VAL', 'delivery', 'VAL>DLV', 'note']);
});

test('a lead that is sent again is tried after that, and stuck leads are stuck after the try', () => {
  expect(inOrderOfEvents([status('REJ', 'VAL'), attempt('failed')]).map(step)).toEqual(['REJ>VAL', 'delivery']);
  expect(inOrderOfEvents([status('VAL', 'STK'), attempt('failed')]).map(step)).toEqual(['delivery', 'VAL>STK']);
});

test('changes of status of one moment keep their own order', () => {
  const events = [status('VAL', 'DLV'), status('DLV', 'RTR'), status('RTR', 'RTN')];
  expect(inOrderOfEvents(events).map(step)).toEqual(['VAL>DLV', 'DLV>RTR', 'RTR>RTN']);
  expect(inOrderOfEvents([attempt('accepted', LATER), status('VAL', 'DLV')]).map(step)).toEqual([
    'VAL>DLV',
    'delivery',
  ]);
});
