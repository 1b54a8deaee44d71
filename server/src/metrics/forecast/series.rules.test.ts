import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  forecastAuto,
  forecastRunRate,
  forecastSeasonalNaive,
  median,
  SEASON_TABLE,
  seasonalIndex,
  trimHistory,
  winsorise,
} from './series.rules.ts';

const JANUARY = 0;
const seasonal = (months: number, level = 100): number[] =>
  Array.from({ length: months }, (_, index) => level * SEASON_TABLE[index % 12]!);

describe('a history', () => {
  test('begins with the first month with data, and has at most three years', () => {
    expect(trimHistory({ firstOfYear: 10, values: [0, 0, 5, 0, 7] })).toEqual({ firstOfYear: 0, values: [5, 0, 7] });
    expect(trimHistory({ firstOfYear: 3, values: Array(40).fill(1) }).values).toHaveLength(36);
    expect(trimHistory({ firstOfYear: 3, values: Array(40).fill(1) }).firstOfYear).toBe(7);
  });

  test('is cut at three deviations from its median, and a pause stays a pause', () => {
    // Median of 102, with deviations whose median is 2: the limit is 3 × 1.4826 × 2 = 8.9.
    expect(winsorise([98, 100, 102, 104, 400, 0]).map((value) => Math.round(value * 10) / 10)).toEqual([
      98, 100, 102, 104, 110.9, 0,
    ]);
    expect(winsorise([5, 5, 5, 900])).toEqual([5, 5, 5, 900]);
  });

  test('shorter than two years uses the default season; of two years its own, halfway', () => {
    expect(seasonalIndex({ firstOfYear: JANUARY, values: seasonal(23) })).toEqual([...SEASON_TABLE]);
    expect(seasonalIndex({ firstOfYear: JANUARY, values: Array(24).fill(50) })).toEqual(
      SEASON_TABLE.map((value) => expect.closeTo((value + 1) / 2, 10)),
    );
  });
});

describe('AUTO', () => {
  test('repeats season and level if nothing changes', () => {
    const next = forecastAuto({ firstOfYear: JANUARY, values: seasonal(12) }, 3);
    expect(next).toEqual([122, 106, 108].map((value) => expect.closeTo(value, 8)));
  });

  test('smooths with 0.4 and has no trend in the first year', () => {
    // Deseasonalised: 100, 100, 200. The level starts at their mean.
    const values = [100 * 1.22, 100 * 1.06, 200 * 1.08];
    const start = 400 / 3;
    const level = 0.4 * 200 + 0.6 * (0.4 * 100 + 0.6 * start);
    expect(forecastAuto({ firstOfYear: JANUARY, values }, 2)).toEqual([
      expect.closeTo(level * 1.04, 8),
      expect.closeTo(level * 0.97, 8),
    ]);
  });

  test('damps its trend: each month adds less than the one before', () => {
    const values = Array.from({ length: 20 }, (_, index) => (100 + 10 * index) * SEASON_TABLE[index % 12]!);
    const plain = forecastAuto({ firstOfYear: JANUARY, values }, 6).map(
      (value, ahead) => value / SEASON_TABLE[(20 + ahead) % 12]!,
    );
    const steps = plain.slice(1).map((value, index) => value - plain[index]!);
    expect(steps[0]).toBeGreaterThan(0);
    steps.slice(1).forEach((step, index) => expect(step).toBeCloseTo(steps[index]! * 0.9, 8));
  });

  test('uses the running month’s projection, weighted by the share of the month that is over', () => {
    const history = { firstOfYear: JANUARY, values: seasonal(11) };
    const at = (done: number): number[] => forecastAuto(history, 2, { expected: 158, done });
    expect(at(0.5)[0]).toBe(158);
    // December's 158 is 200 deseasonalised. With half of the month over, it moves the level by 0.2 × 100.
    expect(at(0)[1]).toBeCloseTo(122, 8);
    expect(at(0.5)[1]).toBeCloseTo(120 * 1.22, 8);
    expect(at(1)[1]).toBeCloseTo(140 * 1.22, 8);
  });

  test('skips a pause', () => {
    const values = seasonal(12).map((value, index) => (index === 5 ? 0 : value));
    expect(forecastAuto({ firstOfYear: JANUARY, values }, 1)[0]).toBeCloseTo(122, 8);
  });

  test('is never negative or infinite, and scales with the unit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 11 }),
        (values, firstOfYear) => {
          const next = forecastAuto({ firstOfYear, values }, 12);
          for (const value of next) expect(value >= 0 && Number.isFinite(value)).toBe(true);
          const double = forecastAuto({ firstOfYear, values: values.map((value) => 2 * value) }, 12);
          double.forEach((value, ahead) => expect(value).toBeCloseTo(2 * next[ahead]!, 3));
        },
      ),
    );
  });
});

test('a run rate is the mean of the last three months, and the running month has its own', () => {
  const series = { firstOfYear: 4, values: [10, 20, 30, 70] };
  expect(forecastRunRate(series, 2)).toEqual([40, 40]);
  expect(forecastRunRate(series, 3, { expected: 55, done: 0.2 })).toEqual([55, 40, 40]);
  expect(forecastRunRate({ firstOfYear: 4, values: [] }, 2, { expected: 55, done: 0.2 })).toEqual([55, 55]);
});

test('last year’s value grows as the last three months did', () => {
  const values = [...Array(12).fill(100), 110, 120, 130];
  // The last three months: 360 against 300 a year before.
  expect(forecastSeasonalNaive({ firstOfYear: 0, values }, 2)).toEqual([120, 120].map((v) => expect.closeTo(v, 8)));
  expect(forecastSeasonalNaive({ firstOfYear: 0, values: Array(11).fill(9) }, 2)).toBeNull();
  expect(forecastSeasonalNaive({ firstOfYear: 0, values: [...Array(12).fill(1), 50, 50, 50] }, 1)).toEqual([2]);
});

test('a median is the middle value', () => {
  expect([median([]), median([3]), median([4, 1]), median([9, 1, 5])]).toEqual([0, 3, 2.5, 5]);
});
