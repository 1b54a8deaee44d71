import { expect, test } from 'vitest';
import {
  dailyBomAllocationOf,
  effectivePlan,
  type MonthPlan,
  mtdAllocationOf,
  planRemarks,
  weeklyBomAllocationOf,
  weekPartCap,
} from './allocation.ts';

const BLANK: MonthPlan = {
  monthlyCapacity: null,
  incrementalCapacity: null,
  monthlyAllocation: null,
  monthlySoftAllocation: null,
  weeklySoftAllocation: null,
  weeklyAllocation: null,
  dailyAllocation: null,
  clientMonthlyAllocation: null,
  userDefinedMonthlyAllocation: null,
  userDefinedMonthlySoftAllocation: null,
  userDefinedWeeklySoftAllocation: null,
  userDefinedDailyAllocation: null,
};
const quiet = { eligibleDays: 30, delivered: 0 };
const remarksOf = (plan: Partial<MonthPlan>, situation = quiet) =>
  planRemarks({ ...BLANK, ...plan }, situation).map(({ level, message }) => `${level}: ${message}`);

test('a change within the month takes precedence, even a change to 0; blank means no cap', () => {
  expect(effectivePlan({ ...BLANK, monthlyAllocation: 100, userDefinedMonthlyAllocation: 0 }).monthly).toBe(0);
  expect(effectivePlan({ ...BLANK, monthlyAllocation: 100, dailyAllocation: 5 })).toMatchObject({
    monthly: 100,
    daily: 5,
    capacity: null,
  });
  expect(effectivePlan({ ...BLANK, monthlyCapacity: 100, incrementalCapacity: -20 }).capacity).toBe(80);
  expect(effectivePlan(BLANK).monthly).toBeNull();
});

test('a week in two months has two caps, each rounded up', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((days) => weekPartCap(10, days))).toEqual([2, 3, 5, 6, 8, 9, 10]);
  expect(weekPartCap(0, 3)).toBe(0);
  expect(weekPartCap(null, 3)).toBeNull();
});

test('what is due so far, and the start of the month by day and week', () => {
  expect(mtdAllocationOf(100, 11, 30)).toBe(37);
  expect(mtdAllocationOf(5, 1, 2)).toBe(3);
  expect(mtdAllocationOf(100, 0, 0)).toBe(0);
  expect(mtdAllocationOf(null, 11, 30)).toBeNull();
  expect([dailyBomAllocationOf(100, 30), dailyBomAllocationOf(100, 0)]).toEqual([4, null]);
  expect([weeklyBomAllocationOf(100, 30), weeklyBomAllocationOf(null, 30)]).toEqual([23, null]);
  // 2.5 and 3.5 are rounded up, neither cut off nor rounded to even.
  expect([weeklyBomAllocationOf(10, 28), weeklyBomAllocationOf(2, 4)]).toEqual([3, 4]);
  expect([mtdAllocationOf(5, 15, 30), mtdAllocationOf(7, 15, 30)]).toEqual([3, 4]);
});

test('warnings as in the specification', () => {
  expect(remarksOf({ monthlyAllocation: 100, dailyAllocation: 3 })).toEqual(['info: Daily cap limits the month to 90']);
  expect(remarksOf({ monthlyAllocation: 100, monthlyCapacity: 70, incrementalCapacity: 10 })).toEqual([
    'warning: Above partner capacity by 20',
  ]);
  expect(remarksOf({ monthlyAllocation: 100, clientMonthlyAllocation: 90 })).toEqual([
    'warning: Above client-approved volume',
  ]);
  expect(remarksOf({ monthlyAllocation: 10 }, { eligibleDays: 30, delivered: 11 })).toHaveLength(1);
  expect(remarksOf(BLANK)).toEqual([]);
});

test('errors block saving', () => {
  const levels = (plan: Partial<MonthPlan>) => planRemarks({ ...BLANK, ...plan }, quiet).map(({ code }) => code);
  expect(levels({ monthlyAllocation: 1.5 })).toEqual(['notWhole']);
  expect(levels({ monthlyAllocation: 1_000_001 })).toEqual(['notWhole']);
  expect(levels({ monthlyCapacity: 5, incrementalCapacity: -6 })).toEqual(['incrementBelowCapacity']);
  expect(levels({ monthlyAllocation: 5, monthlySoftAllocation: 6 })).toEqual(['softAboveHard']);
});
