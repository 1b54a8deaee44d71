import type { EarnedMonth } from '@paceline/contract';
import { expect, test } from 'vitest';
import {
  dueMonths,
  type Earnings,
  earningsDays,
  earningsLabel,
  earningsTotals,
  hasEarned,
  monthNames,
  whenText,
} from './prepare-earnings.ts';

const ZONE = 'America/Chicago';
const aMonth = (over: Partial<EarnedMonth> = {}): EarnedMonth => ({
  month: '2026-03-01',
  status: 'OPEN',
  closesAt: '2026-04-06T04:59:00.000Z',
  closedAt: null,
  isFrozen: false,
  due: 100,
  expected: 20.5,
  billableLeads: 4,
  open: null,
  payBy: null,
  paidOn: null,
  ...over,
});
const february = aMonth({
  month: '2026-02-01',
  status: 'CLOSED',
  closedAt: '2026-03-06T05:59:00.000Z',
  isFrozen: true,
  due: 80,
  expected: null,
  open: 80,
  payBy: '2026-04-04',
});
const empty = { due: 0, expected: 0, billableLeads: 0 };
const earnings = (over: Partial<Earnings> = {}): Earnings => ({
  month: '2026-03-01',
  today: '2026-03-03',
  owners: [
    { ownerKey: 1, months: [aMonth(), february, aMonth({ month: '2026-01-01', ...empty })] },
    { ownerKey: 2, months: [aMonth({ due: 9.5, expected: 0 }), aMonth({ ...february, ...empty })] },
  ],
  days: [
    { day: '2026-02-01', earned: 30 },
    { day: '2026-02-28', earned: 50 },
    { day: '2026-03-01', earned: 100 },
    { day: '2026-03-03', earned: 30 },
  ],
  ...over,
});

test('this month stands against the last by day; days to come and days that the last did not have are blank', () => {
  const days = earningsDays(earnings());
  expect(days).toHaveLength(31);
  expect([days[0], days[1], days[2], days[3], days[27], days[30]]).toEqual([
    { number: 1, current: 100, last: 30 },
    { number: 2, current: 0, last: 0 },
    { number: 3, current: 30, last: 0 },
    { number: 4, current: null, last: 0 },
    { number: 28, current: null, last: 50 },
    { number: 31, current: null, last: null },
  ]);
});

test('an owner further east may have begun a day more', () => {
  const days = [...earnings().days, { day: '2026-03-04', earned: 7 }];
  expect(earningsDays(earnings({ days }))[3]).toEqual({ number: 4, current: 7, last: 0 });
});

test('totals are those of the bills, with what is expected; the last month is compared through the same day', () => {
  expect(earningsTotals(earnings())).toEqual({ current: 130, last: 80, lastSoFar: 30, change: (100 / 30) * 100 });
  expect(earningsTotals(earnings({ days: [] })).change).toBeNull();
  expect(monthNames(earnings({ month: '2026-01-01' }))).toEqual({ current: 'January', last: 'December' });
  expect(earningsLabel(earnings())).toBe('Earnings by day: $130 in March by Mar 3, $30 in February by the same day');
});

test('a new partner has earned nothing', () => {
  expect(hasEarned(earnings())).toBe(true);
  expect(hasEarned(earnings({ owners: [], days: [] }))).toBe(false);
  const none = { ownerKey: 1, months: [aMonth(empty)] };
  expect(hasEarned(earnings({ owners: [none], days: [{ day: '2026-03-01', earned: 0 }] }))).toBe(false);
});

test('what is due by month, the newest first, without months that have nothing', () => {
  const months = dueMonths(earnings(), () => ZONE);
  expect(
    months.map(({ month, due, expected, rows }) => [month, due, expected, rows.map(({ ownerKey }) => ownerKey)]),
  ).toEqual([
    ['2026-03-01', 109.5, 20.5, [1, 2]],
    ['2026-02-01', 80, null, [1]],
  ]);
});

test.each([
  [aMonth(), 'Closes Apr 5, 2026, 11:59 PM'],
  [aMonth({ status: 'IN_REVIEW' }), 'Closes Apr 5, 2026, 11:59 PM'],
  [aMonth({ status: 'REOPENED' }), 'Open until your agency closes it'],
  [february, 'Payable by Apr 4, 2026'],
  [{ ...february, open: 0, payBy: null, paidOn: '2026-04-01' }, 'Paid Apr 1, 2026'],
  [{ ...february, payBy: null }, 'Closed Mar 5, 2026, 11:59 PM'],
  [{ ...february, payBy: null, closedAt: null }, 'Closing'],
])('%# when it is paid', (month, text) => {
  expect(whenText(month, ZONE).replaceAll(/\s/g, ' ')).toBe(text);
});

test('what was paid of a closed month is no longer due', () => {
  const [own] = earnings().owners;
  const paid = { ...february, open: 30 };
  const [month] = dueMonths(earnings({ owners: [{ ...own!, months: [paid] }] }), () => ZONE);
  expect([month?.due, month?.rows[0]?.due]).toEqual([30, 30]);
  const settled = { ...february, open: 0, payBy: null, paidOn: '2026-04-01' };
  const [last] = dueMonths(earnings({ owners: [{ ...own!, months: [settled] }] }), () => ZONE);
  expect([last?.due, last?.rows[0]?.when]).toEqual([0, 'Paid Apr 1, 2026']);
});
