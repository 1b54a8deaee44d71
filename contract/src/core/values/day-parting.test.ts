import { expect, test } from 'vitest';
import { dayPartingProblems, dayPartingSchema } from './day-parting.ts';

const monday = (...intervals: [string, string][]) =>
  dayPartingSchema.parse({ days: [{ day: 'MON', intervals: intervals.map(([start, end]) => ({ start, end })) }] });

test.each([
  [
    [
      ['08:00', '12:00'],
      ['12:00', '24:00'],
    ],
    null,
  ],
  [
    [
      ['08:00', '12:00'],
      ['11:45', '14:00'],
    ],
    'Intervals on Monday overlap.',
  ],
  [
    [
      ['14:00', '16:00'],
      ['08:00', '14:15'],
    ],
    'Intervals on Monday overlap.',
  ],
  [[['12:00', '08:00']], 'End must be after start.'],
  [[['08:00', '08:00']], 'End must be after start.'],
  [[['08:10', '12:00']], 'Times must be in steps of 15 minutes.'],
  [[['08:00', '24:15']], 'Times must be in steps of 15 minutes.'],
  [Array.from({ length: 7 }, (_, hour) => [`0${hour}:00`, `0${hour}:30`]), 'No more than 6 intervals per day.'],
] as [[string, string][], string | null][])('%j', (intervals, message) => {
  expect(dayPartingProblems(monday(...intervals)).map((problem) => problem.message)).toEqual(message ? [message] : []);
});

test('a day occurs once', () => {
  const { days } = monday(['08:00', '12:00']);
  expect(dayPartingProblems({ days: [...days, ...days] })).toEqual([
    { day: 'MON', message: 'Monday is listed twice.' },
  ]);
});

test('a time is a valid time of day', () => {
  for (const start of ['8:00', '25:00', '08:60', '08:00:00', '']) {
    expect(dayPartingSchema.safeParse({ days: [{ day: 'MON', intervals: [{ start, end: '24:00' }] }] }).success).toBe(
      false,
    );
  }
});
