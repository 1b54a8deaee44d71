import { type ScheduleTime } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { nextRun } from './next-run.rules.ts';

const time = (over: Partial<ScheduleTime>): ScheduleTime => ({
  every: 'day',
  weekday: null,
  monthDay: null,
  hour: 7,
  ...over,
});
const next = (over: Partial<ScheduleTime>, after: string, zone = 'America/Chicago') =>
  nextRun(time(over), new Date(after), zone).toISOString();

describe('the next time', () => {
  test.each([
    // 7 AM in Chicago is 13:00 in winter and 12:00 in summer.
    ['later today', {}, '2026-11-16T12:59:59Z', '2026-11-16T13:00:00.000Z'],
    ['not the same moment again', {}, '2026-11-16T13:00:00Z', '2026-11-17T13:00:00.000Z'],
    ['the owner’s day, not ours', {}, '2026-11-17T04:00:00Z', '2026-11-17T13:00:00.000Z'],
    ['a Monday', { every: 'week', weekday: 1 }, '2026-11-16T14:00:00Z', '2026-11-23T13:00:00.000Z'],
    ['a Sunday', { every: 'week', weekday: 7 }, '2026-11-16T14:00:00Z', '2026-11-22T13:00:00.000Z'],
    ['the last day of February', { every: 'month', monthDay: 31 }, '2026-02-01T14:00:00Z', '2026-02-28T13:00:00.000Z'],
    [
      'the 30th, where there is none',
      { every: 'month', monthDay: 30 },
      '2028-02-01T14:00:00Z',
      '2028-02-29T13:00:00.000Z',
    ],
    ['next month’s', { every: 'month', monthDay: 1 }, '2026-11-01T13:00:00Z', '2026-12-01T13:00:00.000Z'],
    ['over a new year', { every: 'month', monthDay: 31 }, '2026-12-31T13:00:00Z', '2027-01-31T13:00:00.000Z'],
  ] as const)('%s', (_, over, after, wanted) => {
    expect(next(over, after)).toBe(wanted);
  });

  test('stays at its hour when the clocks change', () => {
    // Clocks go forward on 8 March 2026 and back on 1 November.
    expect(next({}, '2026-03-07T13:00:00Z')).toBe('2026-03-08T12:00:00.000Z');
    expect(next({}, '2026-10-31T12:00:00Z')).toBe('2026-11-01T13:00:00.000Z');
  });

  test('an hour that a day lacks is the next one, and a repeated hour counts once', () => {
    expect(next({ hour: 2 }, '2026-03-07T08:00:00Z')).toBe('2026-03-08T08:00:00.000Z');
    const first = next({ hour: 1 }, '2026-10-31T06:00:00Z');
    expect(first).toBe('2026-11-01T06:00:00.000Z');
    expect(next({ hour: 1 }, first)).toBe('2026-11-02T07:00:00.000Z');
  });
});
