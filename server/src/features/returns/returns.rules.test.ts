import { returnCriteriaSchema } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import {
  commentsThrough,
  dayIn,
  isAcceptedAtOnce,
  limitOf,
  refusalOf,
  type Returnable,
  windowEndOf,
} from './returns.rules.ts';

const lead: Returnable = {
  status: 'DLV',
  partnerName: 'Bright Leads',
  deliveredAt: new Date('2026-03-02T16:00:00Z'),
  monthEndsAt: new Date('2026-04-04T05:00:00Z'),
  month: '2026-03-01',
  timeZone: 'America/Chicago',
  declinedAt: null,
  criteria: returnCriteriaSchema.parse({}),
};
const room = limitOf(lead.criteria, { delivered: 120, accepted: 4, open: 3 });
const now = new Date('2026-03-10T15:00:00Z');
const wish = { reason: 'WRONG_NUMBER', attempts: null } as const;
const refused = (over: Partial<Returnable>, limit = room, at = now, request: Parameters<typeof refusalOf>[1] = wish) =>
  refusalOf({ ...lead, ...over }, request, limit, at);

test.each([
  ['2026-03-09', '2026-03-12'],
  ['2026-03-12', '2026-03-17'],
  ['2026-03-14', '2026-03-18'],
])('a partner informed on %s may comment through %s: three business days', (request, through) => {
  expect(commentsThrough(request)).toBe(through);
});

test('days are those of the time zone', () => {
  expect(dayIn(new Date('2026-03-10T03:00:00Z'), 'America/Chicago')).toBe('2026-03-09');
});

test('the limit is rounded up, so that a client with few leads may return one', () => {
  expect(room.allowed).toBe(12);
  expect(limitOf({ maxPercent: 10 }, { delivered: 11, accepted: 0, open: 0 }).allowed).toBe(2);
  expect(limitOf({ maxPercent: 10 }, { delivered: 8, accepted: 0, open: 0 }).allowed).toBe(1);
  expect(limitOf({ maxPercent: 10 }, { delivered: 0, accepted: 0, open: 0 }).allowed).toBe(0);
  expect(limitOf({ maxPercent: 0 }, { delivered: 8, accepted: 0, open: 0 }).allowed).toBe(0);
  expect(limitOf({ maxPercent: 7 }, { delivered: 100, accepted: 0, open: 0 }).allowed).toBe(7);
});

test('the window is some days after delivery, at most until the third of the next month', () => {
  expect(windowEndOf(lead)).toEqual(new Date('2026-03-16T16:00:00Z'));
  expect(windowEndOf({ ...lead, deliveredAt: new Date('2026-03-30T16:00:00Z') })).toEqual(lead.monthEndsAt);
});

describe('obstacles to a return', () => {
  test('none', () => expect(refused({})).toBeNull());

  test.each([
    [{ status: 'RTR' }, 'Its return is requested already.'],
    [{ status: 'STK' }, 'It is Stuck: only a delivered lead can be returned.'],
    [{ partnerName: null }, 'It was not bought from a media partner: there is nobody to return it to.'],
    [
      { declinedAt: new Date('2026-03-05T15:00:00Z') },
      'Its return was declined on Mar 5, 2026: it cannot be requested again.',
    ],
  ] as const)('none for case %#', (over, message) => {
    expect(refused(over)).toEqual({ message, canOverride: false });
  });

  test('returns not allowed, the window, the limit: all but with an override', () => {
    const none = returnCriteriaSchema.parse({ allowReturns: false });
    expect(refused({ criteria: none })).toMatchObject({ canOverride: true });
    expect(refused({}, room, new Date('2026-03-16T16:00:00Z'))).toEqual({
      message:
        'The return window ended on Mar 16, 2026: 14 days after delivery, and never after day 3 of the next month.',
      canOverride: true,
    });
    expect(refused({}, { ...room, accepted: 9 })).toEqual({
      message:
        'The limit is reached: 12 of 12 returns allowed for March 2026, which is 10 % of 120 delivered leads of Bright Leads.',
      canOverride: true,
    });
  });

  test('"no contact" needs attempts', () => {
    const noContact = { reason: 'NO_CONTACT', attempts: 2 } as const;
    expect(refused({}, room, now, noContact)).toMatchObject({ canOverride: false });
    expect(refused({}, room, now, { ...noContact, attempts: 3 })).toBeNull();
  });
});

test('automatic acceptance only if the criteria say so, within a day, for data defects', () => {
  const criteria = returnCriteriaSchema.parse({ autoApprove: true });
  const soon = new Date('2026-03-03T15:59:00Z');
  expect(isAcceptedAtOnce({ ...lead, criteria }, wish, soon)).toBe(true);
  expect(isAcceptedAtOnce(lead, wish, soon)).toBe(false);
  expect(isAcceptedAtOnce({ ...lead, criteria }, { reason: 'LANGUAGE' }, soon)).toBe(false);
  expect(isAcceptedAtOnce({ ...lead, criteria }, wish, new Date('2026-03-03T16:00:00Z'))).toBe(false);
});
