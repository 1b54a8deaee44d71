import { expect, test } from 'vitest';
import { accuracyOf, type Actual, extrapolate, pointsOf } from './forecast-points.ts';
import { SEASON } from './shape.ts';

const months = (count: number, valueAt: (index: number) => number): Actual[] =>
  Array.from({ length: count }, (_, index) => ({ ofYear: index % 12, value: valueAt(index) }));

test('what only follows the season goes on with it, and is known to be foreseen well', () => {
  const even = months(24, (index) => 100 * SEASON[index % 12]!);
  const ahead = extrapolate(even, 6);
  for (const [index, value] of ahead.entries()) expect(value).toBeCloseTo(100 * SEASON[index]!, 6);
  expect(accuracyOf(even)).toEqual({ wape: 0, bias: 0, monthsTested: 6, beatsNaive: false });
});

test('what grows goes on growing, ever less', () => {
  const growing = months(24, (index) => (100 + 10 * index) * SEASON[index % 12]!);
  const [first, second, third] = extrapolate(growing, 3).map((value, index) => value / SEASON[index]!);
  expect(second! - first!).toBeGreaterThan(0);
  expect(third! - second!).toBeLessThan(second! - first!);
  expect(accuracyOf(growing).beatsNaive).toBe(true);
});

test('the range is as wide as the misses were, and never below nothing', () => {
  const steady = pointsOf(
    months(24, (index) => 100 * SEASON[index % 12]!),
    1,
  )[0]!;
  expect([steady.low80, steady.high80]).toEqual([steady.forecast, steady.forecast]);
  const wild = pointsOf(
    months(24, (index) => (index % 2 === 0 ? 10 : 300)),
    3,
  );
  for (const { forecast, low80, high80 } of wild) {
    expect(low80).toBeGreaterThanOrEqual(0);
    expect(high80).toBeGreaterThan(forecast);
  }
});
