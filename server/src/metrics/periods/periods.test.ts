import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  countDays,
  dataThrough,
  dayOf,
  type DayRange,
  instantsOf,
  lastDays,
  lastWeek,
  monthBase,
  mtdWindow,
  oldestOf,
  rollingThree,
  todayIn,
  weekOf,
  weekPartOf,
  weekParts,
  yesterday,
} from './periods.ts';

const month = (iso: string) => Temporal.PlainYearMonth.from(iso);
const range = (from: string, to: string): DayRange => ({ from: dayOf(from), to: dayOf(to) });
const text = ({ from, to }: DayRange) => `${from.toString()}..${to.toString()}`;
const base = (iso: string, today: string, through?: string) =>
  monthBase(month(iso), dayOf(today), through === undefined ? undefined : dayOf(through));

describe('today', () => {
  test.each([
    ['2025-06-12T03:59:59Z', 'America/New_York', '2025-06-11'],
    ['2025-06-12T04:00:00Z', 'America/New_York', '2025-06-12'],
    ['2025-06-12T06:59:59Z', 'America/Phoenix', '2025-06-11'],
    ['2025-12-31T23:00:00Z', 'Pacific/Kiritimati', '2026-01-01'],
  ])('%s in %s is %s', (now, zone, day) => {
    expect(todayIn(new Date(now), zone).toString()).toBe(day);
  });

  test('case (j): the Sunday of the clock change is one day, in New York of 23 hours, in Phoenix of 24', () => {
    const sunday = range('2025-03-09', '2025-03-09');
    const hours = (zone: string, days = sunday) => {
      const { from, before } = instantsOf(days, zone);
      return (before.getTime() - from.getTime()) / 3_600_000;
    };
    expect([hours('America/New_York'), hours('America/Phoenix')]).toEqual([23, 24]);
    expect(hours('America/New_York', range('2025-11-02', '2025-11-02'))).toBe(25);
    expect(countDays(range('2025-03-01', '2025-03-31'))).toBe(31);

    const lastMinute = new Date('2025-03-10T03:59:59Z');
    for (const [zone, done] of [
      ['America/New_York', 8],
      ['America/Phoenix', 8],
    ] as const)
      expect(monthBase(month('2025-03'), todayIn(lastMinute, zone))).toMatchObject({ done, left: 31 - done });
    const afterMidnight = new Date('2025-03-10T04:00:00Z');
    expect(monthBase(month('2025-03'), todayIn(afterMidnight, 'America/New_York')).done).toBe(9);
    expect(monthBase(month('2025-03'), todayIn(afterMidnight, 'America/Phoenix')).done).toBe(8);
  });

  test('where midnight is skipped the day begins at its first instant', () => {
    const { from } = instantsOf(range('2024-09-08', '2024-09-08'), 'America/Santiago');
    expect(from.toISOString()).toBe('2024-09-08T04:00:00.000Z');
  });
});

describe('a month', () => {
  test('the worked example', () => {
    expect(base('2025-06', '2025-06-12')).toMatchObject({
      state: 'current',
      length: 30,
      done: 11,
      left: 19,
      fromToday: 19,
      early: false,
    });
  });

  test.each([
    ['day 1', '2025-06-01', { done: 0, left: 30, fromToday: 30, early: false }],
    ['day 2', '2025-06-02', { done: 1, left: 29, early: true }],
    ['(b) the last day', '2025-06-30', { done: 29, left: 1, fromToday: 1 }],
    ['(c) past', '2025-07-05', { state: 'past', done: 30, left: 0, fromToday: 0 }],
    ['future', '2025-05-20', { state: 'future', done: 0, left: 30, fromToday: 30 }],
  ])('%s', (_, today, expected) => {
    expect(base('2025-06', today)).toMatchObject(expected);
  });

  test('with a late source ends where its data ends, but the remaining amount is counted from today', () => {
    expect(base('2025-06', '2025-06-12', '2025-06-09')).toMatchObject({ done: 9, left: 21, fromToday: 19 });
    expect(dataThrough(dayOf('2025-06-12'), dayOf('2025-06-20')).toString()).toBe('2025-06-11');
    expect(oldestOf([dayOf('2025-06-11'), dayOf('2025-06-09')])?.toString()).toBe('2025-06-09');
    expect(oldestOf([])).toBeNull();
  });

  test('to date is through yesterday; on day 1 today so far; before it begins empty', () => {
    const window = (iso: string, today: string) => {
      const mtd = mtdWindow(base(iso, today), dayOf(today));
      return mtd && `${text(mtd)} ${mtd.partial ? 'so far' : 'complete'}`;
    };
    expect(window('2025-06', '2025-06-12')).toBe('2025-06-01..2025-06-11 complete');
    expect(window('2025-06', '2025-06-01')).toBe('2025-06-01..2025-06-01 so far');
    expect(window('2025-05', '2025-06-12')).toBe('2025-05-01..2025-05-31 complete');
    expect(window('2025-07', '2025-06-12')).toBeNull();
  });
});

describe('weeks', () => {
  test('run from Monday to Sunday', () => {
    for (const day of ['2025-06-09', '2025-06-12', '2025-06-15'])
      expect(text(weekOf(dayOf(day)))).toBe('2025-06-09..2025-06-15');
    expect(text(lastWeek(dayOf('2025-06-12')))).toBe('2025-06-02..2025-06-08');
    expect(text(lastWeek(dayOf('2025-06-15')))).toBe('2025-06-02..2025-06-08');
  });

  test('that straddle two months are split at the 1st', () => {
    expect(weekParts(weekOf(dayOf('2025-07-01'))).map(text)).toEqual([
      '2025-06-30..2025-06-30',
      '2025-07-01..2025-07-06',
    ]);
    expect(text(weekPartOf(dayOf('2025-06-30')))).toBe('2025-06-30..2025-06-30');
    expect(text(weekPartOf(dayOf('2025-07-03')))).toBe('2025-07-01..2025-07-06');
    expect(weekParts(weekOf(dayOf('2025-12-03'))).map(text)).toEqual(['2025-12-01..2025-12-07']);
  });
});

describe('comparisons', () => {
  test('yesterday, the rolling three days and the last 28', () => {
    const through = dayOf('2025-06-11');
    expect(text(yesterday(through))).toBe('2025-06-11..2025-06-11');
    expect(text(rollingThree(through).current)).toBe('2025-06-09..2025-06-11');
    expect(text(rollingThree(through).previous)).toBe('2025-06-02..2025-06-04');
    expect(text(lastDays(through, 28).current)).toBe('2025-05-15..2025-06-11');
    expect(text(lastDays(through, 28).previous)).toBe('2025-04-17..2025-05-14');
  });
});
