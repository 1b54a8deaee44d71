import { describe, expect, test } from 'vitest';
import {
  comparedDays,
  type Comparison,
  countDaysOf,
  countMonthsOf,
  type Days,
  grainEnd,
  grainFor,
  grainIndex,
  grainsOf,
  grainStart,
  isMonthToDate,
} from './days.ts';

const days = (text: string): Days => {
  const [from = '', to = ''] = text.split('..');
  return { from, to };
};
const TODAY = '2026-11-15';
const compared = (text: string, compare: Comparison, today = TODAY): string => {
  const { from, to } = comparedDays(days(text), compare, today);
  return `${from}..${to}`;
};

describe('the days of a comparison', () => {
  test.each([
    ['2026-11-01..2026-11-14', '2026-10-01..2026-10-14', 'a month so far meets the first days of the month before'],
    ['2026-10-01..2026-10-31', '2026-09-01..2026-09-30', 'a whole month meets the month before'],
    ['2026-08-01..2026-10-31', '2026-05-01..2026-07-31', 'three months meet the three before'],
    ['2026-10-18..2026-11-14', '2026-09-20..2026-10-17', 'any other days meet as many before'],
    [
      '2026-10-01..2026-10-14',
      '2026-09-17..2026-09-30',
      'the first days of a month that is over are days like any other',
    ],
    ['2026-11-14..2026-11-14', '2026-11-13..2026-11-13', 'a day meets the day before'],
  ])('%s and before: %s, %s', (range, expected) => {
    expect(compared(range, 'previous')).toBe(expected);
  });

  test('a month to date is compared with at most the whole month before', () => {
    expect(compared('2026-03-01..2026-03-30', 'previous', '2026-03-31')).toBe('2026-02-01..2026-02-28');
  });

  test.each([
    ['2024-02-10..2024-02-29', '2023-02-10..2023-02-28'],
    ['2025-02-10..2025-02-20', '2024-02-10..2024-02-20'],
    ['2025-02-01..2025-02-28', '2024-02-01..2024-02-29'],
    ['2024-02-01..2024-02-29', '2023-02-01..2023-02-28'],
    ['2026-11-01..2026-11-14', '2025-11-01..2025-11-14'],
  ])('%s and a year ago: %s', (range, expected) => {
    expect(compared(range, 'lastYear')).toBe(expected);
  });

  test('days are compared with the same weekday', () => {
    expect(compared('2026-11-01..2026-11-14', 'weekdays')).toBe('2026-10-18..2026-10-31');
    expect(compared('2026-11-01..2026-11-10', 'weekdays')).toBe('2026-10-18..2026-10-27');
    expect(new Date('2026-10-18').getUTCDay()).toBe(new Date('2026-11-01').getUTCDay());
  });
});

test('ranges of days and months include both ends', () => {
  expect(countDaysOf(days('2026-03-07..2026-03-09'))).toBe(3);
  expect(countMonthsOf(days('2025-12-31..2026-01-01'))).toBe(2);
  expect(isMonthToDate(days('2026-11-01..2026-11-14'), TODAY)).toBe(true);
  expect(isMonthToDate(days('2026-11-01..2026-11-13'), TODAY)).toBe(false);
});

describe('the grain', () => {
  test.each([
    ['2026-11-01..2026-11-14', 'day', 'day week'],
    ['2026-10-01..2026-10-31', 'day', 'day week'],
    ['2026-11-08..2026-11-14', 'day', 'day'],
    ['2026-08-01..2026-10-31', 'week', 'day week month'],
    ['2025-11-01..2026-10-31', 'month', 'week month'],
    ['2024-11-01..2026-10-31', 'month', 'month'],
  ])('of %s is %s, and can be %s', (range, grain, choices) => {
    expect(grainFor(days(range))).toBe(grain);
    expect(grainsOf(days(range)).join(' ')).toBe(choices);
  });

  test('weeks begin on Monday and months on the first', () => {
    expect([grainStart('2026-11-01', 'week'), grainEnd('2026-10-26', 'week')]).toEqual(['2026-10-26', '2026-11-01']);
    expect([grainStart('2026-11-30', 'month'), grainEnd('2026-02-01', 'month')]).toEqual(['2026-11-01', '2026-02-28']);
  });

  test('gives the index of a day’s period within a range', () => {
    const range = { from: '2026-11-01' };
    expect(grainIndex('2026-11-03', range, 'day')).toBe(2);
    expect([grainIndex('2026-10-26', range, 'week'), grainIndex('2026-11-02', range, 'week')]).toEqual([0, 1]);
    expect(grainIndex('2027-01-01', range, 'month')).toBe(2);
  });
});
