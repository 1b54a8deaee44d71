import { expect, test } from 'vitest';
import { type CohortDay, cohortCell, cohortTotal } from './cohorts.rules.ts';
import { DEFAULT_LAG_CURVES } from './maturity.rules.ts';

const day = (age: number, inquiries: number, reached: number, segment: CohortDay['segment'] = 'career'): CohortDay => ({
  age,
  segment,
  inquiries,
  reached: [reached],
});
const cell = (days: readonly CohortDay[], age = 30) => cohortCell(days, 0, age, DEFAULT_LAG_CURVES, 'enrollment');

test('an old cohort is complete', () => {
  expect(cell([day(30, 10, 2), day(90, 30, 4)])).toEqual({
    inquiries: 40,
    count: 6,
    open: false,
    unreached: false,
    percentMatured: 100,
  });
});

test('a younger one has the share expected by its age', () => {
  // At 14 days 11 % of all enrollments have arrived, at 30 days 48 %.
  expect(cell([day(14, 10, 0)])).toEqual({
    inquiries: 10,
    count: 0,
    open: true,
    unreached: true,
    percentMatured: expect.closeTo((0.11 / 0.48) * 100, 9),
  });
  const mixed = cell([day(14, 10, 0), day(60, 10, 1)]);
  expect(mixed.percentMatured).toBeCloseTo(((0.11 + 0.48) / 0.96) * 100, 9);
  expect(mixed).toMatchObject({ open: true, unreached: false });
  // The count by the fourteenth day gives no rate for the thirtieth.
  expect(cell([day(14, 10, 3)])).toMatchObject({ count: 3, unreached: true });
});

test('at an age with nothing expected yet, the inquiries that are old enough decide', () => {
  const early = [day(3, 30, 0), day(9, 10, 0)];
  expect(cohortCell(early, 0, 7, DEFAULT_LAG_CURVES, 'start').percentMatured).toBe(25);
  expect(cell([]).percentMatured).toBeNull();
});

test('an unfinished day has nothing yet', () => {
  expect(cell([day(-1, 5, 0)])).toMatchObject({ open: true, percentMatured: 0 });
});

test('the total counts every inquiry that is old enough once', () => {
  expect(cohortTotal([day(29, 100, 50), day(30, 10, 1), day(200, 90, 9)], 0, 30)).toEqual({
    inquiries: 100,
    count: 10,
  });
});
